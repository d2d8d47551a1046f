/** Pages must say of the call what the settings say. Hours that never open are refused. */
import { expect, test } from "vitest";
import type { WorkingHours } from "../../contract/call/booking.ts";
import { sample, withParts } from "../../tests/content.ts";
import { parse } from "yaml";
import { stringsIn } from "./call-terms.ts";
import { loadContent } from "./content.ts";

const as = (file: string) => parse(sample.texts[file] ?? "");
const schedule = as("schedule.yaml");
const home = as("home.yaml");

const build = (
  changes: Partial<WorkingHours>,
  homeParts = {},
  settings = {},
  schedulePage = {},
) => {
  const parts = {
    workingHours: { ...schedule.workingHours, ...changes },
    schedulePage: { ...schedule.schedulePage, ...schedulePage },
  };
  const folder = withParts(
    "home.yaml",
    homeParts,
    withParts("schedule.yaml", parts),
  );
  return loadContent(settings, folder);
};
const about = /minute|\bby (?:phone|video)/i;
const saidOfTheCall = (content: object) =>
  stringsIn(content).flatMap(([path, text]) =>
    /^(?:hero|contact|bookCall|pages|schedulePage|mail\.confirmation)/.test(
      path,
    ) && about.test(text)
      ? [text]
      : [],
  );

test("the delivered settings say what the specification says", () => {
  const { hero, contact } = build({});
  expect(hero.note).toContain("15-20 minute call, by phone or video");
  expect(contact.terms.map(({ value }) => value)).toEqual(
    expect.arrayContaining(["15-20 minutes", "By phone or video"]),
  );
});

test("calls of 15 minutes at a link change every sentence about the call in pages and mails", () => {
  const link = { kind: "link", url: "https://meet.example/room" } as const;
  const next = ["We talk for {minutes} minutes, {place}."];
  const content = build(
    { callMinutes: { from: 15, to: 15 }, place: link },
    {},
    {},
    { next },
  );
  const said = saidOfTheCall(content);
  expect(said.length).toBeGreaterThan(6);
  for (const text of said) {
    expect(text).not.toMatch(/20|phone or/);
    for (const [minutes] of text.matchAll(/[\d-]+(?= ?minute)/g))
      expect(minutes).toBe("15");
  }
  expect(content.hero.note).toContain("15 minute call, by video");
});

test.each<[note: string, changes: Partial<WorkingHours>, problem: RegExp]>([
  [
    "Free 30 minute call.",
    {},
    /hero\.note says "30 minute", but callMinutes .* 15-20: write \{minutes\}$/,
  ],
  ["Free call, 20 min.", {}, /says "20 min"/],
  [
    "Free call, by phone.",
    {},
    /says "by phone", but place .* "by phone or video": write \{place\}$/,
  ],
  [
    "Free call, video if you like.",
    { place: { kind: "phone" } },
    /says "video", but place .* "by phone"/,
  ],
])("the build refuses the note %j", (note, changes, problem) => {
  const hero = { ...home.hero, note };
  expect(() => build(changes, { hero })).toThrow(problem);
});

test("a text may name the call's minutes as a number, and minutes of something else", () => {
  const hero = { ...home.hero, note: "Free 15 – 20 minute call." };
  const items = [
    { question: "How fast?", answer: "It answers in 2 minutes, by phone." },
  ];
  expect(build({}, { hero, faq: { ...home.faq, items } }).hero.note).toContain(
    "Free",
  );
});

test.each(["http://a.example/{id}", "https://a.example/{ID}"])(
  "the meeting link %s is refused",
  (url) => {
    expect(() => build({ place: { kind: "link", url } })).toThrow(
      "must be like https://meet.example/{id}",
    );
  },
);

const always = { days: ["monday"], from: "09:00", to: "17:00" } as const;

test.each<[what: string, changes: Partial<WorkingHours>, problem: string]>([
  [
    "a notice beyond all days",
    { noticeHours: 72, horizonDays: 2 },
    "noticeHours is 72, but calls open only",
  ],
  ["no hours", { weekly: [] }, "weekly names no hours"],
  [
    "hours too short",
    { weekly: [{ ...always, to: "09:15" }] },
    "no hours of weekly hold a call of 20 min",
  ],
])(
  "a calendar with %s does not build, unless another page takes the bookings",
  (_what, changes, problem) => {
    expect(() => build(changes)).toThrow(
      `schedule.yaml: no call can ever be booked: ${problem}`,
    );
    expect(
      build(changes, {}, { schedulingUrl: "https://book.example" })
        .workingHours,
    ).toMatchObject(changes);
  },
);
