/** Calendars as programs write them, and the times that they block (`tests/support/calendars`). */
import { expect, test } from "vitest";
import { readCalendar } from "./read-calendar.ts";
import samples from "../../../tests/support/calendars/samples.json" with { type: "json" };

test.each(samples)(
  "blocked times are read: $name",
  ({ zone, from, to, ics, busy, check }) => {
    const scope = {
      zone,
      from: Date.parse(from),
      until: Date.parse(to),
      owners: [],
    };
    const inWindow = (ms: number) =>
      Math.min(Math.max(ms, scope.from), scope.until);
    const iso = (ms: number) =>
      new Date(inWindow(ms)).toISOString().replace(".000", "");
    const times = busy.map((period) =>
      period.split("/").map((time) => iso(Date.parse(time))),
    );
    const read = readCalendar([ics.replaceAll("\n", "\r\n")], scope);
    const blocked = read.blocked.map(({ start, end }) => [
      iso(start),
      iso(end),
    ]);
    expect(blocked).toEqual(
      check === "contains" ? expect.arrayContaining(times) : times,
    );
  },
);
