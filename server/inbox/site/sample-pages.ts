/**
 * The pages that the editor shows. Where a
 * page shows a person, the person is invented.
 */

import type { Content } from "../../../contract/content/schema.ts";
import { HOUR_MS, isoTime } from "../../../contract/durations.ts";
import type { BookedCall, PageState } from "../../../contract/http/page.ts";
import {
  BOOK_CALL,
  CALL_PATH,
  HOME,
  SCHEDULE_PATH,
} from "../../../contract/http/routes.ts";
import {
  SAMPLE_PAGES,
  type SamplePage,
} from "../../../contract/inbox/site-editor.ts";
import {
  VISITOR_MAILS,
  type VisitorMail,
} from "../../../contract/mail/delivery.ts";
import type { Clock } from "../../leads/days.ts";

export const SAMPLE_EMAIL = "sam@porter.example";
export const SAMPLE_PHONE = "(201) 555-0177";
/** Times of the board, in hours from now. */
const [SOON, OPEN] = [25, [25, 26, 49, 50, 73]];

const PATHS: Record<SamplePage, string> = {
  home: HOME.path,
  "book-call": BOOK_CALL.path,
  schedule: SCHEDULE_PATH,
  sent: `${BOOK_CALL.path}/sent`,
  booked: CALL_PATH,
  error: "/error",
};

/** A page or a mail that the editor shows. */
export interface EditablePage {
  /** The editor's addresses use it. */
  path: string;
  /** What the owner reads. */
  name: string;
  sample?: SamplePage;
  mail?: VisitorMail;
  /** The page's own file. */
  file?: string;
}

export function editablePages(content: Content): EditablePage[] {
  const { trades, markdownPages, siteEditor } = content;
  return [
    ...SAMPLE_PAGES.map((sample) => {
      return { path: PATHS[sample], name: siteEditor.pages[sample], sample };
    }),
    ...Object.entries(trades).map(([name, trade]) => {
      const file = `trades/${name}.yaml`;
      return { path: `/${name}`, name: trade.name, file };
    }),
    ...Object.entries(markdownPages).map(([name, { title }]) => {
      return { path: `/${name}`, name: title, file: `pages/${name}.md` };
    }),
    ...VISITOR_MAILS.map((mail) => {
      const { name } = mail;
      return { path: `/mail/${name}`, name: siteEditor.mails[name], mail };
    }),
  ];
}

/** @returns undefined if the editor has no such page */
export const editablePage = (wanted: string, content: Content) =>
  editablePages(content).find(({ path }) => path === wanted);

export function pageStateOf(
  { path, sample }: EditablePage,
  content: Content,
  { now, timeZone }: Clock,
): PageState {
  const empty = { path, status: 200, form: { kind: "empty" as const } };
  const at = (hours: number) =>
    isoTime(Math.ceil(now() / HOUR_MS + hours) * HOUR_MS);
  const zones = { zone: timeZone, agencyZone: timeZone };
  switch (sample) {
    case "schedule":
      return { ...empty, schedule: { ...boardOf(OPEN.map(at)), ...zones } };
    case "booked":
      return { ...empty, schedule: { ...callAt(at(SOON), content), ...zones } };
    case "sent": {
      const form = { kind: "submitted" as const, email: SAMPLE_EMAIL };
      return { ...empty, path: BOOK_CALL.path, form };
    }
    case "error":
      return { ...empty, status: 404 };
    default:
      return empty;
  }
}

function boardOf(times: readonly string[]) {
  const byDay = Map.groupBy(times, (time) => time.slice(0, 10));
  const days = Array.from(byDay, ([day, ofDay]) => {
    const [opens = ""] = ofDay;
    return { day, opens, times: ofDay, left: ofDay.length };
  });
  return { view: "times" as const, days, soonest: times.slice(0, 3) };
}

function callAt(startsAt: string, { workingHours }: Content) {
  const { place } = workingHours;
  const call: Omit<BookedCall, "zone" | "agencyZone"> = {
    view: "call",
    startsAt,
    phase: "ahead",
    news: { kind: "booked" },
    email: SAMPLE_EMAIL,
    token: "",
    phone: SAMPLE_PHONE,
    from: place.kind === "phone" ? (place.from ?? "") : "",
    link: "",
    calendars: { google: "", outlook: "", work: "" },
    offer: SCHEDULE_PATH,
  };
  return call;
}
