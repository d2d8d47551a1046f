import { expect, test } from "vitest";
import {
  type ChosenTime,
  type TimesBoard,
} from "../../../contract/http/page.ts";
import { content } from "../../../tests/content.ts";
import { EMPTY, listOf, render } from "../../../tests/support/said.tsx";
import { pageContents } from "../../page-content.ts";
import ChosenTimePage from "./form-page.tsx";
import { ownDays } from "./own-days.ts";
import TimesPage from "./schedule-page.tsx";

const NEW_YORK = "America/New_York";

const OF_NOVEMBER_1 = {
  "2026-11-01T05:30:00Z": ["2026-11-01T05:30:00Z", "2026-11-01T06:30:00Z"],
};
const OF_NOVEMBER_2 = {
  "2026-11-02T14:00:00Z": ["2026-11-02T14:00:00Z", "2026-11-02T20:30:00Z"],
};
const hoursOf = (day: number) =>
  Array.from({ length: 6 }, (_, index) =>
    new Date(Date.UTC(2026, 10, day, 5 + 4 * index)).toISOString(),
  );
const ROUND_THE_CLOCK = {
  "2026-11-03T05:00:00Z": hoursOf(3),
  "2026-11-04T05:00:00Z": hoursOf(4),
  "2026-11-06T05:00:00Z": [],
};
const SIX = ["14", "15", "16", "17", "18", "19"].map(
  (hour) => `2026-11-30T${hour}:00:00Z`,
);
const SOME_DAYS = {
  "2026-11-30T14:00:00Z": SIX,
  "2026-12-01T14:00:00Z": ["2026-12-01T14:00:00Z"],
};
const MOVE = { movedFrom: "2026-12-03T14:00:00Z", token: "t" };
const TAKEN = { wanted: "2026-11-30T20:00:00Z" };
const CHOSEN = { ...MOVE, chosen: "2026-11-30T15:00:00Z" };

const daysOf = (given: Record<string, string[]>) =>
  Object.entries(given).map(([opens, times]) => ({
    day: opens.slice(0, 10),
    opens,
    times,
    left: times.length,
  }));

/** Renders a board at its first day with times. */
function on(
  more: Partial<TimesBoard> = {},
  given: Record<string, string[]> = SOME_DAYS,
): string {
  const days = daysOf(given);
  const schedule = {
    view: "times",
    days,
    soonest: SIX.slice(0, 2),
    zone: NEW_YORK,
    agencyZone: NEW_YORK,
    ...more,
  } as const;
  return render(
    <TimesPage schedule={schedule} content={pageContents(content).schedule} />,
  );
}

test("a visitor's day that has times of two days can have the calls of both", () => {
  const days = daysOf(ROUND_THE_CLOCK).map((day) => ({ ...day, left: 2 }));
  const own = ownDays(days, "America/Los_Angeles");
  expect(own.map(({ left }) => left)).toEqual([1, 4, 2, 0]);
});

const TIME = {
  view: "form",
  startsAt: "2026-12-03T14:00:00Z",
  day: "2026-12-03",
  clocks: { day: "Thu", time: "9", zone: "EST", agencyTime: "8" },
  zone: NEW_YORK,
  agencyZone: NEW_YORK,
} as const;
const formOf = (more: Partial<ChosenTime>) =>
  render(
    <ChosenTimePage
      schedule={{ ...TIME, ...more }}
      content={pageContents(content).scheduleForm}
      form={EMPTY}
    />,
  );

test("the board and the form of a time say and offer what a visitor can do", async () => {
  const none = { "2026-11-29T14:00:00Z": [] };
  const closed = { day: "2026-11-02", left: 0, times: [] };
  const shown = {
    "a board": on(),
    "another day": on({ day: "2026-12-01" }),
    "a full day": on({}, { ...none, ...SOME_DAYS }),
    "a day with six times": on({}, { "2026-11-30T14:00:00Z": SIX }),
    "few times": on({}, { "2026-11-30T14:00:00Z": SIX.slice(1) }),
    "a time that never opens": on({ notice: "never" }),
    "old times": on({ notice: "old" }),
    "a taken time": on(TAKEN),
    "between other days": on({ earlier: "2026-11-20", later: "2026-12-09" }),
    "from a mail's link, without times": on({ token: "t" }, none),
    "a closed day": on({
      days: [{ ...closed, opens: "2026-11-02T14:00:00Z", isClosed: true }],
    }),
    "a move without times": on(MOVE, none),
    "a move to a chosen time": on(CHOSEN),
    "a move to the same weekday": on({
      ...CHOSEN,
      movedFrom: "2026-12-07T14:00:00Z",
    }),
    "a move to a taken time": on({ ...MOVE, ...TAKEN }),
    "a move with a notice": on({ ...MOVE, notice: "full" }),
    "a repeated hour": on({}, OF_NOVEMBER_1),
    "a midnight between times": on({ zone: "Asia/Kathmandu" }, OF_NOVEMBER_2),
    "a night between": on(
      { zone: "Asia/Tokyo" },
      { ...OF_NOVEMBER_2, "2026-11-03T03:00:00Z": [] },
    ),
    "times of the next day": on({ zone: "Pacific/Auckland" }, OF_NOVEMBER_2),
    "hours round the clock, to the west": on(
      { zone: "America/Los_Angeles" },
      ROUND_THE_CLOCK,
    ),
    "hours round the clock, to the east": on(
      { zone: "Asia/Tokyo" },
      ROUND_THE_CLOCK,
    ),
    "a form without a number": formOf({}),
    "a form with a number": formOf({ phone: "1" }),
  };
  await expect(listOf(shown)).toMatchFileSnapshot("schedule-page.said.txt");
});
