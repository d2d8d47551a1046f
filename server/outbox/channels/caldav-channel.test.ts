/** The agency's calendar over a real connection, against a server that answers as CalDAV servers do. */
import type { ServerResponse } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { bookingEvent, mailSettings, outgoing } from "../../../tests/fakes/outgoing.ts";
import { startReceiver, type ReceivedEvent } from "../../../tests/fakes/receiver.ts";
import type { BookingEventType } from "../../../contract/delivery.ts";
import { createCaldavChannel, findCalendarFault } from "./caldav-channel.ts";

type Answer = (response: ServerResponse, event: ReceivedEvent) => void;

/** Events by path, with an ETag that changes with each write. */
function collection() {
  const events = new Map<string, { etag: string; body: string }>();
  let version = 0;
  const answer: Answer = (response, { method, path = "", headers, body }) => {
    const known = events.get(path);
    if (headers["authorization"] !== `Basic ${btoa("ana:pass:word")}`) return response.writeHead(401).end();
    if (method === "DELETE") return response.writeHead(events.delete(path) ? 200 : 404).end();
    if (method === "GET") {
      if (!known) return response.writeHead(404).end();
      return response.writeHead(200, { etag: known.etag }).end(known.body);
    }
    const isStale = headers["if-none-match"] === "*" ? known : headers["if-match"] !== known?.etag;
    if (isStale) return response.writeHead(412).end();
    events.set(path, { etag: `"${++version}"`, body });
    return response.writeHead(known ? 204 : 201, { etag: `"${version}"` }).end();
  };
  return { events, answer };
}

async function calendar(answer: Answer, changes: { password?: string; timeoutMs?: number } = {}) {
  const receiver = await startReceiver(answer);
  const { password = "pass:word", ...more } = changes;
  const url = `http://dav.agency.test:${receiver.port}/ana/calls/`;
  const server = {
    caldav: { url, user: "ana", password },
    allowHosts: ["dav.agency.test", "p1-dav.agency.test", "stranger.test"],
    resolve: async () => [{ address: "127.0.0.1", family: 4 }],
  };
  const channel = createCaldavChannel({ ...server, mail: mailSettings(), ...more });
  onTestFinished(() => channel.close());
  const send = (type: BookingEventType, booking = {}) =>
    channel.send(outgoing({ kind: "calendar", event: bookingEvent(type, booking) }));
  return { ...receiver, server, channel, send };
}

const SENT = { kind: "sent" };
const PATH = `/ana/calls/${bookingEvent().booking?.id}.ics`;

test("a call is written, moved and removed as one event, which names the visitor and invites nobody", async () => {
  const { events, answer } = collection();
  const { send, events: requests } = await calendar(answer);
  expect(await send("booking.created")).toEqual(SENT);
  const [[path, made] = ["", undefined]] = events;
  const text = made?.body.replaceAll("\r\n ", "") ?? "";
  expect(path).toBe(PATH);
  expect(text).toContain(`\r\nUID:${bookingEvent().booking?.id}\r\n`);
  expect(text).toMatch(/DESCRIPTION:.*Dana.*\/inbox\/leads\//);
  expect(text).not.toMatch(/ATTENDEE|ORGANIZER|METHOD/);
  const moved = { startsAt: "2026-11-24T15:00:00.000Z", endsAt: "2026-11-24T15:20:00.000Z", sequence: 1 };
  expect(await send("booking.moved", moved)).toEqual(SENT);
  expect(events.get(PATH)?.body).toContain("DTSTART:20261124T150000Z");
  expect(await send("booking.cancelled", { sequence: 2 })).toEqual(SENT);
  expect(events.size).toBe(0);
  // Somebody has removed it, or an answer was lost.
  expect(await send("booking.cancelled", { sequence: 2 })).toEqual(SENT);
  expect(
    requests.map(({ method, headers: { "if-none-match": none, "if-match": match } }) => [
      method,
      none ?? match,
    ]),
  ).toEqual([
    ["PUT", "*"],
    ["PUT", "*"],
    ["GET", undefined],
    ["PUT", '"1"'],
    ["DELETE", undefined],
    ["DELETE", undefined],
  ]);
});

test("an event that somebody changes or removes meanwhile is written over with its new ETag", async () => {
  const { events, answer } = collection();
  let meanwhile: (() => void)[] = [() => events.set(PATH, { etag: '"theirs"', body: "" })];
  const { send } = await calendar((response, event) => {
    answer(response, event);
    if (event.method === "GET") meanwhile.shift()?.();
  });
  events.set(PATH, { etag: '"old"', body: "" });
  expect(await send("booking.moved")).toEqual(SENT);
  expect(events.get(PATH)?.body).toContain("BEGIN:VEVENT");
  meanwhile = [() => events.delete(PATH)];
  expect(await send("booking.moved")).toEqual(SENT);
  expect(events.get(PATH)?.body).toContain("BEGIN:VEVENT");
});

test("an event that always differs is tried again later", async () => {
  const { send } = await calendar((response) => response.writeHead(412).end());
  expect(await send("booking.created")).toEqual({
    kind: "retry",
    reason: "The calendar's server answered 412.",
  });
});

test("a redirect to a neighbor is followed with the same method, body and password", async () => {
  const { events, answer } = collection();
  const { send, port } = await calendar((response, event) => {
    if (event.path?.startsWith("/home/")) return answer(response, event);
    const location = `http://p1-dav.agency.test:${port}/home${event.path}`;
    return response.writeHead(303, { location }).end();
  });
  expect(await send("booking.created")).toEqual(SENT);
  expect([...events.keys()]).toEqual([`/home${PATH}`]);
  expect(await send("booking.cancelled")).toEqual(SENT);
  expect(events.size).toBe(0);
});

test.each([
  ["http://stranger.test:1/", "sends the site on to a stranger"],
  ["http://other.agency.test/", "sends the site on to a stranger"],
  ["/ana/calls/", "sends the site on without end"],
])("a redirect to %s gets no password", async (location, reason) => {
  const { send } = await calendar((response) => response.writeHead(302, { location }).end());
  expect(await send("booking.created")).toEqual({ kind: "retry", reason: expect.stringContaining(reason) });
});

test("a wrong password, a server that is away or slow, and a closed one are tried again", async () => {
  const { answer } = collection();
  const wrong = await calendar(answer, { password: "wrong" });
  expect(await wrong.send("booking.created")).toEqual({
    kind: "retry",
    reason: "The calendar's server answered 401.",
  });
  const away = await calendar((response) => response.destroy());
  expect(await away.send("booking.cancelled")).toEqual({
    kind: "retry",
    reason: "The connection to the calendar's server failed (ECONNRESET).",
  });
  const slow = await calendar(() => undefined, { timeoutMs: 50 });
  expect(await slow.send("booking.created")).toEqual({
    kind: "retry",
    reason: "The calendar's server took too long.",
  });
  const closed = await calendar(() => void closed.channel.close());
  expect(await closed.send("booking.created")).toEqual({
    kind: "retry",
    reason: "The attempt was cut off by a shutdown.",
  });
});

test("without CALDAV_URL, an event that still waits is given up", async () => {
  const channel = createCaldavChannel({ caldav: undefined, allowHosts: [], mail: mailSettings() });
  expect(await channel.send(outgoing({ kind: "calendar" }))).toEqual({
    kind: "refused",
    reason: "CALDAV_URL is not set any more.",
  });
});

test.each([
  [207, "<resourcetype><collection/><C:calendar/></resourcetype>", undefined],
  [207, "<resourcetype><collection/></resourcetype>", "No calendar is at this address."],
  [401, "", "answers 401: it refuses the user name or the password."],
  [404, "", "answers 404: nothing is at this address."],
  [405, "", "answers 405, as no CalDAV server does."],
])(
  "before the launch, an answer %i with %s is judged, and nothing is written",
  async (status, body, fault) => {
    const { server, events } = await calendar((response) => response.writeHead(status).end(body));
    expect(await findCalendarFault(server)).toEqual(fault && expect.stringContaining(fault));
    expect(events).toMatchObject([
      { method: "PROPFIND", headers: { depth: "0", authorization: expect.stringMatching(/^Basic /) } },
    ]);
  },
);

test("before the launch, a server that is away or sends the site to a stranger is named", async () => {
  const away = await calendar((response) => response.destroy());
  expect(await findCalendarFault(away.server)).toBe("The calendar's server does not answer (ECONNRESET).");
  const elsewhere = await calendar((response) =>
    response.writeHead(301, { location: "http://stranger.test:1/" }).end(),
  );
  expect(await findCalendarFault(elsewhere.server)).toContain("sends the site on to a stranger");
});
