import { expect, test } from "vitest";
import { content } from "../../tests/content.ts";
import { clocksOf } from "./in-zone.ts";
import { localeOf } from "./locale.ts";
import { shortTime, zoneOr } from "./times.ts";
import {
  settledZone,
  zoneAfterMove,
  zoneForIntl,
  zoneWithOffset,
} from "./visitor-zone.ts";

const JANUARY = "2027-01-15T15:00:00Z";
const NEXT_DAY = "2027-01-16T15:00:00Z";
const JULY = "2027-07-15T15:00:00Z";

const ZONES = `America/New_York
-04:00[america/new_york]
-05:00[America/New_York]
-06:00[America/New_York]
Europe/London
+00:00[Europe/London]
+05:45[Asia/Kathmandu]
+04:45[Asia/Kathmandu]
asia/kolkata
-04:00
UTC
-05:00[Nowhere/City]
-25:00[Asia/Tokyo]`;

test("a zone is read, named and kept, and has its own offset after a move, as visitor-zone.said.txt says", async () => {
  const locale = localeOf(content);
  const said = ZONES.split("\n").map((typed) => {
    const zone = zoneOr("UTC", typed);
    const clocks = clocksOf(JANUARY, zone, "America/New_York", locale);
    const [near, far] = [NEXT_DAY, JULY].map((to) =>
      zoneAfterMove(zone, JANUARY, to),
    );
    return [
      typed,
      `read as ${zone}, by Intl as ${zoneForIntl(zone)}`,
      `in January kept as ${settledZone(JANUARY, typed)}`,
      `at ${clocks.time}, ${clocks.day}, ${clocks.zone}`,
      `or ${shortTime(JANUARY, zone, locale)}`,
      `tapped in July: ${zoneWithOffset(JULY, zone)}`,
      `moved to the next day: ${near}, and to July: ${far}`,
    ].join("\n  ");
  });
  const text = said.join("\n\n").replaceAll("\u00a0", "_");
  await expect(text).toMatchFileSnapshot("visitor-zone.said.txt");
});
