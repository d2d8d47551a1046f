/** The pages say of the call what the settings say, and a calendar that never opens is refused. */
import { expect, test } from "vitest";
import type { WorkingHours } from "../../contract/booking.ts";
import { content as delivered, sample, withParts } from "../../tests/content.ts";
import { loadContent } from "./content.ts";

const build = (changes: Partial<WorkingHours>, settings = {}) =>
  loadContent(
    settings,
    withParts("schedule.yaml", { workingHours: { ...delivered.workingHours, ...changes } }, sample),
  );

test("the delivered settings say what the specification says", () => {
  const { hero, contact } = build({});
  expect(hero.note).toContain("15-20 minute call, by phone or video");
  const terms = contact.terms.map(({ value }) => value);
  expect(terms).toEqual(expect.arrayContaining(["15-20 minutes", "By phone or video"]));
});

test("calls of 15 minutes at a link change the sentences", () => {
  const link = { kind: "link", url: "https://meet.example/room" } as const;
  const { hero, contact } = build({ callMinutes: { from: 15, to: 15 }, place: link });
  expect(hero.note).toContain("15 minute call, by video");
  const terms = contact.terms.map(({ value }) => value);
  expect(terms).toEqual(expect.arrayContaining(["15 minutes", "By video"]));
});

const always = { days: ["monday"], from: "09:00", to: "17:00" } as const;

test.each<[what: string, changes: Partial<WorkingHours>, problem: RegExp]>([
  ["a notice beyond all days", { noticeHours: 48, horizonDays: 2 }, /noticeHours is 48, but calls open only/],
  ["no hours", { weekly: [] }, /weekly names no hours/],
  ["hours too short", { weekly: [{ ...always, to: "09:15" }] }, /no hours of weekly hold a call of 20 min/],
])("a calendar with %s does not build, unless another page takes the bookings", (_what, changes, problem) => {
  expect(() => build(changes)).toThrow(/schedule\.yaml: no call can ever be booked: /);
  expect(() => build(changes)).toThrow(problem);
  expect(build(changes, { schedulingUrl: "https://book.example" }).workingHours).toMatchObject(changes);
});
