/** What the pages say of the call is what the settings say, and a calendar that never opens does not build. */
import { expect, test } from "vitest";
import type { WorkingHours } from "../../contract/booking.ts";
import * as files from "../../site/content/index.ts";
import { stringsIn } from "./call-terms.ts";
import { loadContent, type ContentFiles } from "./content.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");
const { schedule } = files;

const build = (changes: Partial<WorkingHours>, changed: ContentFiles = {}, settings = {}) => {
  const workingHours = { ...schedule.workingHours, ...changes };
  return loadContent(
    settings,
    { ...files, schedule: { ...schedule, workingHours }, ...changed },
    {},
    {},
    NOW,
  );
};
const about = /minute|\bby (?:phone|video)/i;
const saidOfTheCall = (content: object) =>
  stringsIn(content).flatMap(([path, text]) =>
    /^(?:hero|contact|bookCall|pages|schedulePage|mail\.confirmation)/.test(path) && about.test(text)
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

test("calls of 15 minutes at a link change every sentence of the pages and mails", () => {
  const link = { kind: "link", url: "https://meet.example/room" } as const;
  const next = ["We talk for {minutes} minutes, {place}."];
  const content = build(
    { callMinutes: { from: 15, to: 15 }, place: link },
    {
      schedule: {
        ...schedule,
        workingHours: { ...schedule.workingHours, callMinutes: { from: 15, to: 15 }, place: link },
        schedulePage: { ...schedule.schedulePage, next },
      },
    },
  );
  const said = saidOfTheCall(content);
  expect(said.length).toBeGreaterThan(6);
  for (const text of said) {
    expect(text).not.toMatch(/20|phone or/);
    for (const [minutes] of text.matchAll(/[\d-]+(?= ?minute)/g)) expect(minutes).toBe("15");
  }
  expect(content.hero.note).toContain("15 minute call, by video");
});

test.each<[note: string, changes: Partial<WorkingHours>, problem: RegExp]>([
  [
    "Free 30 minute call.",
    {},
    /hero\.ts: hero\.note says "30 minute", but callMinutes .* 15-20: write \{minutes\}$/,
  ],
  ["Free call, 20 min.", {}, /says "20 min"/],
  [
    "Free call, by phone.",
    {},
    /hero\.note says "by phone", but place .* "by phone or video": write \{place\}$/,
  ],
  ["Free call, video if you like.", { place: { kind: "phone" } }, /says "video", but place .* "by phone"/],
])("the build refuses %j", (note, changes, problem) => {
  const hero = { ...files.hero, hero: { ...files.hero.hero, note } };
  expect(() => build(changes, { hero })).toThrow(problem);
});

test("minutes that are not the call's, and the same ones, are no contradiction", () => {
  const hero = { ...files.hero, hero: { ...files.hero.hero, note: "Free 15 – 20 minute call." } };
  const items = [{ question: "How fast?", answer: "It answers in 2 minutes, by phone." }];
  expect(build({}, { hero, faq: { faq: { ...files.faq.faq, items } } }).hero.note).toContain("Free");
});

const always = { days: ["monday"], from: "09:00", to: "17:00" } as const;
const mondays = ["2026-11-23", "2026-11-30"];

test.each<[what: string, changes: Partial<WorkingHours>, problem: RegExp]>([
  [
    "a notice beyond the days ahead",
    { noticeHours: 48, horizonDays: 2 },
    /noticeHours is 48, but calls open only 48 hours ahead/,
  ],
  ["no hours", { weekly: [] }, /weekly names no hours/],
  [
    "hours shorter than a call",
    { weekly: [{ ...always, to: "09:15" }] },
    /no hours of weekly hold a call of 20 minutes/,
  ],
  [
    "all days closed",
    { weekly: [always], horizonDays: 14, closedDates: mondays },
    /closedDates closes every day of the next 14/,
  ],
])("a calendar with %s does not build, unless another page takes the bookings", (_what, changes, problem) => {
  expect(() => build(changes)).toThrow(/schedule\.ts: no call can ever be booked: /);
  expect(() => build(changes)).toThrow(problem);
  expect(build(changes, {}, { schedulingUrl: "https://book.example" }).workingHours).toMatchObject(changes);
});

test("a single open day builds", () => {
  expect(
    build({ weekly: [always], horizonDays: 14, closedDates: mondays.slice(1) }).workingHours.horizonDays,
  ).toBe(14);
});
