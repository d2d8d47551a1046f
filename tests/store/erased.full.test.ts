/**
 * An erasure leaves no word of a person in
 * any table, or in any file of the store.
 */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect } from "vitest";
import type { StoreLocation } from "../../server/settings/env.ts";
import { ARRIVAL, LEAD } from "../support/leads.ts";
import { onServer } from "../support/postgres.ts";
import { first, Scenario, TEN } from "./contract/scenario.ts";
import { openAt, testAtPlace } from "./contract/stores.ts";

const PHONE = "555 0100 200";
const WORDS = [
  "Quetzalcoatl",
  "quetzal@sample.co",
  "zanzibarword",
  "notedown",
  "fromquetzal",
  PHONE,
];
const PERSON = {
  ...LEAD,
  name: "Quetzalcoatl",
  email: "quetzal@sample.co",
  problems: "zanzibarword ".repeat(300),
};

/**
 * @returns the files or tables with one of the words, in upper or lower case
 */
async function placesWith({ dataDir, databaseUrl }: StoreLocation) {
  const words = new RegExp(WORDS.join("|"), "i");
  if (databaseUrl === undefined)
    return readdirSync(dataDir).filter((name) =>
      words.test(readFileSync(join(dataDir, name), "latin1")),
    );
  return onServer(databaseUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
       WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
    );
    const found: string[] = [];
    for (const { name } of rows) {
      const having = `SELECT 1 FROM ${name} x WHERE x::text ~* $1`;
      const { rowCount } = await client.query(having, [words.source]);
      if (rowCount !== 0) found.push(name);
    }
    return found;
  });
}

testAtPlace("an erasure leaves no word of a person", async (place) => {
  const scenario = new Scenario(await openAt(place));
  const addOthers = async () => {
    for (let n = 0; n < 20; n++)
      await scenario.lead({ problems: `Nothing else ${n}. `.repeat(40) });
  };
  await addOthers();
  const page = "https://agency.example/?utm_source=fromquetzal";
  const stored = await scenario.submit(
    [{ fields: PERSON }],
    { kind: "key", key: "zanzibarword" },
    { ...ARRIVAL, seen: { page } },
  );
  const { id = "" } = stored.kind === "stored" ? first(stored.rows) : {};
  await scenario.note(id, "notedown");
  expect(await scenario.book(TEN, id, { phone: PHONE })).toMatchObject({
    kind: "booked",
  });
  await addOthers();
  expect(await placesWith(place)).not.toEqual([]);
  // The mails about the canceled call are sent before the erasure.
  expect(await scenario.erase(PERSON.email)).toBeUndefined();
  await scenario.sendAll();
  // Another program that reads the file keeps its log from being emptied.
  const reader =
    place.databaseUrl === undefined
      ? new DatabaseSync(join(place.dataDir, "leads.db"))
      : undefined;
  reader?.exec("BEGIN; SELECT count(*) FROM lead_submissions");
  await scenario.erase(PERSON.email);
  reader?.close();
  await expect.poll(() => placesWith(place)).toEqual([]);
});
