export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** A time in ISO 8601 in UTC. @param ms milliseconds since 1970 */
export const isoTime = (ms: number): string => new Date(ms).toISOString();

/** The time `ms` milliseconds after another one. Both are in ISO 8601. */
export const timeAfter = (iso: string, ms: number): string =>
  isoTime(Date.parse(iso) + ms);
