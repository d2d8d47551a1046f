import { expect, test } from "vitest";
import { MINUTE_MS } from "../../contract/durations.ts";
import { planBookingDeliveries, planDeliveries } from "./planned-deliveries.ts";

const SETTINGS = {
  // A program, and a chat.
  webhookUrls: ["https://crm.example/", "slack:https://b.example/"],
  timeZone: "America/New_York",
  mailLeadsAtNight: false,
};

const LEADS = {
  "by day": "2026-11-20T18:00:00.000Z",
  "at 8 AM": "2026-11-20T13:00:00.000Z",
  "at 9 PM": "2026-11-21T02:00:00.000Z",
  "before 8 AM": "2026-11-20T12:59:00.000Z",
  "in the night in which summer time ends": "2026-11-01T04:30:00.000Z",
};

test("of a lead and of a call is sent what stands in planned-deliveries.said.txt", async () => {
  const said: string[] = [];
  const say = (what: string, planned: object[]) =>
    said.push(what, ...planned.map((one) => `  ${JSON.stringify(one)}`));
  for (const [when, came] of Object.entries(LEADS))
    say(`a lead ${when}`, planDeliveries(came, SETTINGS));
  const atNight = { ...SETTINGS, mailLeadsAtNight: true };
  const planned = planDeliveries(LEADS["at 9 PM"], atNight);
  say("a lead at 9 PM, with mails at night", planned);
  const now = Date.parse("2026-11-20T15:00:00.000Z");
  for (const minutes of [25 * 60, 24 * 60, 90, 60]) {
    const startsAt = new Date(now + minutes * MINUTE_MS).toISOString();
    const ofCall = planBookingDeliveries(startsAt, SETTINGS, [24, 1], now);
    say(`a call in ${minutes} minutes`, ofCall);
  }
  await expect(said.join("\n")).toMatchFileSnapshot(
    "planned-deliveries.said.txt",
  );
});
