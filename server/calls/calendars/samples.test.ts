/**
 * Calendars as programs write them, and the times
 * that they block (`tests/support/calendars`).
 */

import { expect, test } from "vitest";
import { scope } from "../../../tests/support/calendar-text.ts";
import samples from "../../../tests/support/calendars/samples.json" with { type: "json" };
import { readCalendar } from "./read-calendar.ts";

const iso = (ms: number) => new Date(ms).toISOString().replace(".000", "");

test.each(samples)(
  "blocked times are read: $name",
  ({ zone, from, to, ics, busy }) => {
    const text = ics.replaceAll("\n", "\r\n");
    const { blocked } = readCalendar([text], scope(from, to, { zone }));
    expect(
      blocked.map(({ start, end }) => `${iso(start)}/${iso(end)}`),
    ).toEqual(busy);
  },
);
