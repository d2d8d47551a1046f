/** What the stores count, for the metrics. */
import { HealthSchema, type Health } from "../../contract/leads-admin.ts";
import { number, read, text, type DatabaseRecord } from "./records.ts";

/** Reasons come from channels and name codes of receivers; past this many the rest is one. */
const MAX_REASONS = 20;
const OTHER_REASONS = "other";

/** @param records `reason` and how many `deliveries`, the most frequent first */
export function toFailures(records: readonly DatabaseRecord[]): Record<string, number> {
  const failures: Record<string, number> = {};
  for (const [place, record] of records.entries()) {
    const reason = place < MAX_REASONS ? text(record, "reason") : OTHER_REASONS;
    failures[reason] = (failures[reason] ?? 0) + number(record, "deliveries");
  }
  return failures;
}

/** @param counted with `oldest`: when the oldest undelivered was due, NULL when there is none */
export function toHealth(
  counted: DatabaseRecord,
  failuresByReason: Record<string, number>,
  now: string,
): Health {
  const waited = counted["oldest"] === null ? 0 : Date.parse(now) - Date.parse(text(counted, "oldest"));
  const oldestUndeliveredSeconds = Math.max(0, Math.round(waited / 1000));
  return read(HealthSchema, counted, { oldestUndeliveredSeconds, failuresByReason });
}
