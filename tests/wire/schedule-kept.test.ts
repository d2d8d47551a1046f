/**
 * If a call cannot be booked, its lead is stored
 * with the wish, and the lead's link books a call.
 */

import { expect, vi } from "vitest";
import { DAY_MS, HOUR_MS } from "../../contract/durations.ts";
import { SOURCE_HEADER } from "../../contract/http/rest-api.ts";
import { INBOX } from "../../contract/http/routes.ts";
import * as bookingsStatements from "../../server/calls/bookings.ts";
import * as calendarStatements from "../../server/calls/stored-calls.ts";
import * as insertLeadsStatements from "../../server/leads/insert-leads.ts";
import { readPerson } from "../../server/leads/read-lead.ts";
import { StoreUnavailable } from "../../server/store/unavailable.ts";
import { content } from "../content.ts";
import { first, kindsOf, SPAM } from "../store/contract/scenario.ts";
import { claimDue } from "../support/results.ts";
import type { TestServer } from "../support/server.ts";
import { formRequest, operatorOf } from "./inbox-request.ts";
import {
  book,
  callLink,
  MONDAY_SEVEN,
  shown,
  site,
  stateOf,
  TUESDAY_TEN,
  siteTest as test,
  visitorOf,
} from "./schedule-request.ts";

const WEDNESDAY_TEN = "2027-03-03T15:00:00Z";
const PHONE = "+44 20 7946 0958";
const NUMBER = "+442079460958";
const AWAY = new StoreUnavailable("The calendar hangs.");
const FIRST = { email: "first@sample.co" };
const SECOND = {
  email: "second@sample.co",
  problems: "Missed calls",
  callNumber: PHONE,
};

async function secondLead({ store }: TestServer) {
  const leads = await readPerson(store, SECOND.email);
  expect(leads).toHaveLength(1);
  return first(leads);
}

/**
 * Sends the form as a script does. @returns
 * the path of the page that the script opens
 */
async function keptPath(
  server: TestServer,
  changes: Record<string, string>,
): Promise<string> {
  // A proxy may change `Accept`.
  const answer = await book(server, changes, { [SOURCE_HEADER]: "" });
  expect(answer.status).toBe(409);
  return JSON.parse(answer.body).location;
}

function picked(path: string, startsAt: string, callNumber = PHONE) {
  const token = new URL(path, "http://site").searchParams.get("token") ?? "";
  const zone = "Europe/London";
  return formRequest("/schedule", { token, startsAt, zone, callNumber });
}

test("a lead whose time is taken keeps its wish until it has a call, and can change the wish", async (server) => {
  await book(server, FIRST);
  const path = await keptPath(server, SECOND);
  const link = path.replace("&kept=taken", "");
  const { tell, note, expectSaid } = visitorOf(server);
  const noteLead = async () => {
    const { wish, bookings, deliveries } = await secondLead(server);
    const calls = bookings.map((call) => [call.startsAt, call.phone]);
    const due = deliveries.filter(({ state }) => state === "due");
    note({ wish, calls, due: kindsOf(due) });
  };
  await noteLead();
  await tell(picked(path, WEDNESDAY_TEN, "ext. 5"));
  // A reload shows the same page.
  for (let times = 0; times < 2; times++) await tell({ path });
  for (const query of [`&at=${WEDNESDAY_TEN}`, "&zone=UTC", "&zones"])
    await tell({ path: link + query });
  await tell(picked(path, TUESDAY_TEN));
  await tell(picked(path, WEDNESDAY_TEN));
  await noteLead();
  // The link now leads to the booked call.
  await tell({ path });
  await tell(picked(path, "2027-03-05T15:00:00Z"));
  server.clock.now = Date.parse(WEDNESDAY_TEN) + HOUR_MS;
  // The call is over.
  await tell({ path });
  await tell({ path: `${path}&at=2027-03-05T15:00:00Z` });
  // Maine has this number, too.
  const newest = "207 946 0123";
  await tell(picked(path, "2027-03-04T15:00:00Z", newest));
  server.clock.now += DAY_MS;
  await tell({ path: `${path}&at=2027-03-05T15:00:00Z` });
  await tell(picked(path, "2027-03-05T03:00:00Z", newest));
  await noteLead();
  await expectSaid("kept");
});

test("whose address has a call is offered no time, and the lead is stored", async (server) => {
  await book(server, FIRST);
  const again = { ...FIRST, ...SPAM, startsAt: WEDNESDAY_TEN };
  const answerBy = "2027-03-02T12:00:00.000Z";
  const kept = { why: "has-call", nearest: [], answerBy };
  expect(stateOf(await book(server, again)).schedule).toMatchObject(kept);
  const path = await keptPath(server, again);
  expect(await shown(server, path)).toMatchObject(kept);
  server.clock.now += DAY_MS;
  expect(await shown(server, path), "late").not.toHaveProperty("answerBy");
});

test("a lead is stored even if its call is not; if both fail, the form keeps the text", async () => {
  for (const hang of [
    () => vi.spyOn(bookingsStatements, "bookCall").mockRejectedValue(AWAY),
    () => vi.spyOn(calendarStatements, "readBusyTimes").mockRejectedValue(AWAY),
  ]) {
    const server = await site();
    const hanging = hang();
    // Open times are cached for two seconds.
    server.clock.now += 3_000;
    await keptPath(server, SECOND);
    hanging.mockRestore();
    expect(await secondLead(server)).toMatchObject({
      wish: { at: "2027-03-02T15:00:00.000Z" },
    });
  }
  const server = await site();
  await book(server, FIRST);
  vi.spyOn(insertLeadsStatements, "insertLeads").mockResolvedValue(AWAY);
  const refused = await book(server, SECOND);
  expect(refused.status).toBe(503);
  expect(stateOf(refused)).toMatchObject({
    form: {
      kind: "failed",
      values: { email: SECOND.email, problems: "Missed calls" },
    },
    schedule: { startsAt: TUESDAY_TEN, phone: PHONE },
  });
});

test("the links of a deleted lead and of its call answer 404 with a page", async (server) => {
  const call = await callLink(server, FIRST);
  const path = await keptPath(server, SECOND);
  await server.store.write((query) => query`DELETE FROM lead_submissions`);
  for (const answer of [
    await server.send({ path: call }),
    await server.send({ path }),
    await server.send(picked(path, WEDNESDAY_TEN)),
  ]) {
    expect(answer.status).toBe(404);
    expect(stateOf(answer).schedule).toEqual({ view: "none", why: "link" });
  }
});

test("a call that was stored just before the store's connection broke is shown", async (server) => {
  const { bookCall } = bookingsStatements;
  vi.spyOn(bookingsStatements, "bookCall").mockImplementation(
    async (...call) => {
      await bookCall(...call);
      throw new StoreUnavailable("The connection broke.");
    },
  );
  const answer = await book(server, SECOND);
  expect(answer).toMatchObject({ status: 303 });
  expect(String(answer.headers["location"])).toMatch(
    /^\/schedule\/call\?token=.+&booked$/,
  );
  expect(await secondLead(server)).toMatchObject({
    bookings: [{ phone: NUMBER }],
  });
});

test("the lead's page shows the wish and books with its number and zone, and the mail about the lead gets it", async (server) => {
  const zone = "-04:00[America/Winnipeg]";
  const startsAt = "2027-03-02T04:00:00Z";
  await book(server, { ...SECOND, zone, startsAt });
  const { lead } = await secondLead(server);
  const { open } = await operatorOf(server);
  const page = await open(INBOX.lead(lead.id));
  const wished = `${content.leadContent.wished} Mon, Mar 1, 11:00 PM EST Tue, Mar 2, 12:00 AM GMT-4`;
  for (const part of [wished, PHONE]) expect(page.text).toContain(part);
  const claimed = await claimDue(server.store, "mail", () => MONDAY_SEVEN);
  expect(
    claimed.map(({ kind, wish }) => [kind, wish?.at, wish?.phone]),
  ).toContainEqual(["notification", "2027-03-02T04:00:00.000Z", NUMBER]);
  const { button } = content.calls.book;
  await page.press(button, { otherTime: "2027-03-01T23:00" });
  expect(await secondLead(server)).toMatchObject({
    bookings: [{ zone, phone: NUMBER }],
  });
});
