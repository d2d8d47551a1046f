/** The pages that the editor shows. Where a page shows a person, the person is invented. */
import { HOUR_MS } from "../../../contract/durations.ts";
import type { BookedCall, PageState } from "../../../contract/http/page.ts";
import {
  BOOK_CALL,
  CALL_PATH,
  HOME,
  SCHEDULE_PATH,
} from "../../../contract/http/routes.ts";
import type { Content } from "../../../contract/content/schema.ts";
import {
  SAMPLE_MAILS,
  SAMPLE_PAGES,
  type SamplePage,
} from "../../../contract/inbox/site-editor.ts";
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

/** Each page's path, which the editor's addresses use, and its name. */
export function editablePages({ trades, markdownPages }: Content) {
  const samples = SAMPLE_PAGES.map((name) => {
    return { path: PATHS[name], name };
  });
  const ofTrades = Object.entries(trades).map(([name, trade]) => {
    return { path: `/${name}`, title: trade.name, file: `trades/${name}.yaml` };
  });
  const ofTexts = Object.entries(markdownPages).map(([name, { title }]) => {
    return { path: `/${name}`, title, file: `pages/${name}.md` };
  });
  const mails = SAMPLE_MAILS.map((name) => ({ path: `/mail/${name}`, name }));
  return { samples, others: [...ofTrades, ...ofTexts], mails };
}

/** @returns undefined if the editor has no such page */
export function pageStateOf(
  path: string,
  content: Content,
  { now, timeZone }: Clock,
): PageState | undefined {
  const { samples, others } = editablePages(content);
  const name = samples.find((page) => page.path === path)?.name;
  const empty = { path, status: 200, form: { kind: "empty" as const } };
  const at = (hours: number) =>
    new Date(Math.ceil(now() / HOUR_MS + hours) * HOUR_MS).toISOString();
  const zones = { zone: timeZone, agencyZone: timeZone };
  if (name === "schedule")
    return { ...empty, schedule: { ...boardOf(OPEN.map(at)), ...zones } };
  if (name === "booked")
    return { ...empty, schedule: { ...callAt(at(SOON), content), ...zones } };
  if (name === "sent") {
    const form = { kind: "submitted" as const, email: SAMPLE_EMAIL };
    return { ...empty, path: BOOK_CALL.path, form };
  }
  if (name === "error") return { ...empty, status: 404 };
  const isListed = name ?? others.find((page) => page.path === path);
  return isListed === undefined ? undefined : empty;
}

function boardOf(times: readonly string[]) {
  const byDay = Map.groupBy(times, (time) => time.slice(0, 10));
  const days = Array.from(byDay, ([day, ofDay]) => {
    const [opens = ""] = ofDay;
    return { day, opens, times: ofDay, left: ofDay.length };
  });
  const day = days[0]?.day ?? "";
  return { view: "times" as const, days, day, soonest: times.slice(0, 3) };
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
