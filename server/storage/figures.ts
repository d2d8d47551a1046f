/** The figures of the overview, from what the stores count. */
import type { Health } from "../../contract/leads-admin.ts";
import type { OverviewFigures } from "./admin-store.ts";
import { number, optionalText, text, type DatabaseRecord } from "./records.ts";

/** Reasons come from channels and name codes of receivers; past this many the rest is one. */
const MAX_REASONS = 20;
const OTHER_REASONS = "other";

/**
 * @param median with `hours`, NULL while no lead was answered
 * @param counted `open`, `overdue`, `undelivered`, `dead`, `mail_to_agency_failing`
 */
export function toOverview(
  leadsADay: number[],
  median: DatabaseRecord | undefined,
  counted: DatabaseRecord,
): OverviewFigures {
  const hours = median?.["hours"] ?? undefined;
  return {
    leadsADay,
    medianAnswerHours: hours === undefined ? undefined : Math.round(number(median, "hours") * 100) / 100,
    open: number(counted, "open"),
    overdue: number(counted, "overdue"),
    suspected: number(counted, "suspected"),
    undelivered: number(counted, "undelivered"),
    dead: number(counted, "dead"),
    mailToAgencyFailing: number(counted, "mail_to_agency_failing"),
  };
}

/** @param records `reason` and how many `deliveries`, the most frequent first */
export function toFailures(records: readonly DatabaseRecord[]): Record<string, number> {
  const failures: Record<string, number> = {};
  for (const [place, record] of records.entries()) {
    const reason = place < MAX_REASONS ? text(record, "reason") : OTHER_REASONS;
    failures[reason] = (failures[reason] ?? 0) + number(record, "deliveries");
  }
  return failures;
}

/** @param counted as for the overview, `written`, and `oldest`: when the oldest undelivered was due, NULL when there is none */
export function toHealth(
  counted: DatabaseRecord,
  failuresByReason: Record<string, number>,
  now: string,
): Health {
  const oldest = optionalText(counted, "oldest");
  const waited = oldest === undefined ? 0 : Date.parse(now) - Date.parse(oldest);
  return {
    oldestUndeliveredSeconds: Math.max(0, Math.round(waited / 1000)),
    undelivered: number(counted, "undelivered"),
    dead: number(counted, "dead"),
    mailToAgencyFailing: number(counted, "mail_to_agency_failing"),
    written: number(counted, "written"),
    overdue: number(counted, "overdue"),
    suspected: number(counted, "suspected"),
    open: number(counted, "open"),
    failuresByReason,
  };
}
