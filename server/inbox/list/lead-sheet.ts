/**
 * Writes leads as CSV (RFC 4180) without
 * formulas. Source: OWASP, "CSV Injection".
 */

import {
  isUnsaid,
  shownCall,
  type Booking,
} from "../../../contract/call/booking.ts";
import { serviceLabel } from "../../../contract/content/form-content.ts";
import type { Content } from "../../../contract/content/schema.ts";
import { isoTime } from "../../../contract/durations.ts";
import {
  numberOf,
  type LeadDetail,
} from "../../../contract/inbox/leads-admin.ts";
import { needsNoAnswer } from "../../../contract/inbox/outcome.ts";
import {
  campaignName,
  describeVisit,
} from "../../../contract/lead/lead-visit.ts";
import { emailOrPhone, columnNames } from "../../../contract/lead/lead.ts";
import { sourceKey, sourceName } from "../../../contract/lead/source.ts";
import { cellSeparator } from "../../../contract/locale/locale.ts";
import { type Clock } from "../../leads/days.ts";

type Leads = readonly LeadDetail[];

export function createLeadSheet(content: Content, clock: Clock) {
  // Spreadsheets in all languages read Swedish
  // times, like `2026-11-20 07:00:00`.
  const format = new Intl.DateTimeFormat("sv-SE", {
    timeZone: clock.timeZone,
    dateStyle: "short",
    timeStyle: "medium",
  });
  const time = (at?: string) =>
    at === undefined ? "" : format.format(new Date(at));
  const line = (cells: readonly string[]) =>
    csvLine(cells, cellSeparator(content.locale));
  const columns = [
    ...leadColumns(content, time),
    ...originColumns(content, time, clock),
  ];
  /**
   * The lines of a sheet. If this throws, nobody mistakes a part for the whole.
   */
  return async function* sheet(pages: AsyncIterable<Leads> | Iterable<Leads>) {
    // Without a byte order mark, spreadsheets guess the encoding.
    yield `\uFEFF${line(columns.map(([title]) => title))}`;
    for await (const leads of pages)
      for (const lead of leads)
        yield line(columns.map(([, textOf]) => textOf(lead) ?? ""));
  };
}

type Column = [
  title: string,
  textOf: (detail: LeadDetail) => string | undefined,
];

/** What was sent in, and what the agency did with it. */
function leadColumns(
  { inbox, leadContent, fields, services }: Content,
  time: (at?: string) => string,
): Column[] {
  const { sheet } = inbox;
  return [
    [sheet.id, ({ lead }) => lead.id],
    [inbox.columns.came, ({ lead }) => time(lead.created_at)],
    ...columnNames.map((column): Column => [
      fields[column].short ?? fields[column].label,
      ({ lead }) =>
        column === "selected_service"
          ? serviceLabel(services, lead[column])
          : emailOrPhone(lead[column]),
    ]),
    [leadContent.due, ({ dueAt }) => time(dueAt)],
    [
      leadContent.answeredAt,
      ({ outcome, answeredAt }) =>
        needsNoAnswer(outcome) ? "" : time(answeredAt),
    ],
    [
      leadContent.outcome,
      ({ outcome }) => outcome && leadContent.outcomes[outcome],
    ],
    [
      sheet.outcomeDay,
      ({ outcome, outcomeAt }) => outcome && time(outcomeAt).split(" ")[0],
    ],
    [sheet.owner, ({ owner }) => owner],
    [leadContent.followUp.heading, ({ followUpOn }) => followUpOn],
  ];
}

/** Where the lead came from, its call, and the notes. */
function originColumns(
  { inbox, leadContent, calls }: Content,
  time: (at?: string) => string,
  clock: Clock,
): Column[] {
  const { sheet, filters } = inbox;
  const { sources } = leadContent;
  const callState = (call: Booking) =>
    isUnsaid(call, isoTime(clock.now()))
      ? filters.unsaid
      : calls.states[call.state];
  return [
    [
      inbox.sources.source,
      ({ visit }) => visit && sourceName(sourceKey(visit), sources),
    ],
    [sheet.campaign, ({ visit }) => visit && campaignName(visit)],
    [calls.one, ({ bookings }) => time(shownCall(bookings)?.startsAt)],
    [
      leadContent.callState,
      ({ bookings }) => {
        const call = shownCall(bookings) ?? bookings.at(-1);
        return call && callState(call);
      },
    ],
    [calls.number, numberOf],
    [sheet.test, ({ test }) => sheet[test ? "yes" : "no"]],
    [leadContent.wished, ({ wish }) => time(wish?.at)],
    [
      leadContent.cameFrom,
      ({ visit }) => visit && describeVisit(visit, sources),
    ],
    [
      sheet.consent,
      ({ visit }) => visit?.consent?.text ?? visit?.consent?.version,
    ],
    [
      leadContent.notes,
      ({ notes }) => notes.map(({ text }) => text).join("\n\n"),
    ],
  ];
}

/**
 * A formula begins with a tab, a line end, or
 * a sign like `=` after any blanks and quotes.
 */
const AT_START = /^(?=[\s"'\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n])/u;

/**
 * A sign like `=` after a `;`, quote or tab in
 * a value, where a program may split the cell.
 */
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
