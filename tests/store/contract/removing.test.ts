/**
 * The team deletes leads, and the site deletes
 * leads that are older than RETENTION_DAYS.
 */

import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, vi } from "vitest";
import { addressOf } from "../../../contract/lead/lead.ts";
import { REMOVED_AT_ONCE } from "../../../server/inbox/remove/remove-leads.ts";
import { insertLeads } from "../../../server/leads/insert-leads.ts";
import { readLead, readPerson } from "../../../server/leads/read-lead.ts";
import { createRetention } from "../../../server/lifecycle/delivery-worker.ts";
import { ARRIVAL, leadRow } from "../../support/leads.ts";
import { keyed, readAll, row } from "./rows.ts";
import { DAY, MINUTE, UNKNOWN, type Scenario, first } from "./scenario.ts";
import { scenarioTest as test } from "./stores.ts";

test("deleting a lead deletes everything of that lead, and nothing of other leads", async (scenario) => {
  scenario.webhookUrls = ["https://hooks.example/"];
  const [ada, ben] = [
    await scenario.lead(),
    await scenario.lead({ email: "ben@sample.co" }),
  ];
  await scenario.note(ada.id, "Called.");
  const mails = join(scenario.folder, "mail");
  mkdirSync(mails);
  for (const { id, kind } of await scenario.claim())
    for (const name of [`${id}.${kind}.html`, `.${id}.${kind}.draft`])
      writeFileSync(join(mails, name), "x");
  // A morning mail may name any lead, so it is deleted, too.
  for (const name of ["morning-mx64v8g0.html", ".reminder-x.html.draft"])
    writeFileSync(join(mails, name), "x");
  expect(readdirSync(mails)).toHaveLength(10);

  const removed = await scenario.remove(ada.id, UNKNOWN);
  expect(removed).toEqual({ leads: 1, notes: 1, deliveries: 3, mailFiles: 6 });
  expect(await readLead(scenario.store, ada.id)).toBeUndefined();
  expect(await scenario.list("all", ada.email)).toMatchObject({ total: 0 });
  const left = (await scenario.detail(ben.id)).deliveries.map(({ id }) => id);
  expect(left).toHaveLength(3);
  for (const name of readdirSync(mails))
    expect(left).toContain(/[^.]+/.exec(name)?.[0]);
  expect(await scenario.metrics()).toMatchObject({
    leads_open: 1,
    deliveries_undelivered: 3,
  });
  // The store forgets that this address had a confirmation.
  await scenario.lead();
  expect(await scenario.sendAll()).toBe("confirmation notification");
});

test("a delivery that was sent while its lead was deleted is not recorded", async (scenario) => {
  const lead = await scenario.lead();
  const held = first(await scenario.claim());
  await scenario.remove(lead.id);
  expect(await scenario.outbox.recordResult(held, { kind: "sent" })).toBe(
    "deleted",
  );
});

test("a request that is repeated after its lead was deleted makes a new lead", async (scenario) => {
  const draft = {
    fields: {
      ...(await scenario.lead({ email: "other@sample.co" })),
      email: "a@sample.co",
    },
  };
  const stored = async () => {
    const result = await scenario.submit(
      [draft],
      { kind: "key", key: "one" },
      ARRIVAL,
    );
    return result.kind === "stored" ? first(result.rows).id : result.kind;
  };
  const id = await stored();
  expect(await stored()).toBe(id);
  await scenario.remove(id);
  expect(await stored()).not.toBe(id);
});

test("all leads of an address are found and erased, however many there are", async (scenario) => {
  const many = REMOVED_AT_ONCE + 1;
  const fields = await scenario.lead({ email: "ben@sample.co" });
  const drafts = Array.from({ length: many }, () => ({
    fields: { ...fields, email: "ada@sample.co" },
  }));
  await scenario.submit(drafts, { kind: "never" }, ARRIVAL);
  expect(await readPerson(scenario.store, "ada@sample.co")).toHaveLength(many);
  expect(await scenario.erase("ada@sample.co")).toMatchObject({ leads: many });
  expect(await readAll(scenario.store)).toEqual([fields]);
  expect(existsSync(join(scenario.folder, "mail"))).toBe(false);
});

test("a call's phone number finds its lead, and erasing by number erases one person's leads", async (scenario) => {
  const numbers = [
    "+44 (0)20\u20117946/0018",
    "+49 20 7946 0018",
    "020 7946 0018",
  ];
  for (const [day, phone] of numbers.entries()) {
    const { id } = await scenario.lead({
      name: `${day}`,
      email: `${day}@sample.co`,
    });
    const { booking } = await scenario.bookCall(
      `2026-12-0${day + 1}T10:00:00.000Z`,
      id,
      { phone },
    );
    if (day > 0) continue;
    await scenario.cancel(booking.id);
    await scenario.book("2026-12-01T12:00:00.000Z", id, {
      phone: "+1 (201) 555-0142",
    });
    await scenario.correct(id, { problems: "None" });
  }
  for (const search of [...numbers, "7946001"])
    expect(await scenario.list("all", search)).toMatchObject({ total: 3 });
  for (const search of ["(201) 555", "2015550142"])
    expect(await scenario.names("all", search)).toEqual(["0"]);
  const erase = () => scenario.erase(addressOf("+44 20 7946 0018"));
  expect(await erase()).toBeUndefined();
  await scenario.sendAll();
  expect(await erase()).toMatchObject({ leads: 2 });
  expect(await scenario.names()).toEqual(["1"]);
});

/** @param ages leads' ages in days */
async function withRetention(scenario: Scenario, days: number, ages: number[]) {
  const warn = vi.fn();
  const startSite = (retained: number | undefined = days) => {
    const retentionDays = retained === Infinity ? undefined : retained;
    const log = { warn, error: vi.fn() };
    const mailFolder = join(scenario.folder, "mail");
    const { store, folder: dataDir } = scenario;
    return createRetention(
      { retentionDays, dataDir },
      { store, mailFolder, now: () => scenario.time, log },
    );
  };
  const rows = ages.map((age, n) => {
    const time = new Date(scenario.time - age * DAY);
    return leadRow(n, { created_at: time.toISOString() });
  });
  expect(await insertLeads(scenario.store, { rows })).toMatchObject({
    kind: "stored",
  });
  const leftAndWaiting = async () => {
    const leads = await readAll(scenario.store);
    return [leads.length, (await scenario.health()).purgeWaits];
  };
  return { warn, startSite, leftAndWaiting };
}

test("after the clock was set back, what is too old is looked for at once", async (scenario) => {
  const { startSite } = await withRetention(scenario, 30, []);
  const writes = vi.spyOn(scenario.store, "write");
  const everyMinute = startSite();
  await everyMinute();
  writes.mockClear();
  scenario.time += MINUTE;
  await everyMinute();
  expect(writes).not.toHaveBeenCalled();
  scenario.time -= 300 * DAY;
  await everyMinute();
  expect(writes).toHaveBeenCalled();
});

test("old leads are deleted once a day, even the last lead, and the log counts them", async (scenario) => {
  const { warn, startSite, leftAndWaiting } = await withRetention(
    scenario,
    30,
    [29, 28, 1],
  );
  const everyMinute = startSite();
  for (const leads of [3, 3, 2]) {
    await everyMinute();
    expect(await leftAndWaiting()).toEqual([leads, 0]);
    scenario.time += DAY;
  }
  const deleted = [
    { leads: 1, days: 30 },
    "leads older than RETENTION_DAYS were deleted",
  ];
  expect(warn.mock.calls).toEqual([deleted]);
  const mails = join(scenario.folder, "mail");
  mkdirSync(mails);
  const replaced = "leads.db.replaced-2020-01-01T00-00-00-000Z";
  const old = [
    join(mails, "morning-mx64v8g0.html"),
    join(scenario.folder, replaced),
  ];
  for (const path of old) writeFileSync(path, "");
  // Who has a call is no old customer yet.
  const [{ id } = leadRow(1)] = await readAll(scenario.store);
  await scenario.book(new Date(scenario.time + 35 * DAY).toISOString(), id);
  for (const left of [1, 0]) {
    for (let day = 0; day < 40; day++, scenario.time += DAY)
      await everyMinute();
    expect(await leftAndWaiting()).toEqual([left, 0]);
  }
  expect(old.filter((path) => existsSync(path))).toEqual([]);
});

test("a clock three years ahead deletes a tenth of the leads in a day, and the rest waits", async (scenario) => {
  const { warn, startSite, leftAndWaiting } = await withRetention(
    scenario,
    365,
    Array.from({ length: 600 }, (_, n) => n / 100),
  );
  const ahead = 3 * 365 * DAY;
  scenario.time += ahead;
  for (let minute = 0; minute < 3; minute++, scenario.time += MINUTE) {
    await startSite()();
    expect(await leftAndWaiting()).toEqual([540, 540]);
  }
  expect((await readAll(scenario.store)).at(-1)?.id).toBe(leadRow(539).id);
  const waits =
    "more leads are older than RETENTION_DAYS: they are deleted in the next days";
  expect(warn).toHaveBeenCalledWith({ leads: 540, days: 365 }, waits);
  expect(await scenario.metrics()).toMatchObject({ retention_waiting: 540 });
  // After the clock is corrected, no lead waits.
  scenario.time -= ahead;
  await startSite()();
  expect(await leftAndWaiting()).toEqual([540, 0]);
});

test("a key is remembered for at least seven days, even without RETENTION_DAYS", async (scenario) => {
  const everyMinute = (await withRetention(scenario, Infinity, [])).startSite();
  for (let day = 0; day < 9; day++, scenario.time += DAY) {
    await everyMinute();
    const repeated = day > 0 && day <= 7;
    expect(await insertLeads(scenario.store, keyed([row()]))).toMatchObject({
      repeated,
    });
  }
});

test("without RETENTION_DAYS, no lead is deleted and no lead waits for deletion", async (scenario) => {
  const { startSite, leftAndWaiting } = await withRetention(
    scenario,
    Infinity,
    Array(11).fill(100),
  );
  await startSite(50)();
  expect(await leftAndWaiting()).toEqual([1, 1]);
  scenario.time += 100_000 * DAY;
  await startSite()();
  expect(await leftAndWaiting()).toEqual([1, 0]);
});
