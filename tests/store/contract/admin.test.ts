import { expect } from "vitest";
import {
  addCaller,
  correctLead,
} from "../../../server/inbox/edit/enter-lead.ts";
import { correctNote } from "../../../server/inbox/lead/lead-changes.ts";
import { LEAD } from "../../support/leads.ts";
import {
  ANA,
  BEN,
  HOUR,
  MINUTE,
  TEN,
  type Scenario,
  detailIn,
} from "./scenario.ts";
import { scenarioTest as test } from "./stores.ts";

/** The lead of a caller. From a visitor, this lead would be suspected. */
const CALLER = {
  ...LEAD,
  name: "Dana",
  email: "+1 (201) 555-0142",
  problems: "BUY http://a.example http://b.example",
};
const addTo = async ({ services }: Scenario) =>
  detailIn(await addCaller(services, CALLER, undefined, ANA));

test("a caller's lead counts as answered: the team gets no mail, and webhooks get an event", async (scenario) => {
  scenario.webhookUrls = [
    "https://hooks.example/",
    "slack:https://hooks.slack.example/x",
  ];
  const { lead, answeredBy, visit, deliveries } = await addTo(scenario);
  expect(lead.email).toBe("+12015550142@phone.invalid");
  expect({ answeredBy, visit }).toMatchObject({
    answeredBy: ANA,
    visit: { from: "phone" },
  });
  const planned = deliveries
    .map(({ kind, state }) => `${kind} ${state}`)
    .toSorted();
  expect(planned).toEqual(["lead.answered due", "webhook due"]);
  expect(await scenario.sendAll()).toBe("");
  await scenario.book(TEN, lead.id);
  expect(await scenario.sendAll(), "to no address").toBe("booking");
});

test("a caller added twice is one lead, found by several spellings of the number", async (scenario) => {
  const { id } = (await addTo(scenario)).lead;
  const reopened = await scenario.reopen(id);
  expect(await addTo(scenario)).toEqual(reopened);
  for (const search of [
    "555-0142",
    "(201) 555 0142",
    "+1 201.555.0142",
    "1-201-555-0142",
    "201.555",
  ])
    expect(await scenario.list("all", search)).toMatchObject({
      leads: [{ lead: { id } }],
      total: 1,
    });
  scenario.time += HOUR;
  expect((await addTo(scenario)).lead.id).not.toBe(id);
});

test("a corrected lead keeps its other fields, and is found only by the new text", async (scenario) => {
  const { id } = (await addTo(scenario)).lead;
  const { lead } = await scenario.correct(id, { email: "Ben@Sample.co" });
  expect(lead).toMatchObject({
    name: "Dana",
    email: "ben@sample.co",
    problems: CALLER.problems,
  });
  expect(await scenario.names("all", "ben@sample")).toEqual(["Dana"]);
  expect(await scenario.names("all", "0142")).toEqual([]);
  const empty = await correctLead(
    scenario.services,
    { id },
    { company_name: "" },
  );
  expect(empty).toHaveProperty("problems");
});

test("a corrected note changes the history and the search", async (scenario) => {
  const { id } = await scenario.lead();
  await scenario.note(id, "Wants an estimate", ANA);
  const [note, other] = (await scenario.note(id, "Called", BEN)).notes;
  scenario.time += MINUTE;
  const corrected = { id: note?.id ?? "", text: "Wants an audit" };
  const by = scenario.change({ id, by: ANA });
  const { notes } = detailIn(await correctNote(scenario.store, by, corrected));
  expect(notes).toEqual([{ ...note, text: corrected.text }, other]);
  const { history } = await scenario.detail(id);
  expect(history).toMatchObject([
    { kind: "note-corrected", author: ANA },
    {},
    {},
  ]);
  expect(await scenario.names("all", "audit")).toHaveLength(1);
  expect(await scenario.names("all", "estimate")).toEqual([]);
});
