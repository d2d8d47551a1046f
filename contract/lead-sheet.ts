/**
 * The leads as CSV by RFC 4180. An apostrophe goes before any text that could start a formula.
 * Source: OWASP, "CSV Injection".
 */
import { shownCall } from "./booking.ts";
import { emailOrPhone, leadColumns } from "./lead.ts";
import { campaignName, describeVisit } from "./lead-visit.ts";
import { sourceKey, sourceName } from "./source.ts";
import { cellSeparator, sheetTimes } from "./locale/locale.ts";
import { RESULTS, type LeadDetail, type Results, type SourceResults } from "./leads-admin.ts";
import { needsNoAnswer } from "./outcome.ts";
import { serviceLabel } from "./form-content.ts";
import type { Content } from "./content/schema.ts";

/** Of `2026-11-20`. */
const DAY_LENGTH = 10;

type Column = [title: string, cell: (detail: LeadDetail) => string];

type SheetContent = Pick<Content, "locale" | "inbox" | "leadContent" | "fields" | "services">;

/** @param timeZone of its times, as an IANA name */
export function createLeadSheet(content: SheetContent, timeZone: string) {
  const { locale, inbox, leadContent, fields, services } = content;
  const format = sheetTimes(timeZone);
  const time = (at?: string) => (at === undefined ? "" : format(at));
  const line = (cells: readonly string[]) => csvLine(cells, cellSeparator(locale));
  const columns: readonly Column[] = [
    [inbox.sheet.id, ({ lead }) => lead.id],
    [inbox.columns.came, ({ lead }) => time(lead.created_at)],
    ...leadColumns.map((column): Column => [
      fields[column].short ?? fields[column].label,
      ({ lead }) =>
        column === "selected_service" ? serviceLabel(services, lead[column]) : emailOrPhone(lead[column]),
    ]),
    [leadContent.due, ({ dueAt }) => time(dueAt)],
    [leadContent.answeredAt, ({ outcome, answeredAt }) => (needsNoAnswer(outcome) ? "" : time(answeredAt))],
    [leadContent.outcome, ({ outcome }) => (outcome ? leadContent.outcomes[outcome] : "")],
    [
      inbox.sheet.outcomeDay,
      ({ outcome, outcomeAt }) => (outcome ? time(outcomeAt).slice(0, DAY_LENGTH) : ""),
    ],
    [inbox.sheet.owner, ({ owner = "" }) => owner],
    [inbox.sheet.followUp, ({ followUpOn = "" }) => followUpOn],
    [inbox.sheet.source, ({ visit }) => (visit ? sourceName(sourceKey(visit), leadContent.sources) : "")],
    [inbox.sheet.campaign, ({ visit }) => (visit ? campaignName(visit) : "")],
    [leadContent.callTime, ({ bookings }) => time(shownCall(bookings)?.startsAt)],
    [leadContent.callNumber, ({ bookings, wishedPhone = "" }) => shownCall(bookings)?.phone ?? wishedPhone],
    [inbox.sheet.test, ({ test }) => inbox.sheet[test ? "yes" : "no"]],
    [leadContent.wished, ({ wishedAt }) => time(wishedAt)],
    [leadContent.cameFrom, ({ visit }) => (visit ? describeVisit(visit, leadContent.sources) : "")],
    [inbox.sheet.consent, ({ visit }) => visit?.consent?.text ?? visit?.consent?.version ?? ""],
    [leadContent.notes, ({ notes }) => notes.map(({ text }) => text).join("\n\n")],
  ];
  /** The titles and texts of a lead's cells. */
  const cells = (detail: LeadDetail) => columns.map(([title, cell]) => [title, cell(detail)] as const);
  return {
    cells,
    /** The first line; spreadsheets that see no byte order mark guess the encoding. */
    head: () => `\uFEFF${line(columns.map(([title]) => title))}`,
    /** A line for each lead. */
    lines: (leads: readonly LeadDetail[]) =>
      leads.map((detail) => line(cells(detail).map(([, text]) => text))).join(""),
  };
}

/** *Sources* as CSV: a line for each source, and one for each of its campaigns. */
export function createSourceSheet(content: Pick<Content, "locale" | "inbox" | "leadContent">) {
  const { source, campaign, results } = content.inbox.sources;
  const line = (name: string, of: string, figures: Record<keyof Results, string | number>) => {
    const cells = [name, of, ...RESULTS.map((result) => String(figures[result]))];
    return csvLine(cells, cellSeparator(content.locale));
  };
  return ({ sources }: SourceResults) => {
    const lines = sources.flatMap(({ source: key, campaigns, ...all }) => {
      const name = sourceName(key, content.leadContent.sources);
      return [line(name, "", all), ...campaigns.map(({ campaign: of, ...some }) => line(name, of, some))];
    });
    return `\uFEFF${line(source, campaign, results)}${lines.join("")}`;
  };
}

/** Where a formula may start: first in a value, or after quotes and invisible characters. */
const LEADING = /^(?=[\s"'\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n])/u;

/** Matches there after any separator: where lists have semicolons, cells start inside ours. */
const INNER = /(?=[=+\-@\uff1d\uff0b\uff0d\uff20])(?<=[;,\t\r\n"]\s*)/gu;

export function csvLine(values: readonly string[], separator: "," | ";" = ","): string {
  return `${values.map((value) => `"${withoutFormula(value).replace(/"/g, '""')}"`).join(separator)}\r\n`;
}

function withoutFormula(value: string): string {
  return value.replace(INNER, "'").replace(LEADING, "'");
}
