import { expect, test } from "vitest";
import { content } from "../../tests/content.ts";
import { MINUTE_MS } from "../durations.ts";
import { localeOf } from "./locale.ts";
import * as times from "./times.ts";

const ZONE = "America/New_York";
const EN = localeOf(content);
const AT = "2026-11-21T18:30:00Z";

const MINUTES = [0.999, 60, 5 * 60 + 12, 24 * 60, 25.5 * 60, 239.999, -1.5];

test("durations and moments are shown as times.said.txt says", async () => {
  const now = "2027-01-01T04:59:59.000Z";
  const durations = MINUTES.map((minutes) => {
    const ms = minutes * MINUTE_MS;
    return `${minutes} min: ${times.duration(ms, EN)}, ${times.shownDuration(ms, EN)}`;
  });
  // A moment has its year unless it is this year.
  const moments = ["2026-11-20T00:02:00.000Z", "2027-01-01T05:00:00.000Z"].map(
    (iso) => `${iso}: ${times.moment(iso, { now, timeZone: ZONE }, EN)}`,
  );
  // Node does not know the second zone.
  const calls = [ZONE, "Nowhere/City"].map(
    (timeZone) =>
      `a call in ${timeZone}: ${times.callTime(AT, { now: AT, timeZone }, EN)}`,
  );
  const said = [...durations, ...moments, ...calls].join("\n");
  await expect(said).toMatchFileSnapshot("times.said.txt");
});

test("an hour has as many digits as beside a zone, in German two", () => {
  expect(times.briefTime("2026-11-21T08:05Z", "UTC", { tag: "de" })).toBe(
    "Sa., 21. Nov., 08:05",
  );
});
