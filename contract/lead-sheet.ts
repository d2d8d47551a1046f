/**
 * The leads as CSV for a spreadsheet: one line per lead, by RFC 4180. No cell can be read as a formula: an apostrophe,
 * which spreadsheets treat as "this is text", goes before any text that could start one. So the file is for reading;
 * JSON Lines is for moving leads. Source: OWASP, "CSV Injection".
 */
import { shownCall } from "./booking.ts";
import { emailOrPhone, leadColumns, type LeadColumn } from "./lead.ts";
import { campaignName, describeVisit } from "./lead-visit.ts";
import { sourceKey, sourceName, type SourceNames } from "./source.ts";
import { cellSeparator, sheetTimes } from "./locale/locale.ts";
import type { LeadDetail } from "./leads-admin.ts";
import { needsNoAnswer, type AnyOutcome } from "./outcome.ts";
import { serviceLabel, type Service } from "./form-content.ts";

/** Titles of columns that no page has. */
export const SHEET_TITLES = [
  "id",
  "test",
  "consent",
  "source",
  "campaign",
  "owner",
  "followUp",
  "outcomeDay",
] as const;

export interface SheetContent {
  locale: string;
  inbox: { columns: { came: string }; sheet: Record<(typeof SHEET_TITLES)[number] | "yes" | "no", string> };
  leadContent: Record<
    "due" | "answeredAt" | "outcome" | "callTime" | "callNumber" | "cameFrom" | "wished" | "notes",
    string
  > & { outcomes: Record<AnyOutcome, string>; sources: SourceNames };
  fields: Record<LeadColumn, { label: string; short?: string | undefined }>;
  services: readonly Service[];
}

/** Of `2026-11-20`. */
const DAY_LENGTH = 10;

export type LeadSheet = ReturnType<typeof createLeadSheet>;

/** A heading and its cell for a lead; `time` formats a time, or returns "" without one. */
type Column = [title: string, cell: (detail: LeadDetail, time: (at?: string) => string) => string];

export function createLeadSheet({ locale, inbox, leadContent, fields, services }: SheetContent) {
  const separator = cellSeparator(locale);
  const columns: readonly Column[] = [
    [inbox.sheet.id, ({ lead }) => lead.id],
    [inbox.columns.came, ({ lead }, time) => time(lead.created_at)],
    ...leadColumns.map((column): Column => [
      fields[column].short ?? fields[column].label,
      ({ lead }) =>
        column === "selected_service" ? serviceLabel(services, lead[column]) : emailOrPhone(lead[column]),
    ]),
    [leadContent.due, ({ dueAt }, time) => time(dueAt)],
    [
      leadContent.answeredAt,
      ({ outcome, answeredAt }, time) => (needsNoAnswer(outcome) ? "" : time(answeredAt)),
    ],
    [leadContent.outcome, ({ outcome }) => (outcome ? leadContent.outcomes[outcome] : "")],
    [
      inbox.sheet.outcomeDay,
      ({ outcome, outcomeAt }, time) => (outcome ? time(outcomeAt).slice(0, DAY_LENGTH) : ""),
    ],
    [inbox.sheet.owner, ({ owner = "" }) => owner],
    [inbox.sheet.followUp, ({ followUpOn = "" }) => followUpOn],
    [inbox.sheet.source, ({ visit }) => (visit ? sourceName(sourceKey(visit), leadContent.sources) : "")],
    [inbox.sheet.campaign, ({ visit }) => (visit ? campaignName(visit) : "")],
    [leadContent.callTime, ({ bookings }, time) => time(shownCall(bookings)?.startsAt)],
    [leadContent.callNumber, ({ bookings, wishedPhone = "" }) => shownCall(bookings)?.phone ?? wishedPhone],
    [inbox.sheet.test, ({ test }) => inbox.sheet[test ? "yes" : "no"]],
    [leadContent.wished, ({ wishedAt }, time) => time(wishedAt)],
    [leadContent.cameFrom, ({ visit }) => (visit ? describeVisit(visit, leadContent.sources) : "")],
    [inbox.sheet.consent, ({ visit }) => visit?.consent?.text ?? visit?.consent?.version ?? ""],
    [leadContent.notes, ({ notes }) => notes.map(({ text }) => text).join("\n\n")],
  ];
  const cellsIn = (timeZone: string) => {
    const shown = sheetTimes(timeZone);
    const time = (at?: string) => (at === undefined ? "" : shown(at));
    return (detail: LeadDetail) => columns.map(([title, cell]) => [title, cell(detail, time)] as const);
  };
  return {
    /** The titles and texts of a lead's cells. @param timeZone IANA name of the zone of its times */
    cellsIn,
    /** The first line, with a byte order mark before it for spreadsheets that otherwise guess the encoding. */
    head: () =>
      "\uFEFF" +
      csvLine(
        columns.map(([title]) => title),
        separator,
      ),
    /** A line for each lead. @param timeZone as above */
    lines: (leads: readonly LeadDetail[], timeZone: string) => {
      const cells = cellsIn(timeZone);
      const texts = (detail: LeadDetail) => cells(detail).map(([, text]) => text);
      return leads.map((detail) => csvLine(texts(detail), separator)).join("");
    },
  };
}

/** Matches before a formula may start: at the start of a value, or after quotes and invisible characters. */
const LEADING = /^(?=[\s"'\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n])/u;

/** Matches there after any separator, because a spreadsheet for lists with semicolons starts cells in the middle of ours. */
const INNER = /(?=[=+\-@\uff1d\uff0b\uff0d\uff20])(?<=[;,\t\r\n"]\s*)/gu;

export function csvLine(values: readonly string[], separator: "," | ";" = ","): string {
  return `${values.map((value) => `"${withoutFormula(value).replace(/"/g, '""')}"`).join(separator)}\r\n`;
}

function withoutFormula(value: string): string {
  return value.replace(INNER, "'").replace(LEADING, "'");
}
