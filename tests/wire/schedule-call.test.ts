import { expect, vi } from "vitest";
import { DAY_MS } from "../../contract/durations.ts";
import { INBOX, ASK_LINK_PATH } from "../../contract/http/routes.ts";
import * as bookingsStatements from "../../server/calls/bookings.ts";
import { closeTime } from "../../server/calls/stored-calls.ts";
import { readLead } from "../../server/leads/read-lead.ts";
import { StoreUnavailable } from "../../server/store/unavailable.ts";
import { readAll } from "../store/contract/rows.ts";
import { detailIn } from "../store/contract/scenario.ts";
import { workingHours } from "../support/build.ts";
import { LEAD } from "../support/leads.ts";
import { readBack } from "../support/read-back.ts";
import { claimDue } from "../support/results.ts";
import { postForm } from "./form-request.ts";
import { formRequest, member, tokenFor, UNKNOWN } from "./inbox-request.ts";
import {
  book,
  bookings,
  callLink,
  MONDAY_SEVEN,
  RATE_LIMIT,
  shown,
  site,
  timesOf,
  TUESDAY_TEN,
  siteTest as test,
  visitorOf,
} from "./schedule-request.ts";

test("a visitor with a lead's link picks a time and types nothing again", async (server) => {
  await server.send(postForm());
  const [lead] = await readAll(server.store);
  const expiresAt = MONDAY_SEVEN + 1000;
  const token = tokenFor("schedule", lead?.id, { expiresAt });
  const form = await shown(
    server,
    `/schedule?token=${token}&at=${TUESDAY_TEN}`,
  );
  expect(form).toMatchObject({ view: "form", token });
  for (const path of ["/schedule", "/schedule/call", "/schedule/call.ics"]) {
    const { headers } = await server.send({ path: `${path}?token=${token}` });
    expect(headers, path).toMatchObject({
      "referrer-policy": "strict-origin",
      "cache-control": "no-store",
    });
  }
  const picked = formRequest("/schedule", {
    token,
    startsAt: TUESDAY_TEN,
    zone: "Asia/Kolkata",
  });
  expect((await server.send(picked)).status).toBe(303);
  expect(await bookings(server)).toMatchObject([
    { leadId: lead?.id, zone: "Asia/Kolkata" },
  ]);
  // The last letter of base64 may change without
  // an effect, so this changes an earlier letter.
  const other = token.at(-9) === "A" ? "B" : "A";
  const forged = `/schedule?token=${token.slice(0, -9)}${other}${token.slice(-8)}`;
  expect(await shown(server, forged)).not.toHaveProperty("token");
});

test("a call's link shows the call's present state, and only a form moves or cancels the call", async (server) => {
  const link = await callLink(server);
  const move = `${link}&move`;
  const { tell, tellCalls, expectSaid } = visitorOf(server);
  const change = (fields: Record<string, string>) =>
    tell(formRequest(link, fields));
  for (const path of [
    link,
    move,
    `${move}&at=2027-03-03T15:00:00Z`,
    link.replace("?", ".ics?"),
  ])
    for (const method of ["GET", "HEAD"]) await tell({ path, method });
  const closed = {
    startsAt: "2027-03-02T15:00:00.000Z",
    endsAt: "2027-03-02T22:00:00.000Z",
  };
  await closeTime(server.store, { id: UNKNOWN, ...closed });
  // The first is the call's own time, after Back.
  for (const query of [
    `&at=${TUESDAY_TEN}`,
    "",
    "&zone=Asia/Tokyo&day=2027-03-04&at=2027-03-04T15:00:00Z",
    "&zones",
  ])
    await tell({ path: move + query });
  await tellCalls();
  await change({ startsAt: "2027-03-02T16:00:00Z", zone: "UTC" });
  // A second press changes nothing.
  for (let presses = 0; presses < 2; presses++) {
    await change({ startsAt: "2027-03-03T15:00:00Z", zone: "UTC" });
    await tellCalls();
  }
  // After Back, the URL still names the call's
  // present time as a wished or as a former time.
  for (const name of ["wanted", "moved", "booked"])
    await tell({ path: `${link}&${name}=2027-03-03T15:00:00Z` });
  await change({ startsAt: "2027-03-03T03:00:00Z", zone: "UTC" });
  const [made] = await bookings(server);
  await closeTime(server.store, {
    id: made?.id ?? "",
    startsAt: "2027-03-01T00:00:00.000Z",
    endsAt: "2027-12-01T00:00:00.000Z",
  });
  await tell({ path: move });
  const reason = `Found\r\n${"x".repeat(3_000)}`;
  for (let presses = 0; presses < 2; presses++)
    await change({ cancel: "yes", reason });
  const { history } = detailIn(
    await readLead(server.store, made?.leadId ?? ""),
  );
  expect(history[0]).toMatchObject({
    kind: "call-cancelled",
    reason: `Found ${"x".repeat(1_994)}`,
  });
  await tell({ path: link });
  await change({ startsAt: TUESDAY_TEN });
  await tellCalls();
  const expiresAt = MONDAY_SEVEN + 1000;
  const token = tokenFor("schedule", made?.leadId, { expiresAt });
  // Nobody has promised this visitor an answer.
  await tell(formRequest("/schedule", { token, startsAt: TUESDAY_TEN }));
  await expectSaid("call");
});

test("a call can be canceled until it begins, and its page says where it stands", async (server) => {
  const link = await callLink(server, { callNumber: "020-7946 0958" });
  const { tell, expectSaid } = visitorOf(server);
  for (const time of ["15:20:00", "15:00:00", "14:59:59"]) {
    server.clock.now = Date.parse(`2027-03-02T${time}Z`);
    for (const path of [link, `${link}&move`]) await tell({ path });
    await tell(formRequest(link, { cancel: "yes" }));
  }
  await expectSaid("cancel");
});

test("a call to which the visitor came is over, even before its end", async (server) => {
  const link = await callLink(server);
  const [call] = await bookings(server);
  server.clock.now = Date.parse(TUESDAY_TEN);
  await server.services.calls.say(call?.id ?? "", "came", { by: undefined });
  expect(await shown(server, link)).toHaveProperty("phase", "over");
});

test.each([
  { kind: "phone", orVideo: false, from: "(201) 555-0142" },
  { kind: "link", url: "https://meet.example/room" },
] as const)(
  "the page of a call whose place is a $kind says so, and who is mailed",
  async (place) => {
    const hours = { ...workingHours, place };
    const server = await site({ manifest: { workingHours: hours } });
    const { tell, expectSaid } = visitorOf(server);
    // A zone without a country, so the number is one of the agency's country.
    const link = await callLink(server, {
      zone: "UTC",
      callNumber: "201 555 0142",
    });
    await tell({ path: link });
    await server.store.write((query) => query`DELETE FROM deliveries`);
    await tell({ path: link });
    await tell({ path: "/schedule?at=2027-03-03T15:00:00Z" });
    await expectSaid(`by-${place.kind}`);
  },
);

test("one network can move calls ten times in an hour, and can still cancel then", async () => {
  const server = await site({ trustProxy: 1, rateLimit: RATE_LIMIT });
  const link = await callLink(server);
  let presses = 0;
  const change = async (fields: Record<string, string>) => {
    const from = { "x-forwarded-for": `203.0.113.${presses++ % 5}` };
    const { status, headers } = await server.send(
      formRequest(link, fields, from),
    );
    if (status === 429)
      expect(Number(headers["retry-after"])).toBeGreaterThan(60);
    return status;
  };
  const times = (await timesOf(server)).slice(5, 16);
  // A time that was never open costs nothing, nor does a store that fails.
  for (let n = 0; n < 3; n++)
    expect(await change({ startsAt: "2027-03-02T03:00:00Z" })).toBe(422);
  const full = new StoreUnavailable("The disk is full.");
  vi.spyOn(bookingsStatements, "moveCall").mockRejectedValueOnce(full);
  expect(await change({ startsAt: "2027-03-04T15:00:00Z" })).toBe(503);
  const moves: number[] = [];
  for (const startsAt of times) moves.push(await change({ startsAt }));
  expect(moves).toEqual([...Array.from({ length: 10 }, () => 303), 429]);
  expect(await change({ cancel: "yes" })).toBe(303);
  expect(await bookings(server)).toMatchObject([
    { state: "cancelled", sequence: 11 },
  ]);
});

test("less than `changeNoticeHours` before its start, no link moves or cancels a call", async () => {
  const server = await site({
    manifest: { workingHours: { ...workingHours, changeNoticeHours: 27 } },
  });
  const link = await callLink(server);
  const { tell, tellCalls, expectSaid } = visitorOf(server);
  for (const query of ["&move", "&at=2027-03-02T15:30:00Z"])
    await tell({ path: link + query });
  for (const change of [
    { cancel: "yes" },
    { startsAt: "2027-03-04T15:30:00Z", zone: "UTC" },
  ])
    await tell(formRequest(link, change));
  await tellCalls();
  await expectSaid("late");
});

test("no forged or expired link, no other site's form and no guess changes a call", async (server) => {
  const link = await callLink(server);
  const [call] = await bookings(server);
  const other = tokenFor("show", call?.id, { expiresAt: MONDAY_SEVEN + 1 });
  const over = tokenFor("booking", call?.id, { expiresAt: MONDAY_SEVEN });
  const { tell, tellCalls, expectSaid } = visitorOf(server);
  const cancel = { cancel: "yes" };
  for (const token of [other, over, `${link.split("token=")[1]}x`, ""]) {
    const path = `/schedule/call?token=${token}`;
    await tell({ path });
    await tell(formRequest(path, cancel));
  }
  await tell(formRequest(link, cancel, { "sec-fetch-site": "cross-site" }));
  await tell({ path: "/schedule/feed.ics?token=guess" });
  await tellCalls();
  // The site's own form, behind a proxy that changes the host.
  await tell(formRequest(link, cancel, { origin: "https://agency.example" }));
  await expectSaid("forged");
});

test("the agency's calls that stand are a calendar at a secret address; a visitor's call is a file", async (server) => {
  const canceled = await callLink(server, { email: "ben@ortiz.example" });
  await server.send(formRequest(canceled, { cancel: "yes" }));
  const link = await callLink(server);
  server.clock.now += 60 * DAY_MS;
  const ana = await member(server, "ana@agency.example");
  const { text } = await ana.open(INBOX.calls);
  const [path = "", token = ""] = /\/schedule\/feed\.ics(\S+)/.exec(text) ?? [];
  const { body, headers } = await server.send({ path });
  expect(headers).toMatchObject({
    "content-type": "text/calendar; charset=utf-8",
    "cache-control": "no-store",
  });
  expect(body).toContain("NAME:Nightshift");
  const { value, events } = readBack(body);
  expect(events).toHaveLength(1);
  expect(value("dtstart")).toBe(TUESDAY_TEN);
  const description = value("description");
  expect(description).toContain(LEAD.email);
  expect(description, "the visitor's own link").not.toContain("token=");
  expect(server.log()).not.toContain(token);
  // With a `NAME`, calendar programs would add the file as another calendar.
  const file = await server.send({ path: link.replace("?", ".ics?") });
  expect(file.headers).toMatchObject({
    "cache-control": "no-store",
    "content-disposition": 'attachment; filename="call.ics"',
  });
  expect(file.body).not.toContain("NAME:");
  expect(file.body.replaceAll("\r\n ", "")).toContain(link);
});

test("everybody who asks for a link reads the typed address in the same answer, and a known address gets a mail", async (server) => {
  await book(server, { email: "dana@ortiz.example" });
  const { tell, expectSaid } = visitorOf(server);
  for (const email of [
    " Dana@Ortiz.example ",
    "nobody@ortiz.example",
    "dana@",
    `${"d".repeat(250)}@ortiz.example`,
  ])
    await tell(formRequest(ASK_LINK_PATH, { email }));
  await expectSaid("ask");
  const links = async () => {
    const claimed = await claimDue(server.store, "mail", () => MONDAY_SEVEN);
    return claimed.filter(({ kind }) => kind === "link");
  };
  await expect
    .poll(links)
    .toMatchObject([{ event: { type: "booking.created" } }]);
});
