/** Rows that this version cannot read are set aside and named, and delay nothing else, in both stores. */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import type { StoreLocation } from "../../server/configuration/env.ts";
import { openStore, openTables } from "../../server/storage/open-store.ts";
import { TABLES, type TableRow } from "../../server/storage/table-store.ts";
import { leadContent } from "../../site/content/inbox.ts";
import { runCommand } from "../fakes/command-line.ts";
import { bookingRow, deliveryRow } from "../fakes/used-store.ts";
import { leadRow } from "../fakes/leads.ts";
import { query } from "../fakes/postgres.ts";
import { temporaryFolder } from "../fakes/server.ts";
import { Scenario, value } from "./contract/scenario.ts";
import { testAtPlace } from "./contract/stores.ts";

const NOON = "2026-11-20T12:00:00.000Z";
const [ODD, PLAIN] = [leadRow(1, { name: "Odd", email: "odd@sample.co" }), leadRow(2, { name: "Plain" })];

const context = (lead_id: string, more: TableRow = {}): TableRow => {
  return { lead_id, source: "wire", due_at: "2026-11-21T12:00:00.000Z", version: 0, ...more };
};
const delivery = (number: number, lead_id: string, more: TableRow = {}): TableRow =>
  deliveryRow(number, lead_id, { kind: "notification", ...more });
const hook = { kind: "webhook", target: "https://crm.example/" };

const NOTE = { id: ODD.id, lead_id: ODD.id, text: "Called.", created_at: NOON, author: null };
const CALL = bookingRow({ id: ODD.id, lead_id: ODD.id });

/** Fills every time column of the odd lead with invalid times that the schema accepts. */
async function spoilTimes({ dataDir, databaseUrl }: StoreLocation): Promise<void> {
  const spoil = (time: string) =>
    Object.entries({
      "lead_submissions id": ["created_at"],
      "lead_contexts lead_id": ["due_at"],
      "deliveries lead_id": ["due_at", "next_at"],
      "lead_notes lead_id": ["created_at"],
      "bookings lead_id": ["ends_at", "blocked_until"],
    })
      .map(([place, columns]) => {
        const [table, id] = place.split(" ");
        const set = columns.map((column) => `${column} = '${time}'`).join(", ");
        return `UPDATE ${table} SET ${set} WHERE ${id} = '${ODD.id}';`;
      })
      .join("\n");
  if (databaseUrl === undefined) {
    const db = new DatabaseSync(join(dataDir, "leads.db"));
    db.exec(spoil("2026-13-45T12:00:00.000Z"));
    db.close();
  } else {
    const statements = `SET search_path = public, nightshift; ${spoil("infinity")}`;
    await query(databaseUrl, statements);
  }
}

async function filled(home: StoreLocation): Promise<Scenario> {
  const tables = await openTables(home, "new or existing", () => {});
  const rows: Record<string, TableRow[]> = {
    lead_submissions: [ODD, PLAIN],
    lead_contexts: [
      context(ODD.id, { visit: '{"from":1}', suspicion: '["newsign","links"]' }),
      context(PLAIN.id),
    ],
    deliveries: [
      // As many as are claimed at once, so they would fill every claim.
      ...Array.from({ length: 8 }, (_, n) =>
        delivery(n, ODD.id, { ...hook, event: '{"type":"lead.moved","at":"now"}' }),
      ),
      delivery(20, ODD.id),
      delivery(21, PLAIN.id, { next_at: "2026-11-20T12:00:01.000Z" }),
      delivery(22, PLAIN.id, { ...hook, next_at: "2026-11-20T12:00:01.000Z" }),
    ],
    lead_notes: [NOTE],
    bookings: [CALL],
  };
  for (const table of TABLES) await tables.put(table, rows[table.name] ?? []);
  await tables.close();
  const store = await openStore(home, () => {});
  onTestFinished(() => store.close());
  const scenario = new Scenario(store);
  scenario.time += 60_000;
  return scenario;
}

testAtPlace("mail is sent, and an unknown event waits for a version that knows it", async (place) => {
  const scenario = await filled(place);
  const mails = await scenario.claim("mail");
  expect(mails.map(({ lead, visit }) => `${lead.name} ${visit?.from}`).toSorted()).toEqual([
    "Odd undefined",
    "Plain undefined",
  ]);
  const first = await scenario.outbox.claim("webhook", 8);
  expect(first).toMatchObject({ deliveries: [], unread: { length: 8 } });
  expect(await scenario.outbox.claim("webhook", 8)).toMatchObject({
    deliveries: [{ lead: { name: "Plain" } }],
    unread: [],
  });
  scenario.time += 11 * 60_000;
  expect(await scenario.outbox.claim("webhook", 20)).toMatchObject({ unread: { length: 8 } });
});

testAtPlace(
  "lists, the lead, its deliveries and the funnel are shown, and name the unreadable parts",
  async (place) => {
    const { admin } = await filled(place);
    const list = value(await admin.list({ filter: "open", search: "", page: 1, size: 10 }));
    expect(list.leads.map(({ name }) => name).toSorted()).toEqual(["Odd", "Plain"]);
    const odd = value(await admin.lead({ id: ODD.id }));
    expect(odd.suspicion).toEqual(["links"]);
    expect(odd.unread.slice(0, 3)).toEqual(["visit", "suspicion", `delivery ${delivery(0, "")["id"]}`]);
    expect(value(await admin.deliveries({ page: 1, size: 50 })).total).toBe(11);
    expect(value(await admin.leadsAfter({ size: 10 }))).toHaveLength(2);
    const { sources } = value(await admin.funnel({ days: 30, timeZone: "UTC" }));
    expect(sources.reduce((sum, { leads }) => sum + leads, 0)).toBe(2);
  },
);

testAtPlace(
  "an invalid time is replaced by the time of the row's id, is named, and delays nothing",
  async (place) => {
    const scenario = await filled(place);
    const { admin, outbox, store } = scenario;
    await spoilTimes(place);
    // The search text is written again, as at the next start.
    expect(await store.run("backfill", undefined)).toMatchObject({ kind: "filled" });
    const ofId = "2024-11-";
    const list = value(await admin.list({ filter: "open", search: "odd", page: 1, size: 10 }));
    expect(list.leads).toMatchObject([{ id: ODD.id, createdAt: expect.stringContaining(ofId) }]);
    const odd = value(await admin.lead({ id: ODD.id }));
    expect(odd).toMatchObject({ dueAt: expect.stringContaining(ofId), notes: [{ text: "Called." }] });
    const [last] = [delivery(20, "")["id"]];
    const named = ["created_at", "due_at", `delivery ${last}`, `note ${ODD.id}`, `call ${ODD.id}`];
    expect(odd.unread).toEqual(expect.arrayContaining(named));
    expect(value(await admin.leadsAfter({ size: 10 }))).toHaveLength(2);
    expect(value(await admin.calls({}))).toMatchObject([{ id: ODD.id }]);
    expect(value(await admin.health({})).open).toBe(2);
    value(await admin.overview({ days: 7, timeZone: "UTC" }));
    const all = { filters: [], order: [], offset: 0, limit: 9, count: false };
    expect(await store.run("read", all)).toMatchObject({ rows: [{ id: ODD.id }, { id: PLAIN.id }] });
    expect((await scenario.claim("mail")).map(({ lead }) => lead.name)).toEqual(["Plain"]);
    await outbox.mendTimes();
    expect(await scenario.sendAll("mail")).toEqual(["notification"]);
    expect(await outbox.untilDue("mail")).toMatchObject({ kind: "wait" });
    expect(value(await admin.reopen({ id: ODD.id })).lead.id).toBe(ODD.id);
    expect(value(await admin.remove({ ids: [ODD.id] })).leads).toBe(1);
  },
);

testAtPlace(
  "an import names unreadable rows, accepts all others, and stores addresses in the form that erase looks for",
  async ({ dataDir, databaseUrl }) => {
    const env = { DATA_DIR: dataDir, ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) };
    const store = await openStore({ dataDir, databaseUrl }, () => {});
    onTestFinished(() => store.close());
    const given: Record<string, TableRow[]> = {
      lead_submissions: [{ ...ODD, email: " Odd@sample.co" }],
      lead_contexts: [context(ODD.id, { visit: '{"from":1}' })],
      deliveries: [delivery(1, ODD.id), delivery(2, ODD.id, { ...hook, event: '{"type":"lead.moved"}' })],
    };
    const rows = TABLES.flatMap(({ name: table, columns }) =>
      (given[table] ?? []).map((row) => {
        return { table, row: Object.fromEntries(columns.map((column) => [column, row[column] ?? null])) };
      }),
    );
    const counts = Object.entries(given).map(([table, { length }]) => [table, length]);
    const header = { format: "nightshift-leads", version: 1, rows: Object.fromEntries(counts) };
    const file = [header, ...rows].map((line) => `${JSON.stringify(line)}\n`).join("");
    expect(await runCommand(["import"], env, file)).toMatchObject({
      code: 0,
      stderr:
        "Line 3: this version cannot read visit of a row of lead_contexts. It was left out.\n" +
        "Line 5: this version cannot read event of a row of deliveries. The row was left out.\n" +
        "Imported 3 rows.\n",
    });
    // The store was open all the time, as in a running site.
    const { admin } = new Scenario(store);
    expect(value(await admin.list({ filter: "open", search: "odd", page: 1, size: 9 })).total).toBe(1);
    expect(value(await admin.lead({ id: ODD.id })).deliveries).toHaveLength(1);
    expect(value(await admin.remove({ email: "odd@sample.co" })).leads).toBe(1);
    // A row with a client's own id has no other time.
    const noTime = file.replace(ODD.created_at, "2026-13-45T12:00:00.000Z");
    expect(await runCommand(["import"], env, noTime.replaceAll("-7000-", "-4000-"))).toMatchObject({
      code: 1,
      stderr: "Line 2: created_at of a row of lead_submissions is not a time.\n",
    });
    expect(await runCommand(["import"], env, noTime)).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(
        /^Line 2: .* cannot read created_at of a row of lead_submissions\. It was/,
      ),
    });
    const { lead } = value(await admin.lead({ id: ODD.id }));
    expect(lead.created_at).toContain("2024-11-");
  },
);

test("the command line shows a lead with an unreadable part", async () => {
  const dataDir = temporaryFolder();
  const { store } = await filled({ dataDir, databaseUrl: undefined });
  await store.close();
  const env = { DATA_DIR: dataDir, DIST_DIR: join(dataDir, "none") };
  const { code, stdout } = await runCommand(["show", ODD.id], env);
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringMatching(new RegExp(`${leadContent.unread.padEnd(13)} visit, suspicion, delivery `)),
  });
  expect(await runCommand(["list"], env)).toMatchObject({ code: 0, stdout: expect.stringContaining("Odd") });
});
