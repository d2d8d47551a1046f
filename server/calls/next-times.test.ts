import { expect, test } from "vitest";
import { createNextTimes } from "./next-times.ts";
import type { Openings } from "./offered-times.ts";

const NINE = "2027-03-02T14:00:00Z";
const TEN = "2027-03-02T15:00:00Z";
const now = () => Date.parse("2027-03-01T12:00:00Z");

function start() {
  const never = new Promise<Openings>(() => undefined);
  const site: { times?: string[] } = { times: [NINE, TEN] };
  const read = async () =>
    site.times ? { times: site.times, taken: [], days: [] } : never;
  return {
    site,
    html: createNextTimes(
      { read, timeZone: "America/New_York" },
      { tag: "en" },
      now,
    ),
  };
}

test("a page that is sent after a booking does not have the booked time", async () => {
  const { site, html } = start();
  expect(await html()).toContain(NINE);
  site.times = [TEN];
  expect(await html()).not.toContain(NINE);
  expect(await html()).toContain(
    `<a rel="nofollow" href="/schedule?at=${TEN}">Tue, 10:00 AM EST</a>`,
  );
});

test("while the store is silent a page has no times, and does not wait for them", async () => {
  const { site, html } = start();
  await html();
  delete site.times;
  expect(await html()).toBe("");
});
