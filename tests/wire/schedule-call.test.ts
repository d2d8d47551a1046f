import { expect, vi } from "vitest";
import { DAY_MS } from "../../contract/durations.ts";
import { workingHours } from "../support/build.ts";
import { readBack } from "../support/read-back.ts";
import { postForm } from "./form-request.ts";
import { closeTime } from "../../server/calls/stored-calls.ts";
import { INBOX, ASK_LINK_PATH } from "../../contract/http/routes.ts";
import * as bookingsStatements from "../../server/calls/bookings.ts";
import { StoreUnavailable } from "../../server/store/unavailable.ts";
import { claimDue } from "../support/results.ts";
import { LEAD } from "../support/leads.ts";
import type { TestServer } from "../support/server.ts";
import { formRequest, member, tokenFor, UNKNOWN } from "./inbox-request.ts";
import {
  book,
  bookings,
  callLink,
  MONDAY_SEVEN,
  RATE_LIMIT,
  shown,
  site,
  stateOf,
  timesOf,
  TUESDAY_TEN,
  siteTest as test,
} from "./schedule-request.ts";
import { readAll } from "../store/contract/rows.ts";
import { detailIn } from "../store/contract/scenario.ts";
import { readLead } from "../../server/leads/read-lead.ts";

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
  for (const path of [
    link,
    move,
    `${move}&at=2027-03-03T15:00:00Z`,
    link.replace("?", ".ics?"),
  ])
    for (const method of ["GET", "HEAD"])
      expect(await server.send({ path, method })).toMatchObject({
        status: 200,
      });
  const closed = {
    startsAt: "2027-03-02T15:00:00.000Z",
    endsAt: "2027-03-02T22:00:00.000Z",
  };
  await closeTime(server.store, { id: UNKNOWN, ...closed });
  expect(
    await shown(server, `${move}&at=${TUESDAY_TEN}`),
    "after Back",
  ).toMatchObject({ view: "call" });
  // The page shows times in the zone in which the call was booked.
  expect(await shown(server, move)).toMatchObject({
    view: "times",
    day: "2027-03-02",
    zone: "Europe/London",
    days: expect.arrayContaining([
      expect.objectContaining({
        day: "2027-03-02",
        times: ["2027-03-02T14:00:00Z", "2027-03-02T14:30:00Z"],
      }),
    ]),
  });
  const at = "2027-03-04T15:00:00Z";
  const wanted = { zone: "Asia/Tokyo", day: "2027-03-04" };
  const query = new URLSearchParams({ ...wanted, at });
  const chosen = { ...wanted, view: "times", chosen: at };
  expect(await shown(server, `${move}&${query}`)).toMatchObject(chosen);
  expect(await shown(server, `${move}&zones`)).toMatchObject({
    view: "zones",
    back: { move: "" },
  });
  const [made] = await bookings(server);
  expect(made).toMatchObject({ sequence: 0 });
  const post = (fields: Record<string, string>) =>
    server.send(formRequest(link, fields));
  expect(
    await post({ startsAt: "2027-03-02T16:00:00Z", zone: "UTC" }),
  ).toMatchObject({ status: 409 });
  expect(
    await post({ startsAt: "2027-03-03T15:00:00Z", zone: "UTC" }),
  ).toMatchObject({
    status: 303,
    headers: { location: expect.stringContaining("&moved=2027-03-02T15:00") },
  });
  expect(
    await post({ startsAt: "2027-03-03T15:00:00Z", zone: "UTC" }),
    "a second press",
  ).toMatchObject({ status: 303 });
  expect(await bookings(server)).toMatchObject([
    { startsAt: "2027-03-03T15:00:00.000Z", sequence: 1 },
  ]);
  // After Back, the URL still names the call's
  // present time as a wished or as a former time.
  for (const [name, kind] of Object.entries({
    wanted: "none",
    moved: "moved",
    booked: "booked",
  }))
    expect(
      await shown(server, `${link}&${name}=2027-03-03T15:00:00Z`),
    ).toHaveProperty("news", { kind });
  expect(
    await post({ startsAt: "2027-03-03T03:00:00Z", zone: "UTC" }),
  ).toMatchObject({ status: 422 });
  await closeTime(server.store, {
    id: made?.id ?? "",
    startsAt: "2027-03-01T00:00:00.000Z",
    endsAt: "2027-12-01T00:00:00.000Z",
  });
  const full = { kind: "refused", notice: "full" };
  expect(await shown(server, move)).toHaveProperty("news", full);
  const reason = `Found\r\n${"x".repeat(3_000)}`;
  for (let presses = 0; presses < 2; presses++)
    expect(await post({ cancel: "yes", reason })).toMatchObject({
      status: 303,
    });
  const { history } = detailIn(
    await readLead(server.store, made?.leadId ?? ""),
  );
  const cancelled = {
    kind: "call-cancelled",
    reason: `Found ${"x".repeat(1_994)}`,
  };
  expect(history[0]).toMatchObject(cancelled);
  const schedule = await shown(server, link);
  const offer = expect.stringContaining("?token=schedule.");
  expect(schedule).toMatchObject({ view: "call", phase: "cancelled", offer });
  const late = await post({ startsAt: TUESDAY_TEN });
  expect(stateOf(late).schedule).toMatchObject({
    view: "call",
    news: { notice: "over" },
  });
  expect(await bookings(server)).toMatchObject([
    { state: "cancelled", zone: "UTC" },
  ]);
  const expiresAt = MONDAY_SEVEN + 1000;
  const token = tokenFor("schedule", made?.leadId, { expiresAt });
  const again = formRequest("/schedule", { token, startsAt: TUESDAY_TEN });
  const kept = stateOf(await server.send(again)).schedule;
  expect(kept).toHaveProperty("why", "full");
  expect(kept, "nobody promised to answer").not.toHaveProperty("answerBy");
});

test.each([
  ["2027-03-02T14:59:59.000Z", "ahead", 303],
  ["2027-03-02T15:00:00.000Z", "now", 409],
  ["2027-03-02T15:20:00.000Z", "over", 409],
])(
  "at %s, the page shows the call as %s, and cancelling is answered with %s",
  async (at, phase, status) => {
    const server = await site();
    const link = await callLink(server, { callNumber: "020-7946 0958" });
    server.clock.now = Date.parse(at);
    const call = { view: "call", phase, phone: "020 7946 0958" };
    for (const path of phase === "ahead" ? [link] : [link, `${link}&move`])
      expect(await shown(server, path)).toMatchObject(call);
    expect(
      await server.send(formRequest(link, { cancel: "yes" })),
    ).toMatchObject({ status });
  },
);

test("a call to which the visitor came is over, even before its end", async (server) => {
  const link = await callLink(server);
  const [call] = await bookings(server);
  server.clock.now = Date.parse(TUESDAY_TEN);
  await server.services.calls.say(call?.id ?? "", "came", { by: undefined });
  expect(await shown(server, link)).toHaveProperty("phase", "over");
});

test.each([
  [
    { kind: "phone", orVideo: false, from: "(201) 555-0142" },
    { from: "(201) 555-0142", link: "" },
  ],
  [
    { kind: "link", url: "https://meet.example/room" },
    { from: "", link: "https://meet.example/room" },
  ],
] as const)(
  "the page of a call whose place is %j says so, and who is mailed",
  async (place, where) => {
    const hours = { ...workingHours, place };
    const server = await site({ manifest: { workingHours: hours } });
    // A zone without a country, so the number is one of the agency's country.
    const changes = { zone: "UTC", callNumber: "201 555 0142" };
    const link = await callLink(server, changes);
    const state = await shown(server, link);
    expect(state).toMatchObject({
      ...where,
      email: LEAD.email,
      zone: "UTC",
      phone: "(201) 555-0142",
      agencyZone: "America/New_York",
      calendars: { work: expect.any(String) },
      token: link.split("=")[1],
    });
    await server.store.write((query) => query`DELETE FROM deliveries`);
    expect(await shown(server, link)).toHaveProperty("email", "");
    const form = await shown(server, "/schedule?at=2027-03-03T15:00:00Z");
    expect("phone" in form).toBe(place.kind === "phone");
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
  for (const path of [`${link}&move`, `${link}&at=2027-03-02T15:30:00Z`])
    expect(await shown(server, path)).toMatchObject({
      view: "call",
      phase: "late",
    });
  for (const change of [
    { cancel: "yes" },
    { startsAt: "2027-03-04T15:30:00Z", zone: "UTC" },
  ]) {
    const refused = await server.send(formRequest(link, change));
    expect(refused.status).toBe(409);
    expect(stateOf(refused).schedule).toMatchObject({ phase: "late" });
  }
  expect(await bookings(server)).toMatchObject([
    { state: "booked", sequence: 0 },
  ]);
});

test("no forged or expired link, no other site's form and no guess changes a call", async (server) => {
  const link = await callLink(server);
  const [call] = await bookings(server);
  const expiresAt = MONDAY_SEVEN;
  const other = tokenFor("show", call?.id, { expiresAt: expiresAt + 1000 });
  const over = tokenFor("booking", call?.id, { expiresAt });
  for (const token of [other, over, `${link.split("token=")[1]}x`, ""]) {
    const path = `/schedule/call?token=${token}`;
    expect(await server.send({ path })).toMatchObject({
      status: 403,
      headers: { "x-robots-tag": "noindex, nofollow" },
    });
    expect(
      await server.send(formRequest(path, { cancel: "yes" })),
    ).toMatchObject({ status: 403 });
  }
  const foreign = formRequest(
    link,
    { cancel: "yes" },
    { "sec-fetch-site": "cross-site" },
  );
  expect(await server.send(foreign)).toMatchObject({ status: 403 });
  expect(
    await server.send({ path: "/schedule/feed.ics?token=guess" }),
  ).toMatchObject({ status: 404 });
  expect(await bookings(server)).toMatchObject([
    { state: "booked", sequence: 0 },
  ]);
});

test("the agency's calls are a calendar at a secret address; a visitor's call is a file", async (server) => {
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
  const { value } = readBack(body);
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

const ask = (server: TestServer, email: string) =>
  server.send(formRequest(ASK_LINK_PATH, { email }));

test("everybody who asks for a link reads the typed address in the same answer, and a known address gets a mail", async (server) => {
  await book(server, { email: "dana@ortiz.example" });
  const known = await ask(server, " Dana@Ortiz.example ");
  const unknown = await ask(server, "nobody@ortiz.example");
  expect([known.status, unknown.status]).toEqual([200, 200]);
  for (const [answer, typed] of [
    [known, "dana@ortiz.example"],
    [unknown, "nobody@ortiz.example"],
  ] as const)
    expect(stateOf(answer).schedule).toEqual({
      view: "ask",
      step: "sent",
      typed,
    });
  for (const typed of ["dana@", `${"d".repeat(250)}@ortiz.example`]) {
    const wrong = await ask(server, typed);
    expect(wrong.status).toBe(422);
    expect(stateOf(wrong).schedule).toMatchObject({ step: "wrong", typed });
  }
  const links = async () => {
    const claimed = await claimDue(server.store, "mail", () => MONDAY_SEVEN);
    return claimed.filter(({ kind }) => kind === "link");
  };
  await expect
    .poll(links)
    .toMatchObject([{ event: { type: "booking.created" } }]);
});
