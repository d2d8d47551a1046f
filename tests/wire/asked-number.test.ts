/**
 * `asksNumber` in book-call.yaml: the form
 * of /book-call asks for a telephone number.
 */

import { expect } from "vitest";
import { fillIn } from "../../contract/content/fill-in.ts";
import { ASKED_KEY, NUMBER_KEY } from "../../contract/http/rest-api.ts";
import { INBOX } from "../../contract/http/routes.ts";
import {
  addressOf,
  askedField,
  CALL_NUMBER,
} from "../../contract/lead/lead.ts";
import { readPerson } from "../../server/leads/read-lead.ts";
import { content } from "../content.ts";
import { FORM } from "../support/build.ts";
import { LEAD } from "../support/leads.ts";
import { startServer, type TestServer, testFrom } from "../support/server.ts";
import { postForm } from "./form-request.ts";
import { operatorOf } from "./inbox-request.ts";
import { shown, stateOf } from "./schedule-request.ts";
import { post, stored } from "./wire-request.ts";

const TYPED = "(201) 555-0142";
const NUMBER = "+12015550142";
const { input } = CALL_NUMBER;
const { callNumber, doubtfulNumber } = content.fieldProblems;

const asking = (asksNumber = true) =>
  startServer({
    manifest: { form: { ...FORM, asksNumber } },
    outbox: { timeZone: "America/New_York" },
  });

const formWith = (number: string, asked = "") =>
  postForm({}, {}, { [input]: number, [askedField(input)]: asked });

async function wishes(server: TestServer) {
  const leads = await readPerson(server.store, LEAD.email);
  return leads.map(({ wish }) => wish);
}

const test = testFrom(asking);

for (const [how, request] of [
  ["the form", formWith(TYPED)],
  ["the REST API", post({ ...LEAD, [NUMBER_KEY]: TYPED })],
] as const)
  test(`a number of ${how} is read, and the lead can be called, found and exported by it`, async (server) => {
    const { status } = await server.send(request);
    expect([200, 201]).toContain(status);
    expect(await wishes(server)).toEqual([
      { zone: "America/New_York", phone: NUMBER, typed: TYPED },
    ]);
    const { open, get } = await operatorOf(server);
    const [lead] = await stored(server);
    const page = await open(INBOX.lead(lead?.id ?? ""));
    expect(page.links).toMatchObject({ [`Call ${TYPED}`]: `tel:${NUMBER}` });
    expect((await open(`${INBOX.path}?search=5550142`)).text).toContain(
      LEAD.name,
    );
    expect((await get(INBOX.sheet)).body).toContain(NUMBER);
  });

test("who gives the same number is one person", async (server) => {
  for (const email of ["a@sample.co", "b@sample.co"])
    await server.send(postForm({ email }, {}, { [input]: TYPED }));
  const leads = await readPerson(server.store, addressOf(NUMBER));
  expect(leads.map(({ againOf }) => againOf)).toEqual([
    undefined,
    leads[0]?.lead.id,
  ]);
});

test("the form for a time has the number", async (server) => {
  const { form } = stateOf(await server.send(formWith(TYPED)));
  const offer = "offer" in form ? String(form.offer) : "";
  const board = await shown(server, offer);
  const at = "soonest" in board ? board.soonest[0] : undefined;
  const time = await shown(server, `${offer}&at=${at}`);
  expect(time).toMatchObject({ view: "form", phone: TYPED });
});

for (const [typed, message] of [
  ["1234", callNumber],
  ["555-0142", fillIn(doubtfulNumber, { text: "555-0142" })],
] as const)
  test(`the form says what to do about ${typed}`, async (server) => {
    const problems = [{ input, message }];
    const answer = await server.send(formWith(typed));
    expect(stateOf(answer).form).toMatchObject({ problems });
    const lead = { ...LEAD, [NUMBER_KEY]: typed, [ASKED_KEY]: "" };
    const api = await server.send(post(lead));
    expect(JSON.parse(api.body)).toMatchObject({ problems });
    expect(await stored(server)).toEqual([]);
  });

test("the number may be left out or be unreadable, a repeated form corrects it, and words in its place are kept", async (server) => {
  for (const none of ["", "\u2013", "n/a"]) await server.send(formWith(none));
  expect(await wishes(server)).toEqual([undefined]);
  await server.send(formWith("12345", "12345"));
  const unread = { phone: "12345", typed: "12345" };
  expect(await wishes(server)).toMatchObject([unread]);
  await server.send(formWith("201 555 0199, ask for Rosa"));
  expect(await wishes(server)).toMatchObject([{ phone: "+12015550199" }]);
  await server.send(formWith("Ask my wife"));
  expect(await stored(server)).toMatchObject([
    { additional_info: expect.not.stringContaining("Rosa") },
    { additional_info: "Ask my wife" },
  ]);
});

test("a form that asks for no number stores none, and neither its API nor one for several leads has the column", async () => {
  const server = await asking(false);
  await server.send(formWith(TYPED));
  expect(await wishes(server)).toEqual([undefined]);
  const lead = { ...LEAD, [NUMBER_KEY]: TYPED };
  const alone = await server.send(post(lead));
  const several = await (await asking()).send(post([lead, lead]));
  for (const { body } of [alone, several])
    expect(JSON.parse(body)).toMatchObject({ code: "PGRST204" });
});
