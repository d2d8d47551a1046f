import { expect, test, vi } from "vitest";
import { createNextTimes } from "./next-times.ts";
import type { Openings } from "./offered-times.ts";

const NINE = "2027-03-02T14:00:00Z";
const TEN = "2027-03-02T15:00:00Z";
const now = () => Date.parse("2027-03-01T12:00:00Z");
const open = (...times: string[]) => ({ times, taken: [], days: [] });

function start() {
  const read = vi.fn(async (): Promise<Openings> => open(NINE, TEN));
  const times = { read, timeZone: "America/New_York" };
  return { read, html: createNextTimes(times, { tag: "en" }, now) };
}

test("a page that is sent after a booking does not have the booked time", async () => {
  const { read, html } = start();
  expect(await html()).toContain(NINE);
  read.mockResolvedValue(open(TEN));
  expect(await html()).not.toContain(NINE);
  expect(await html()).toContain(
    `<a rel="nofollow" href="/schedule?at=${TEN}">Tue, 10:00\u00a0AM\u00a0EST</a>`,
  );
});

test("while the store is silent or fails a page has no times, and does not wait for them", async () => {
  const { read, html } = start();
  await html();
  read.mockReturnValue(new Promise(() => undefined));
  expect(await html()).toBe("");
  read.mockRejectedValue(new Error("The disk is full."));
  expect(await html()).toBe("");
});
