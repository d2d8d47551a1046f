/** The table of all routes that the server answers itself. No page of the content can have such an address. */
import { ADMIN_PATH } from "./admin-operations.ts";
import { FORM_START_PATH } from "./form-timing.ts";
import { INBOX } from "./inbox.ts";
import { REST_PATH, STEPS_PATH } from "./rest-api.ts";
import {
  BOOK_CALL,
  CALL_PATH,
  CONFIRM_PATH,
  FEED_PATH,
  LINK_PATH,
  SCHEDULE_PATH,
  TIMES_PATH,
} from "./routes.ts";

/** Paths by the part of the server that answers; `*` stands for what follows. */
export const SERVER_ROUTES = {
  monitoring: ["/healthz", "/readyz", "/metrics"],
  administration: [`${ADMIN_PATH}/*`],
  rest: [`${REST_PATH}/*`],
  formStart: [FORM_START_PATH],
  steps: [STEPS_PATH],
  bookCall: [BOOK_CALL.path],
  schedule: [SCHEDULE_PATH, TIMES_PATH, LINK_PATH],
  confirm: [CONFIRM_PATH],
  call: [CALL_PATH, `${CALL_PATH}.ics`, FEED_PATH],
  inbox: [INBOX.path, `${INBOX.path}/*`],
} as const satisfies Record<string, readonly string[]>;

/** Folders and files of the build, and names that mean something to hosts. */
const FILES = ["404", "assets", "content", "error", "index", "pictures"];

/** First parts of addresses that are no names of pages. */
export const RESERVED_NAMES: ReadonlySet<string> = new Set([
  ...FILES,
  ...Object.values(SERVER_ROUTES)
    .flat()
    .map((path) => path.split("/")[1] ?? ""),
]);
