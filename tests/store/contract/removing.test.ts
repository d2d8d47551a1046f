/** Deleting leads: everything of theirs is gone, everything else stays, and the counts stay right. */
import { correctLead } from "../../../server/inbox/enter-lead.ts";
import { readLatestLeads } from "../../../server/inbox/counts.ts";
import { removeLeads, removePerson } from "../../../server/inbox/remove-leads.ts";
import { latestDays } from "../../../server/leads/days.ts";
import { readLead, readLeadsAfter, readPerson } from "../../../server/leads/read-lead.ts";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { addressOf } from "../../../contract/lead.ts";
import { REMOVED_AT_ONCE, addNote } from "../../../server/inbox/admin-changes.ts";
import { DAY, first, NOBODY, Scenario, value, WIRE } from "./scenario.ts";
import { testWith } from "./stores.ts";

const test = testWith((store) => new Scenario(store));
test("a deleted lead takes all that is its own with it, and nothing of others", async (scenario) => {
  scenario.settings.webhookUrls = ["https://hooks.example/"];
  const [ada, ben] = [await scenario.lead(), await scenario.lead({ email: "ben@sample.co" })];
  await addNote(scenario.store, scenario.change({ id: ada.id }), "Called.");
  const mails = join(scenario.folder, "mail");
  mkdirSync(mails);
  for (const { id, kind } of await scenario.claim()) writeFileSync(join(mails, `${id}.${kind}.html`), "x");
  expect(readdirSync(mails)).toHaveLength(4);

  const removed = await removeLeads(scenario.services.removal, [ada.id, NOBODY], undefined);
  expect(removed).toEqual({ leads: 1, notes: 1, deliveries: 3, mailFiles: 2 });
  expect(await readLead(scenario.store, ada.id)).toEqual({ kind: "missing" });
  expect(await scenario.list("all", ada.email)).toMatchObject({ total: 0 });
  const left = (await scenario.detail(ben.id)).deliveries.map(({ id }) => id);
  expect(left).toHaveLength(3);
  for (const name of readdirSync(mails)) expect(left).toContain(name.split(".")[0]);
  expect(await scenario.health()).toMatchObject({ open: 1, undelivered: 3 });
  expect(
    value(await readLatestLeads(scenario.store, latestDays(1, "UTC", scenario.time), scenario.now)).days,
  ).toEqual([{ day: "2026-11-20", leads: 1 }]);
  // Its address is forgotten: nothing records that it had a confirmation.
  const again = await scenario.lead();
  expect(await scenario.sendAll()).toEqual(["confirmation", "notification"]);
  expect(await scenario.states(again.id)).toMatchObject({ confirmation: "sent" });
});

test("a delivery that was sent while its lead was deleted is not recorded", async (scenario) => {
  const lead = await scenario.lead();
  const held = first(await scenario.claim());
  await removeLeads(scenario.services.removal, [lead.id], undefined);
  expect(await scenario.outbox.recordResult(held, { kind: "sent" })).toEqual({ kind: "deleted" });
  scenario.time += DAY;
  expect(await scenario.claim()).toEqual([]);
});

test("a request sent again after its lead was deleted is a new lead", async (scenario) => {
  const draft = { fields: { ...(await scenario.lead({ email: "other@sample.co" })), email: "a@sample.co" } };
  const stored = async () => {
    const result = await scenario.submit([draft], { kind: "key", key: "one" }, WIRE);
    return result.kind === "stored" ? first(result.rows).id : result.kind;
  };
  const id = await stored();
  expect(await stored()).toBe(id);
  await removeLeads(scenario.services.removal, [id], undefined);
  expect(await stored()).not.toBe(id);
});

test("all leads of a person are found by the address, whatever their number, and erased", async (scenario) => {
  const many = REMOVED_AT_ONCE + 1;
  const fields = await scenario.lead({ email: "ben@sample.co" });
  const drafts = Array.from({ length: many }, () => ({ fields: { ...fields, email: "ada@sample.co" } }));
  await scenario.submit(drafts, { kind: "never" }, WIRE);
  expect(value(await readPerson(scenario.store, "ada@sample.co")).leads).toHaveLength(many);
  expect(await removePerson(scenario.services.removal, "ada@sample.co")).toMatchObject({ leads: many });
  expect(value(await readLeadsAfter(scenario.store, { size: 10 })).map(({ lead }) => lead.id)).toEqual([
    fields.id,
  ]);
  expect(await removePerson(scenario.services.removal, "ada@sample.co")).toMatchObject({ leads: 0 });
  expect(existsSync(join(scenario.folder, "mail"))).toBe(false);
});

test("the number of a call finds the lead, and erases it if no other country has it", async (scenario) => {
  const { services } = scenario;
  const { entry, removal } = services;
  const book = (lead: string, startsAt: string, phone: string) =>
    services.calls.book(startsAt, { lead, zone: "UTC", phone });
  const numbers = ["+44 (0)20\u20117946/0018", "+49 20 7946 0018", "020 7946 0018"];
  for (const [day, number] of numbers.entries()) {
    const { id } = await scenario.lead({ name: `${day}`, email: `${day}@sample.co` });
    const booked = await book(id, `2026-12-0${day + 1}T10:00:00.000Z`, number);
    if (day > 0 || booked.kind !== "booked") continue;
    await services.calls.cancel(booked.booking.id, {});
    await book(id, "2026-12-01T12:00:00.000Z", "+1 (201) 555-0142");
    value(await correctLead(entry, { id }, { problems: "None" }));
  }
  for (const search of [...numbers, "7946001"])
    expect(await scenario.list("all", search)).toMatchObject({ total: 3 });
  for (const search of ["(201) 555", "2015550142"])
    expect(await scenario.names("all", search)).toEqual(["0"]);
  const uncoded = { leads: 0, numbers: ["+442079460018", "+492079460018"] };
  expect(await removePerson(removal, addressOf("020 7946 0018"))).toMatchObject(uncoded);
  const erase = async () => await removePerson(removal, addressOf("+44 20 7946 0018"));
  expect(await erase()).toMatchObject({ leads: 0, waits: true });
  await scenario.sendAll();
  expect(await erase()).toMatchObject({ leads: 2 });
  expect(await scenario.names()).toEqual(["1"]);
});
