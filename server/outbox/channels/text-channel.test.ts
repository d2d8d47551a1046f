/** Texts over a real connection, against a service that answers as Twilio's documents say. */
import type { ServerResponse } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { bookingEvent, mailSettings, outgoing } from "../../../tests/fakes/outgoing.ts";
import { startReceiver, type ReceivedEvent } from "../../../tests/fakes/receiver.ts";
import { ACCOUNT, answerText, MESSAGES_PATH, tooMany } from "../../../tests/fakes/text-service.ts";
import type { Outgoing } from "../../../contract/delivery.ts";
import { parseSmsUrl } from "../../configuration/values.ts";
import { createTextChannel, partsOf, plainText } from "./text-channel.ts";

type Answer = (response: ServerResponse, event: ReceivedEvent) => void;

const NUMBER = "+12015550142";
/** An hour before the call, at two in the afternoon in London. */
const NOW = Date.parse("2026-11-23T14:00:00.000Z");

const twilio: Answer = (response, { headers, body }) => {
  const answer = answerText(headers["authorization"], body);
  response.writeHead(answer.status, { "content-type": "application/json" }).end(JSON.stringify(answer.body));
};

interface Changes {
  user?: string;
  query?: string;
  now?: number;
  timeoutMs?: number;
  port?: number;
}

async function service(answer: Answer = twilio, changes: Changes = {}) {
  const receiver = await startReceiver(answer);
  const {
    user = ACCOUNT.user,
    query = `?From=${NUMBER}`,
    now = NOW,
    port = receiver.port,
    ...more
  } = changes;
  const password = encodeURIComponent(ACCOUNT.password);
  const channel = createTextChannel({
    sms: parseSmsUrl(`http://${user}:${password}@sms.test:${port}${MESSAGES_PATH}${query}`),
    allowHosts: ["sms.test"],
    mail: mailSettings({ now: () => now }),
    resolve: async () => [{ address: "127.0.0.1", family: 4 }],
    ...more,
  });
  onTestFinished(() => channel.close());
  const send = (target = NUMBER, parts: Partial<Outgoing> = {}) =>
    channel.send(outgoing({ kind: "text-reminder", target, event: bookingEvent(), ...parts }));
  return { ...receiver, channel, send };
}

test("a reminder is posted as a form, says the time on the visitor's clock, and ends with the call's start", async () => {
  const { send, events } = await service();
  expect(await send()).toEqual({ kind: "sent", parts: 1 });
  expect(events).toMatchObject([{ method: "POST", path: MESSAGES_PATH }]);
  expect(Object.fromEntries(new URLSearchParams(events[0]?.body))).toEqual({
    From: NUMBER,
    To: NUMBER,
    Body: "Nightshift calls: Mon, Nov 23, 3:00 PM.",
    ValidityPeriod: "3600",
  });
});

test("a text that the agency is late ends with the call, and a service may send for several numbers", async () => {
  const { send, events } = await service(twilio, {
    query: "?MessagingServiceSid=MG01",
    now: NOW + 3_600_000,
  });
  expect(await send(NUMBER, { kind: "text-late" })).toMatchObject({ kind: "sent" });
  expect(Object.fromEntries(new URLSearchParams(events[0]?.body))).toMatchObject({
    MessagingServiceSid: "MG01",
    Body: "Nightshift is late for 3:00 PM.",
    ValidityPeriod: "1200",
  });
});

test.each([
  ["+15005550001", "refused", "The text service refused it (400, error 21211)."],
  ["+15005550009", "refused", "The text service refused it (400, error 21614)."],
  ["+15005550004", "gone", "The number's owner wants no texts (400, error 21610)."],
])("a text to %s is given up: %s", async (number, kind, reason) => {
  const { send } = await service();
  expect(await send(number)).toEqual({ kind, reason });
});

test("what was surely not accepted is tried again: a wrong token, too many requests, no connection", async () => {
  const wrong = await service(twilio, { user: "ACother" });
  expect(await wrong.send()).toEqual({
    kind: "retry",
    reason: "The text service refused it for now (401, error 20003).",
  });
  const busy = await service((response) => {
    const { status, body } = tooMany();
    response.writeHead(status, { "retry-after": "7" }).end(JSON.stringify(body));
  });
  expect(await busy.send()).toEqual({
    kind: "retry",
    reason: "The text service refused it for now (429, error 20429).",
    retryAfterMs: 7_000,
  });
  const away = await service(twilio, { port: 1 });
  expect(await away.send()).toEqual({
    kind: "retry",
    reason: "The connection to the text service failed (ECONNREFUSED).",
  });
});

test.each<[string, Answer]>([
  ["The text service answered 500", (response) => response.writeHead(500).end()],
  ["The text service answered 302", (response) => response.writeHead(302, { location: "/" }).end()],
  ["The connection broke off (ECONNRESET)", (response) => response.destroy()],
])("what may have been accepted is never sent again: %s", async (what, answer) => {
  const { send, events } = await service(answer);
  expect(await send()).toEqual({
    kind: "refused",
    reason: `${what}, so the text may have been sent. It is not sent again.`,
  });
  expect(events).toHaveLength(1);
});

test("neither is a text whose service is silent, or that a shutdown cut off", async () => {
  const reason = "The text service took too long, so the text may have been sent. It is not sent again.";
  const slow = await service(() => undefined, { timeoutMs: 50 });
  expect(await slow.send()).toEqual({ kind: "refused", reason });
  const closed = await service(() => void closed.channel.close());
  expect(await closed.send()).toEqual({ kind: "refused", reason });
});

test("in the quiet hours of the visitor's clock nothing is posted, and without SMS_URL nothing either", async () => {
  const { send, events } = await service(twilio, { now: Date.parse("2026-11-23T21:00:00.000Z") });
  expect(await send()).toEqual({ kind: "refused", reason: "It is a quiet hour for the visitor." });
  expect(events).toEqual([]);
  const off = createTextChannel({ sms: undefined, allowHosts: [], mail: mailSettings({ now: () => NOW }) });
  expect(await off.send(outgoing({ kind: "text-reminder", target: NUMBER, event: bookingEvent() }))).toEqual({
    kind: "refused",
    reason: "SMS_URL is not set any more.",
  });
});

test.each([
  ["160 letters", "a".repeat(160), 1],
  ["161 letters", "a".repeat(161), 2],
  ["306 letters", "a".repeat(306), 2],
  ["307 letters", "a".repeat(307), 3],
  ["80 euros, which count twice", "€".repeat(80), 1],
  ["81 euros", "€".repeat(81), 2],
  ["letters of German and French", "äöüÄÖÜßéèà".repeat(16), 1],
  ["70 characters with one of another alphabet", `ç${"a".repeat(69)}`, 1],
  ["71 characters with one of another alphabet", `ç${"a".repeat(70)}`, 2],
  ["134 characters with one of another alphabet", `ç${"a".repeat(133)}`, 2],
  ["36 pictures, of two units each", "📞".repeat(36), 2],
])("%s are billed as their number of parts", (_what, text, parts) => {
  expect(partsOf(text)).toBe(parts);
});

test("signs that would double the price are written plainly", () => {
  const text = plainText("2:00\u202fPM, it\u2019s\u00a0on \u2013 really\u2026");
  expect(text).toBe("2:00 PM, it's on - really...");
  expect(partsOf(text.padEnd(160))).toBe(1);
});
