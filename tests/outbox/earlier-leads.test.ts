/** Leads that another program inserted: the agency sees them, and nothing is sent for them. */
import { expect, onTestFinished } from "vitest";
import { openStore, openTables } from "../../server/storage/open-store.ts";
import { TABLES } from "../../server/storage/table-store.ts";
import { LEAD, leadRow } from "../fakes/leads.ts";
import { HOUR, Scenario, value } from "../store/contract/scenario.ts";
import { testAtPlace } from "../store/contract/stores.ts";

const { id, created_at } = leadRow(1);

testAtPlace("a lead of another program is listed, answered and given no delivery", async (home) => {
  const tables = await openTables(home, "new or existing", () => {});
  for (const table of TABLES) if (table.name === "lead_submissions") await tables.put(table, [leadRow(1)]);
  await tables.close();
  const store = await openStore(home, () => {});
  onTestFinished(() => store.close());
  const scenario = new Scenario(store);
  scenario.time = Date.parse(created_at) + 12 * HOUR;
  expect(await scenario.detail(id)).toMatchObject({
    lead: { name: LEAD.name, email: LEAD.email },
    dueAt: "2026-11-21T12:00:00.000Z",
    answeredAt: undefined,
    test: false,
    deliveries: [],
  });
  const list = { filter: "open", search: "", page: 1, size: 10 } as const;
  expect(value(await scenario.admin.list(list)).total).toBe(1);
  expect(await scenario.claim()).toEqual([]);
  expect(value(await scenario.admin.answer({ id })).answeredAt).toBeDefined();
  await scenario.lead({ email: "another@sample.co" });
  expect(await scenario.sendAll()).toEqual(["confirmation", "notification"]);
});
