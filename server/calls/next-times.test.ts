/** The next open times that a page is sent with: those of now, or none. */
import { expect, test } from "vitest";
import { MINUTE_MS } from "../../contract/durations.ts";
import { createNextTimes } from "./next-times.ts";
import type { Openings } from "./offered-times.ts";

const NINE = "2027-03-02T14:00:00Z";
const TEN = "2027-03-02T15:00:00Z";

function start() {
  const site = { times: [NINE, TEN], now: Date.parse("2027-03-01T12:00:00Z"), isSilent: false };
  const read = () =>
    site.isSilent
      ? new Promise<Openings>(() => undefined)
      : Promise.resolve<Openings>({ times: site.times, taken: [], days: [] });
  return {
    site,
    html: createNextTimes({ read, timeZone: "America/New_York" }, { tag: "en" }, () => site.now),
  };
}

test("a time that was booked five minutes ago is not in the first page that is sent since", async () => {
  const { site, html } = start();
  expect(await html()).toContain(NINE);
  site.times = [TEN];
  site.now += 5 * MINUTE_MS;
  expect(await html()).not.toContain(NINE);
  expect(await html()).toContain(`<a rel="nofollow" href="/schedule?at=${TEN}">Tue 10:00 AM<span`);
});

test("while the store is silent there are none, and the page does not wait for it", async () => {
  const { site, html } = start();
  await html();
  site.isSilent = true;
  site.now += 5 * MINUTE_MS;
  expect(await html()).toBe("");
});
