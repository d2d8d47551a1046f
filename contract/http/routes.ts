/**
 * Addresses that several parts use. Pages of
 * trades and of Markdown are named in the content.
 */

import type { LinkedPage } from "../content/inbox-schema.ts";

/**
 * `name` is the key of a page's title and description in `content/site.yaml`.
 */
export const HOME = { name: "home", path: "/" } as const;

// If LINK_PATHS used `INBOX.signIn`, the
// pages' bundles would contain all of INBOX.
const SIGN_IN_PATH = "/inbox/sign-in";

export const BOOK_CALL = { name: "bookCall", path: "/book-call" } as const;

export const SCHEDULE_PATH = "/schedule";
export const TIMES_PATH = "/schedule/times";
/** On the page of a call, opens the form that cancels it. */
export const CANCEL_FORM = "#cancel";
/**
 * On the page of a call, opens the list of calendars:
 * a browser unfolds what an address names.
 */
export const CALENDARS = "#calendars";

/** Where a visitor with a signed link sees, moves and cancels a call. */
export const CALL_PATH = "/schedule/call";
/** Where a visitor who lost an invitation asks for the link again. */
export const ASK_LINK_PATH = "/schedule/link";
/**
 * The calendar feed. Its query has a member's token.
 * Logs leave out queries (docs/deploy/proxy.md).
 */
export const FEED_PATH = "/schedule/feed.ics";

export const ROUTES = [HOME, BOOK_CALL] as const;

export const routeAt = (path: string) =>
  ROUTES.find((route) => route.path === path);

export const REST_PATH = "/rest/v1";

export const INBOX = {
  path: "/inbox",
  sheet: "/inbox/leads.csv",
  add: "/inbox/new",
  mark: "/inbox/leads",
  signIn: SIGN_IN_PATH,
  /** Forms of the page are sent to the same address. */
  page: (name: LinkedPage) => `/inbox/${name}`,
  ask: "/inbox/ask",
  undo: "/inbox/undo",
  all: "/inbox/all",
  /** The page of a lead. Its forms are sent to the same address. */
  lead: (id: string) => `/inbox/leads/${id}`,
  edit: (id: string) => `/inbox/leads/${id}/edit`,
  calls: "/inbox/calls",
  closeTime: "/inbox/closed-times",
  openTime: (id: string) => `/inbox/closed-times/${id}/open`,
  tryAgain: "/inbox/try-again",
  person: (id: string) => `/inbox/leads/${id}/person`,
  personFile: (id: string) => `/inbox/leads/${id}/person.json`,
  receipt: "/inbox/erased",
  erase: (id: string) => `/inbox/leads/${id}/erase`,
  delete: "/inbox/delete",
  /** The site as visitors see it, with a link at each text. */
  site: "/inbox/site",
  publish: "/inbox/site/publish",
  siteTexts: "/inbox/site/texts",
  siteFields: "/inbox/site/fields",
  launch: "/inbox/site/launch",
  /** The places for pictures, and all pictures. */
  sitePictures: "/inbox/site/pictures",
  /** A picture of the content folder, by its name in the query. */
  sitePicture: "/inbox/site/picture",
  /** A page of a trade or of text: its text, its address, and its end. */
  sitePage: "/inbox/site/page",
  firstAnswers: "/inbox/site/launch/first",
  siteParts: "/inbox/site/parts",
  /** The draft and the history. */
  siteChanges: "/inbox/site/changes",
  takeBack: "/inbox/site/changes/take-back",
  undoEdit: "/inbox/site/changes/undo",
  siteFile: "/inbox/site/file",
  signOut: "/inbox/sign-out",
} as const;

/**
 * What a signed link opens, keyed by its purpose. The
 * site refuses the link for every other purpose.
 */
export const LINK_PATHS = {
  answer: "/inbox/link/answer",
  show: "/inbox/link/show",
  came: "/inbox/link/came",
  missed: "/inbox/link/missed",
  inbox: SIGN_IN_PATH,
  schedule: SCHEDULE_PATH,
  booking: CALL_PATH,
  feed: FEED_PATH,
} as const;
export type LinkPurpose = keyof typeof LINK_PATHS;

export const TOKEN_FIELD = "token";

/** The token is in the query, because the log contains only paths. */
export function linkPath(purpose: LinkPurpose, token: string): string {
  return `${LINK_PATHS[purpose]}?${TOKEN_FIELD}=${token}`;
}

/** File names below these paths contain a hash. */
export const ASSETS_PATH = "/assets/";
export const PICTURES_PATH = "/pictures/";
export const RECORDINGS_PATH = "/recordings/";

/**
 * The inbox shows the icon. Search engines show the large icon for the agency.
 */
export const ICON_PATH = "/favicon.svg";
export const LARGE_ICON_PATH = "/icon-512.png";

/** The picture of a shared link. `trade` is empty for the landing page. */
export const shareImagePath = (trade = ""): string =>
  trade === "" ? "/share-image.png" : `/share-image-${trade}.png`;

/**
 * Names that the server, the build or web hosts
 * already use, so no page may have one of them.
 */
const RESERVED =
  "404 assets book-call content error healthz inbox index metrics pictures readyz recordings rest schedule";

export const isReservedName = (name: string): boolean =>
  RESERVED.split(" ").includes(name);
