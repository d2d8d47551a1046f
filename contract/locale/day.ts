/**
 * Whether the text is a real day, like `2027-03-01`.
 * `Date` reads February 30 as in March.
 */
export function isDay(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
