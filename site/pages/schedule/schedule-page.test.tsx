import { expect, test } from "vitest";
import {
  type ChosenTime,
  type TimesBoard,
} from "../../../contract/http/page.ts";
import { content } from "../../../tests/content.ts";
import { pageContents } from "../../page-content.ts";
import { fillIn } from "../../../contract/content/fill-in.ts";
import { EMPTY, listOf, render } from "../../../tests/support/said.tsx";
import { ownDays } from "./own-days.ts";
import TimesPage from "./schedule-page.tsx";
import ChosenTimePage from "./form-page.tsx";

const { schedulePage } = content;
const NEW_YORK = "America/New_York";
const scheduleContent = pageContents(content).schedule;
const { morning, afternoon, evening, night } = schedulePage.parts;

type Days = Record<string, string[]>;

/** Renders a board at its first day with times. @returns the HTML, and the texts of its parts */
function board(given: Days, zone: string, more: Partial<TimesBoard> = {}) {
  const days = Object.entries(given).map(([opens, times]) => ({
    day: opens.slice(0, 10),
    opens,
    times,
    left: times.length,
  }));
  const day = days.find(({ times }) => times.length > 0)?.day ?? "";
  const [soonest = []] = Object.values(given);
  const schedule = {
    view: "times",
    days,
    day,
    soonest,
    zone,
    agencyZone: NEW_YORK,
    ...more,
  } as const;
  const html = render(
    <TimesPage schedule={schedule} content={scheduleContent} />,
  );
  const texts = (part: RegExp, within = html) =>
    [...within.matchAll(part)].map(([, text = ""]) =>
      text
        .replace(/<[^>]*>/g, " ")
        .replace(/\s+/g, " ")
        .trim(),
    );
  return {
    html,
    strip: texts(/<li>(.*?)<\/li>/g).slice(0, days.length),
    heading: texts(/<h2 id="day"[^>]*>(.*?)<\/h2>/g)[0],
    times: texts(
      /<(?:h3|time [^>]*)>(.*?)<\/(?:h3|time)>/g,
      html.split('id="day"')[1],
    ),
  };
}

const OF_NOVEMBER_1 = {
  "2026-11-01T05:30:00Z": ["2026-11-01T05:30:00Z", "2026-11-01T06:30:00Z"],
};
const OF_NOVEMBER_2 = {
  "2026-11-02T14:00:00Z": ["2026-11-02T14:00:00Z", "2026-11-02T20:30:00Z"],
};

const NEXT_DAY = `Tuesday, November 3 \u00b7 ${night}`;

test.each([
  [
    "a repeated hour",
    OF_NOVEMBER_1,
    NEW_YORK,
    "Sun 1",
    [night, "1:30 AM EDT", "1:30 AM EST"],
  ],
  [
    "a noon between its times",
    OF_NOVEMBER_2,
    NEW_YORK,
    "Mon 2",
    [morning, "9:00 AM", afternoon, "3:30 PM"],
  ],
  [
    "a midnight between its times",
    OF_NOVEMBER_2,
    "Asia/Kathmandu",
    "Mon 2",
    [evening, "7:45 PM", NEXT_DAY, "2:15 AM"],
  ],
  [
    "times of the next day",
    OF_NOVEMBER_2,
    "Pacific/Auckland",
    "Tue 3",
    [night, "3:00 AM", morning, "9:30 AM"],
  ],
])(
  "a day with %s is shown on the visitor's clock",
  (_, days, zone, day, times) => {
    expect(board(days, zone)).toMatchObject({
      strip: [`${day} November , 2 left`],
      times,
    });
  },
);

const hoursOf = (day: number) =>
  Array.from({ length: 24 }, (_, hour) =>
    new Date(Date.UTC(2026, 10, day, 5 + hour)).toISOString(),
  );
const ROUND_THE_CLOCK = {
  "2026-11-03T05:00:00Z": hoursOf(3),
  "2026-11-04T05:00:00Z": hoursOf(4),
};

test("a visitor's day that has times of two days can have the calls of both", () => {
  const days = Object.entries(ROUND_THE_CLOCK).map(([opens, times]) => {
    return { day: opens.slice(0, 10), opens, times, left: 2 };
  });
  const own = ownDays(days, "America/Los_Angeles");
  expect(own.map(({ left }) => left)).toEqual([2, 4, 2]);
});

test.each([
  ["America/Los_Angeles", ["Mon 2", "Tue 3"], "Monday, November 2"],
  ["Asia/Tokyo", ["Tue 3", "Wed 4"], "Tuesday, November 3"],
])(
  "with hours round the clock, days are those of %s",
  (zone, days, heading) => {
    const shown = board(ROUND_THE_CLOCK, zone, { day: "" });
    expect(shown.strip.map((text) => text.replace(/ November.*/, ""))).toEqual(
      days,
    );
    expect(shown.heading).toBe(heading);
    expect(shown.times.join()).not.toContain(" \u00b7 ");
  },
);

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
const on = (more: Partial<TimesBoard> = {}, days: Days = SOME_DAYS) =>
  board(days, NEW_YORK, { soonest: ["2026-11-30T14:00:00Z"], ...more }).html;

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
    "few times": on({}, { "2026-11-30T14:00:00Z": SIX.slice(3) }),
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
    "a move to a taken time": on({ ...MOVE, ...TAKEN }),
    "a move with a notice": on({ ...MOVE, notice: "full" }),
    "a form without a number": formOf({}),
    "a form with a number": formOf({ phone: "1" }),
  };
  expect(board(SOME_DAYS, NEW_YORK).strip).toEqual([
    "Mon 30 November",
    "Tue Dec 1 , 1 left",
  ]);
  expect(shown["a full day"]).toContain("</span>November \u2013 December");
  await expect(listOf(shown)).toMatchFileSnapshot("schedule-page.said.txt");
});

test.each([
  ["2026-12-03T14:00:00Z", "Mon 10:00 AM", "Thu 9:00 AM"],
  ["2026-12-07T14:00:00Z", "Mon, Nov 30, 10:00 AM", "Mon, Dec 7, 9:00 AM"],
])("a call at %s is moved to %s, or kept at %s", (movedFrom, to, from) => {
  const said = on({ ...CHOSEN, movedFrom }).replaceAll(/\s/g, " ");
  expect(said).toContain(fillIn(schedulePage.moveTo, { time: to }));
  expect(said).toContain(fillIn(schedulePage.keep, { time: from }));
});
