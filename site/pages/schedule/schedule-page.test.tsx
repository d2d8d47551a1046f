import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import {
  ASK_STEPS,
  NO_BOARD,
  NO_CALL,
  SCHEDULE_NOTICES,
  type ScheduleState,
  type TimesBoard,
} from "../../../contract/http/page.ts";
import { BOOK_CALL, SCHEDULE_PATH } from "../../../contract/http/routes.ts";
import { SharedContentContext } from "../../components/shared-content.ts";
import { content } from "../../../tests/content.ts";
import { pageContents, sharedContent } from "../../page-content.ts";
import { ownDays } from "./own-days.ts";
import TimesPage from "./schedule-page.tsx";
import { StillSchedule } from "./still-pages.tsx";

const { schedulePage } = content;
const form = { kind: "empty" } as const;

function render(page: ReactNode): string {
  return renderToStaticMarkup(
    <SharedContentContext value={sharedContent(content, form)}>
      {page}
    </SharedContentContext>,
  );
}

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

test.each<[string, Days, string, string, string[]]>([
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

test("a full day is no link, and the day that is shown is the heading of its times", () => {
  const days = {
    "2026-11-02T14:00:00Z": [],
    "2026-11-03T14:00:00Z": ["2026-11-03T14:00:00Z"],
  };
  const { html, strip, heading } = board(days, NEW_YORK);
  expect(strip).toEqual([
    `Mon 2 November , ${schedulePage.full}`,
    "Tue 3 November , 1 left",
  ]);
  expect(heading).toBe("Tuesday, November 3");
  expect(html).not.toContain("day=2026-11-02");
  expect(html).toContain("day=2026-11-03");
});

test("a day that the agency closed is closed, not full", () => {
  const closed = {
    day: "2026-11-02",
    left: 0,
    times: [],
    isClosed: true,
  } as const;
  const opens = "2026-11-02T14:00:00Z";
  const { strip, html } = board({}, NEW_YORK, {
    days: [{ ...closed, opens }],
  });
  expect(strip).toEqual([]);
  expect(html).toContain(`<span>${schedulePage.closed}</span>`);
  expect(html).toContain(schedulePage.closedStamp);
  expect(html).not.toContain(schedulePage.full);
});

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
  [NEW_YORK, ["Tue 3", "Wed 4"], "Tuesday, November 3"],
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

test.each([
  [5, true],
  [6, false],
])("with %i open times the board says that they are few: %s", (count, says) => {
  const times = Array.from(
    { length: count },
    (_, n) => `2026-11-02T${14 + n}:00:00Z`,
  );
  const { html } = board({ "2026-11-02T14:00:00Z": times }, NEW_YORK);
  const [sentence = ""] = schedulePage.few.split(".");
  expect(html.includes(sentence)).toBe(says);
});

test("at most 16 times are shown; the others are folded, unless one of them is chosen", () => {
  const times = Array.from({ length: 40 }, (_, n) =>
    new Date(Date.UTC(2026, 10, 2, 14, 15 * n)).toISOString(),
  );
  const folded = (chosen?: string) => {
    const { html } = board(
      { "2026-11-02T14:00:00Z": times },
      NEW_YORK,
      chosen ? { chosen } : {},
    );
    const [shown = "", unfolds = ""] = html.split("<details");
    return [
      shown.split(/<a class="tag" rel="nofollow" aria-label/).length - 1,
      unfolds.startsWith(' open=""'),
    ];
  };
  expect(folded()).toEqual([16, false]);
  expect(folded(times[30])).toEqual([16, true]);
});

const words = {
  ...content,
  ...pageContents(content).scheduleForm,
  ...scheduleContent,
};
const still = (schedule: ScheduleState) =>
  render(<StillSchedule schedule={schedule} content={words} form={form} />);

const KEPT = {
  view: "kept",
  phone: "",
  nearest: ["2026-12-03T14:00:00Z", "2026-12-10T14:00:00Z"],
  wishedAt: "2026-12-02T14:00:00Z",
  zone: NEW_YORK,
  agencyZone: NEW_YORK,
} as const;

test("a time near the taken time shows its date if it is a week away; Enter books no time", () => {
  const html = still({ ...KEPT, why: "taken" });
  expect(html).toMatch(/>Thu 9:00\sAM<.*>Thu, Dec\s10, 9:00\sAM</);
  expect(html).toMatch(/<form[^>]*><input type="submit" disabled=""/);
});

test.each(NO_CALL)("a lead whose call is not booked reads why (%s)", (why) => {
  const { text } = schedulePage.kept[why];
  expect(still({ ...KEPT, why })).toContain(render(text));
});

test.each(NO_BOARD)(
  "a page without times says why (%s), and links to the form or to the times",
  (why) => {
    const html = still({ view: "none", why });
    expect(html).toContain(render(schedulePage.none[why].heading));
    expect(html).toContain(
      `href="${why === "link" ? SCHEDULE_PATH : BOOK_CALL.path}"`,
    );
  },
);

const SAID = {
  asking: "heading",
  wrong: "wrong",
  sent: "sentHeading",
} as const;

test.each(ASK_STEPS)(
  "who lost a link reads what comes of asking: %s",
  (step) => {
    const html = still({ view: "ask", step, typed: "dana" });
    expect(html).toContain(render(schedulePage.ask[SAID[step]]));
    expect(html).toContain("dana");
  },
);

test.each(SCHEDULE_NOTICES)("the board says what happened: %s", (notice) => {
  const { html } = board(OF_NOVEMBER_2, NEW_YORK, { notice });
  expect(html).toContain(render(schedulePage.notices[notice]));
});

test("an invented host of the calls is marked as a sample", () => {
  expect(scheduleContent.host?.sample).toBe(true);
  expect(board(OF_NOVEMBER_2, NEW_YORK).html).toContain(
    `>${content.sampleMark}</b>`,
  );
});

test("the next times are shown on another day than theirs alone", () => {
  const given = {
    "2026-11-02T14:00:00Z": ["2026-11-02T15:00:00Z"],
    "2026-11-03T14:00:00Z": ["2026-11-03T15:00:00Z"],
  };
  const shown = (day: string) => board(given, NEW_YORK, { day }).html;
  expect(shown("2026-11-02")).not.toContain(schedulePage.soonest);
  expect(shown("2026-11-03")).toContain(schedulePage.soonest);
});
