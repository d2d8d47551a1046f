/** Writes leads as CSV (RFC 4180) without formulas. Source: OWASP, "CSV Injection". */
import { isoTime } from "../../../contract/durations.ts";
import { type Clock } from "../../leads/days.ts";
import { isUnsaid, shownCall } from "../../../contract/call/booking.ts";
import { emailOrPhone, columnNames } from "../../../contract/lead/lead.ts";
import {
  campaignName,
  describeVisit,
} from "../../../contract/lead/lead-visit.ts";
import { sourceKey, sourceName } from "../../../contract/lead/source.ts";
import { cellSeparator } from "../../../contract/locale/locale.ts";
import type { LeadDetail } from "../../../contract/inbox/leads-admin.ts";
import { needsNoAnswer } from "../../../contract/inbox/outcome.ts";
import { serviceLabel } from "../../../contract/content/form-content.ts";
import type { Content } from "../../../contract/content/schema.ts";

type SheetContent = Pick<
  Content,
  "locale" | "inbox" | "leadContent" | "calls" | "fields" | "services"
>;

type Leads = readonly LeadDetail[];

/** A sheet of no leads has titles, too. */
const NO_LEAD: LeadDetail = {
  lead: {
    id: "",
    created_at: isoTime(0),
    name: "",
    email: "",
    company_name: "",
    selected_service: "",
    problems: "",
    additional_info: "",
  },
  dueAt: isoTime(0),
  test: false,
  suspicion: [],
  version: 0,
  notes: [],
  history: [],
  bookings: [],
  deliveries: [],
};

export function createLeadSheet(content: SheetContent, clock: Clock) {
  // Spreadsheets in all languages read Swedish times, like `2026-11-20 07:00:00`.
  const format = new Intl.DateTimeFormat("sv-SE", {
    timeZone: clock.timeZone,
    dateStyle: "short",
    timeStyle: "medium",
  });
  const time = (at?: string) =>
    at === undefined ? "" : format.format(new Date(at));
  const line = (cells: readonly string[]) =>
    csvLine(cells, cellSeparator(content.locale));
  const cellsOf = (lead: LeadDetail) => [
    ...leadCells(content, lead, time),
    ...originCells(content, lead, time, isoTime(clock.now())),
  ];
  /** The lines of a sheet. If this throws, nobody mistakes a part for the whole. */
  return async function* sheet(pages: AsyncIterable<Leads> | Iterable<Leads>) {
    const titles = cellsOf(NO_LEAD).map(([title]) => title);
    // Without a byte order mark, spreadsheets guess the encoding.
    yield `\uFEFF${line(titles)}`;
    for await (const leads of pages)
      for (const lead of leads)
        yield line(cellsOf(lead).map(([, text]) => text));
  };
}

type Cell = [title: string, text: string];

/** What was sent in, and what the agency did with it. */
function leadCells(
  { inbox, leadContent, fields, services }: SheetContent,
  detail: LeadDetail,
  time: (at?: string) => string,
): Cell[] {
  const { sheet } = inbox;
  const { lead, outcome, answeredAt, owner, followUpOn } = detail;
  const outcomeDay = outcome && time(detail.outcomeAt).split(" ")[0];
  return [
    [sheet.id, lead.id],
    [inbox.columns.came, time(lead.created_at)],
    ...columnNames.map((column): Cell => [
      fields[column].short ?? fields[column].label,
      column === "selected_service"
        ? serviceLabel(services, lead[column])
        : emailOrPhone(lead[column]),
    ]),
    [leadContent.due, time(detail.dueAt)],
    [leadContent.answeredAt, needsNoAnswer(outcome) ? "" : time(answeredAt)],
    [leadContent.outcome, outcome ? leadContent.outcomes[outcome] : ""],
    [sheet.outcomeDay, outcomeDay ?? ""],
    [sheet.owner, owner ?? ""],
    [sheet.followUp, followUpOn ?? ""],
  ];
}

/** Where the lead came from, its call, and the notes. */
function originCells(
  { inbox, leadContent, calls }: SheetContent,
  { visit, bookings, wish, test, notes }: LeadDetail,
  time: (at?: string) => string,
  now: string,
): Cell[] {
  const { sheet, filters } = inbox;
  const { sources } = leadContent;
  const shown = shownCall(bookings);
  const call = shown ?? bookings.at(-1);
  const said = call ? calls.states[call.state] : "";
  const consent = visit?.consent;
  return [
    [sheet.source, visit ? sourceName(sourceKey(visit), sources) : ""],
    [sheet.campaign, visit ? campaignName(visit) : ""],
    [leadContent.callTime, time(shown?.startsAt)],
    [
      leadContent.callState,
      call && isUnsaid(call, now) ? filters.unsaid : said,
    ],
    [leadContent.callNumber, shown?.phone || wish?.phone || ""],
    [sheet.test, sheet[test ? "yes" : "no"]],
    [leadContent.wished, time(wish?.at)],
    [leadContent.cameFrom, visit ? describeVisit(visit, sources) : ""],
    [sheet.consent, consent?.text ?? consent?.version ?? ""],
    [leadContent.notes, notes.map(({ text }) => text).join("\n\n")],
  ];
}

/** A formula begins with a tab, a line end, or a sign like `=` after any blanks and quotes. */
const AT_START = /^(?=[\s"'\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n])/u;

/** A sign like `=` after a `;`, quote or tab in a value, where a program may split the cell. */
const INSIDE = /(?=[=+\-@\uff1d\uff0b\uff0d\uff20])(?<=[;,\t\r\n"]\s*)/gu;

export function csvLine(
  values: readonly string[],
  separator: "," | ";" = ",",
): string {
  const quoted = values.map(
    (value) => `"${withoutFormula(value).replace(/"/g, '""')}"`,
  );
  return `${quoted.join(separator)}\r\n`;
}

const withoutFormula = (value: string): string =>
  value.replace(INSIDE, "'").replace(AT_START, "'");
