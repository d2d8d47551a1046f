/** Texts over HTTP: the box of the form, what visitors answer, and the agency's press. */
import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { versionOf } from "../../contract/lead-visit.ts";
import { INBOX, TEXT_REPLIES_PATH } from "../../contract/routes.ts";
import { STOPPED } from "../../server/storage/texts.ts";
import { ACCOUNT } from "../fakes/text-service.ts";
import type { TestServer } from "../fakes/server.ts";
import { formRequest, open, signIn } from "./inbox-request.ts";
import { book, bookings, MONDAY_SEVEN, site, stateOf, TUESDAY_TEN } from "./schedule-request.ts";

const sms = { url: "https://sms.example/", ...ACCOUNT, sender: [] };
const WORDS = "Nightshift may text me.";
const TICKED = { callNumber: "+1 201 555 0142", texts: versionOf(WORDS) };
const ADDRESS = `https://agency.example${TEXT_REPLIES_PATH}`;

/** Signed as the documents say: over the address and each name with its value, in the order of the names. */
function reply(server: TestServer, fields: Record<string, string>, token = ACCOUNT.password) {
  const said = Object.keys(fields)
    .toSorted()
    .map((name) => name + fields[name]);
  const signature = createHmac("sha1", token)
    .update(ADDRESS + said.join(""))
    .digest("base64");
  return server.send(formRequest(TEXT_REPLIES_PATH, fields, { "x-twilio-signature": signature }));
}

const SENT = { MessageSid: "SM1", AccountSid: ACCOUNT.user, From: "+12015550142", To: "+12015550100" };

const stateIn = async (server: TestServer, query: string) => {
  const { schedule } = stateOf(await server.send({ path: `/schedule?${query}` }));
  if (schedule.view !== "form") throw new Error("There is no form.");
  return schedule;
};

test("only a site that sends texts asks for consent, with a box that is not ticked", async () => {
  const server = await site({ outbox: { sms } });
  expect((await stateIn(server, `at=${TUESDAY_TEN}`)).texts).toEqual({
    words: WORDS,
    version: versionOf(WORDS),
    isTicked: false,
  });
  const without = await site();
  const page = await without.send({ path: `/schedule?at=${TUESDAY_TEN}` });
  expect(page.body).not.toMatch(/may text|"texts"/);
  await book(without, TICKED);
  expect(await bookings(without)).toMatchObject([{ phone: "+12015550142", textConsent: undefined }]);
  expect((await reply(without, { ...SENT, Body: "STOP" })).status).toBe(404);
});

test("a tick is stored with its words; none, or one beside other words, is no consent", async () => {
  const server = await site({ outbox: { sms } });
  await book(server, TICKED);
  await book(server, {
    ...TICKED,
    email: "b@c.example",
    startsAt: "2027-03-02T16:00:00Z",
    texts: "00000000",
  });
  await book(server, {
    callNumber: "+1 201 555 0143",
    email: "d@e.example",
    startsAt: "2027-03-02T17:00:00Z",
  });
  const found = await bookings(server);
  expect(found.map(({ textConsent }) => textConsent)).toEqual([WORDS, undefined, undefined]);
});

test("a form that comes back with a question keeps the tick", async () => {
  const server = await site({ outbox: { sms } });
  const { schedule } = stateOf(await book(server, { ...TICKED, email: "dana@" }));
  expect(schedule).toMatchObject({ view: "form", texts: { isTicked: true } });
});

const stops = async (server: TestServer) => {
  const late = await server.store.run("textLate", {
    id: (await bookings(server))[0]?.id ?? "",
    deliveryId: "01932000-0000-7000-8000-00000000d099",
    now: "2027-03-02T15:00:00.000Z",
    by: undefined,
  });
  return late.kind === "missing";
};

test.each(["STOP", "stop.", " Stop please, I mean it", "UNSUBSCRIBE", "opt-out"])(
  "%s stops texts, and START lets them come again",
  async (said) => {
    const server = await site({ outbox: { sms } });
    await book(server, { ...TICKED, zone: "America/New_York" });
    const answer = await reply(server, { ...SENT, Body: said });
    expect(answer).toMatchObject({ status: 200, headers: { "content-type": "text/xml; charset=utf-8" } });
    expect(answer.body).toContain("<Response></Response>");
    expect(await stops(server)).toBe(true);
    expect((await reply(server, { ...SENT, Body: "Start" })).status).toBe(200);
    expect(await stops(server)).toBe(false);
  },
);

test("other answers change nothing, and the service's own word for it counts in any language", async () => {
  const server = await site({ outbox: { sms } });
  await book(server, { ...TICKED, zone: "America/New_York" });
  for (const said of ["Thanks, see you then", "Nonstop busy, sorry", ""])
    expect((await reply(server, { ...SENT, Body: said })).status).toBe(200);
  expect(await stops(server)).toBe(false);
  expect((await reply(server, { ...SENT, Body: "Arrêt", OptOutType: "STOP" })).status).toBe(200);
  expect(await stops(server)).toBe(true);
});

test("an answer that the service did not sign is refused, and so is one that was changed", async () => {
  const server = await site({ outbox: { sms } });
  await book(server, { ...TICKED, zone: "America/New_York" });
  expect((await reply(server, { ...SENT, Body: "STOP" }, "another token")).status).toBe(403);
  const unsigned = formRequest(TEXT_REPLIES_PATH, { ...SENT, Body: "STOP" });
  expect((await server.send(unsigned)).status).toBe(403);
  expect((await server.send({ ...unsigned, headers: {} })).status).toBe(403);
  expect(await stops(server)).toBe(false);
});

test("the agency presses that it is running late, on the lead's page, and reads why it could not", async () => {
  const clock = { now: MONDAY_SEVEN };
  const server = await site({ outbox: { sms }, now: () => clock.now });
  await book(server, { ...TICKED, zone: "America/New_York" });
  const session = await signIn(server, MONDAY_SEVEN + 48 * 60 * 60 * 1000);
  const [call] = await bookings(server);
  if (!call) throw new Error("There is no call.");
  const path = `${INBOX.leadCalls(call.leadId)}/${call.id}`;
  const press = () => server.send(formRequest(path, { action: "late" }, session));
  expect((await press()).headers).toMatchObject({ location: expect.stringContaining("refused=no-texts") });
  clock.now = Date.parse("2027-03-02T15:01:00.000Z");
  expect((await press()).headers).toMatchObject({ location: `${INBOX.lead(call.leadId)}#call` });
  const view = await open(server, INBOX.lead(call.leadId), session);
  const texts = view.view === "lead" && view.detail.deliveries.filter(({ kind }) => kind.startsWith("text-"));
  expect(texts).toMatchObject([
    { kind: "text-reminder", target: "+12015550142" },
    { kind: "text-late", target: "+12015550142", state: "due" },
  ]);
  expect(view).toMatchObject({ booking: { texts: { stopped: [] } } });
  await reply(server, { ...SENT, Body: "STOP" });
  expect(await open(server, INBOX.lead(call.leadId), session)).toMatchObject({
    booking: { texts: { stopped: [call.id] } },
    detail: {
      deliveries: expect.arrayContaining([
        expect.objectContaining({ kind: "text-late", state: "cancelled", lastError: STOPPED }),
      ]),
    },
  });
});
