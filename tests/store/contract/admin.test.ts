/** The store's part of the administration: reading and changing leads. */
import { countByFilter, listLeads } from "../../../server/inbox/list-leads.ts";
import { readHealth } from "../../../server/inbox/counts.ts";
import { addCaller, correctLead } from "../../../server/inbox/enter-lead.ts";
import { removePerson } from "../../../server/inbox/remove-leads.ts";
import { readLead, readPerson } from "../../../server/leads/read-lead.ts";
import type { LeadFilter } from "../../../contract/leads-admin.ts";
import { addressOf } from "../../../contract/lead.ts";
import { expect } from "vitest";
import { LEAD } from "../../support/leads.ts";
import { HOUR, NOBODY, Scenario, value } from "./scenario.ts";
import { testWith } from "./stores.ts";
import {
  addNote,
  answerLead,
  assignLead,
  reopenLead,
  sendAgain,
  setOutcome,
} from "../../../server/inbox/admin-changes.ts";

const ANA = "ana@agency.example";

const test = testWith((store) => new Scenario(store));

/** It would be suspected if a visitor had sent it. */
const CALLER = {
  ...LEAD,
  name: "Dana",
  email: "+1 (201) 555-0142",
  problems: "BUY http://a.example http://b.example",
};
const addTo = ({ services }: Scenario, fields: object = {}, from?: string) =>
  addCaller(services.entry, { ...CALLER, ...fields }, from, ANA);

test("a caller counts as answered, is not mailed, and webhooks are told", async (scenario) => {
  scenario.settings.webhookUrls = ["https://hooks.example/"];
  const { lead, outcome, answeredBy, visit, deliveries } = value(await addTo(scenario));
  expect(lead.email).toBe("+12015550142@phone.invalid");
  expect({ outcome, answeredBy, visit }).toMatchObject({ answeredBy: ANA, visit: { from: "phone" } });
  const planned = deliveries.map(({ kind, state }) => `${kind} ${state}`).toSorted();
  expect(planned).toEqual(["lead.answered due", "webhook due"]);
  expect(await scenario.sendAll()).toEqual([]);
});

test("a caller who was added twice is one lead, found by any spelling of the number", async (scenario) => {
  const { id } = value(await addTo(scenario)).lead;
  expect(value(await addTo(scenario)).lead.id).toBe(id);
  for (const search of ["555-0142", "(201) 555 0142", "+1 201.555.0142"])
    expect(await scenario.list("all", search)).toMatchObject({ leads: [{ lead: { id } }], total: 1 });
});

test("the clock of a caller starts when the call was no answer", async (scenario) => {
  const { lead, visit } = value(await addTo(scenario, {}, "google"));
  expect(visit).toMatchObject({ from: "google" });
  const reopened = value(await reopenLead(scenario.store, scenario.change({ id: lead.id })));
  expect(reopened).toMatchObject({ answeredAt: undefined, dueAt: "2026-11-21T12:00:00.000Z" });
});

test("a caller without a name or a number is refused, with both problems", async (scenario) => {
  const problems = [{ column: "name" }, { column: "email" }];
  expect(await addTo(scenario, { name: " ", email: "2015" })).toMatchObject({ kind: "refused", problems });
});

test("a corrected lead keeps its other fields, and is found by the new ones alone", async (scenario) => {
  const { id } = value(await addTo(scenario)).lead;
  const edit = (changes: object) => correctLead(scenario.services.entry, { id }, changes);
  const { lead } = value(await edit({ email: "Ben@Sample.co" }));
  expect(lead).toMatchObject({ name: "Dana", email: "ben@sample.co", problems: CALLER.problems });
  expect(await scenario.names("all", "ben@sample")).toEqual(["Dana"]);
  expect(await scenario.names("all", "0142")).toEqual([]);
  expect(await edit({ company_name: "" })).toMatchObject({ kind: "refused" });
});

test("a caller's number is one person with its country's code, a zero or neither", async (scenario) => {
  const callers = [
    "+1 201 555 0142",
    "201 555 0142",
    "0044 20 7946 0018",
    "020 7946 0018",
    "+44 (0)20 79460018",
  ];
  for (const email of [...callers, "+49 201 555 0142", "555-0142-9"])
    value(await addCaller(scenario.services.entry, { ...LEAD, name: email, email }, undefined));
  const theirs = async (email: string) =>
    value(await readPerson(scenario.store, addressOf(email))).leads.map(({ lead }) => lead.name);
  expect(await theirs("+12015550142")).toEqual(callers.slice(0, 2));
  expect(await theirs("2015550142")).toEqual([...callers.slice(0, 2), "+49 201 555 0142"]);
  for (const email of callers.slice(2)) expect(await theirs(email)).toEqual(callers.slice(2));
  expect(await scenario.names("all", "+1 (201) 555 0142")).toHaveLength(3);
  expect(await removePerson(scenario.services.removal, addressOf("+12015550142"))).toMatchObject({
    leads: 2,
  });
  expect(await theirs("2015550142")).toEqual(["+49 201 555 0142"]);
});

test("filters by source and time narrow a list and its counts, with a search or without", async (scenario) => {
  const from = (referrer: string) => ({ page: "https://agency.example/", referrer });
  const old = await scenario.lead({ name: "Ada" }, "wire", from("https://www.google.com/"));
  scenario.time += 24 * HOUR;
  const since = new Date(scenario.time).toISOString();
  await scenario.lead({ name: "Ben", email: "b@sample.co" }, "wire", {
    page: "https://a.example/?utm_source=google",
  });
  await scenario.lead({ name: "Cleo", email: "c@sample.co" }, "wire", from("https://partner.example/"));
  await scenario.lead({ name: "Dan", email: "d@sample.co" }, "wire", from("https://google.com/"));
  await setOutcome(scenario.store, { ...scenario.change({ id: old.id }), outcome: "won" });
  const list = async (narrow: object, search = "", filter: LeadFilter = "all") => {
    const page = { filter, search, size: 9, now: scenario.now, ...narrow };
    return value(await listLeads(scenario.store, page)).leads.map(({ lead }) => lead.name);
  };
  expect(await list({ source: "google" })).toEqual(["Ben", "Dan", "Ada"]);
  expect(await list({ source: "google", since })).toEqual(["Ben", "Dan"]);
  expect(await list({ source: "google" }, "sample.co")).toEqual(["Ben", "Dan"]);
  expect(await list({ source: "google" }, "", "open")).toEqual(["Ben", "Dan"]);
  expect(await list({ since }, "an")).toEqual(["Dan"]);
  expect(await list({ source: "nobody" })).toEqual([]);
  expect((await scenario.list("won")).leads).toMatchObject([{ outcome: "won" }]);
  const narrow = { now: scenario.now, source: "google" };
  expect(value(await countByFilter(scenario.store, narrow))).toMatchObject({
    open: 2,
    answered: 1,
    won: 1,
    all: 3,
  });
});

test("a list has the newest first or the least time left, those overdue, and those of who asks", async (scenario) => {
  const names: LeadFilter[] = ["open", "overdue", "mine", "all"];
  await scenario.lead({ name: "Ada", email: "a@sample.co" });
  scenario.time += 25 * HOUR;
  const ben = await scenario.lead({ name: "Ben", email: "b@sample.co" });
  scenario.time += 1000;
  const cleo = await scenario.lead({ name: "Cleo", email: "c@sample.co" });
  await answerLead(scenario.store, scenario.change({ id: ben.id }));
  for (const { id } of [ben, cleo])
    await assignLead(scenario.store, { ...scenario.change({ id }), owner: ANA });
  const lists = async (order: "newest" | "left", by?: string) => {
    const list = async (filter: LeadFilter) =>
      value(await listLeads(scenario.store, { filter, order, size: 9, now: scenario.now, by })).leads;
    const all = await Promise.all(names.map(list));
    return all.map((leads) => leads.map(({ lead }) => lead.name));
  };
  expect(await lists("newest", ANA)).toEqual([
    ["Cleo", "Ada"],
    ["Ada"],
    ["Cleo", "Ben"],
    ["Cleo", "Ben", "Ada"],
  ]);
  expect(await lists("left")).toEqual([["Ada", "Cleo"], ["Ada"], [], ["Ada", "Cleo", "Ben"]]);
  const counts = value(await countByFilter(scenario.store, { now: scenario.now, by: ANA }));
  expect(counts).toMatchObject({ open: 2, overdue: 1, mine: 2, all: 3 });
});

test("a lead that does not exist is missing, and a closed store says so", async (scenario) => {
  const missing = { kind: "missing" };
  expect(await readLead(scenario.store, NOBODY)).toEqual(missing);
  expect(await answerLead(scenario.store, scenario.change({ id: NOBODY }))).toEqual(missing);
  expect(await reopenLead(scenario.store, scenario.change({ id: NOBODY }))).toEqual(missing);
  expect(await addNote(scenario.store, scenario.change({ id: NOBODY }), "Hello?")).toEqual(missing);
  expect(await correctLead(scenario.services.entry, { id: NOBODY }, {})).toEqual(missing);
  expect(await sendAgain(scenario.store, { id: NOBODY }, scenario.now)).toEqual({ kind: "ok", value: [] });
  await scenario.store.close();
  const unavailable = { kind: "unavailable", reason: "the store is not open" };
  expect(await readHealth(scenario.store, scenario.now)).toEqual(unavailable);
  expect(await scenario.services.sendTest()).toEqual(unavailable);
  expect(await answerLead(scenario.store, scenario.change({ id: NOBODY }))).toEqual(unavailable);
});

/** A deadlock would take a second each, and all of them longer than a test may. */
const MOMENTS = 80;

test("a call, an outcome and an answer of one lead at once do not wait for each other", async (scenario) => {
  scenario.settings.webhookUrls = ["https://hooks.example/"];
  for (let day = 0; day < MOMENTS; day++) {
    const { id } = await scenario.lead({ email: `${day}@sample.co` });
    const startsAt = new Date(Date.UTC(2027, 0, 1 + day)).toISOString();
    const [booked, ...changes] = await Promise.all([
      scenario.services.calls.book(startsAt, { lead: id, zone: "UTC", phone: "+1 201 555 0142" }),
      setOutcome(scenario.store, { ...scenario.change({ id }), outcome: "won" }),
      answerLead(scenario.store, scenario.change({ id })),
    ]);
    expect([booked.kind, ...changes.map(({ kind }) => kind)]).toEqual(["booked", "ok", "ok"]);
  }
});
