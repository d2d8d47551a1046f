/** An erasure leaves no word of a person in any table, or in any file of DATA_DIR but backups. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { attempt } from "../../contract/attempt.ts";
import { openStore } from "../../server/store/open-store.ts";
import { runCommand, startProcess } from "../support/process.ts";
import { ARRIVAL, LEAD } from "../support/leads.ts";
import {
  describePostgres,
  onServer,
  temporaryDatabase,
} from "../support/postgres.ts";
import { sendRequest, temporaryFolder } from "../support/server.ts";
import { post } from "../wire/wire-request.ts";
import { first, Scenario, TEN } from "./contract/scenario.ts";
import { home } from "./store-home.ts";

const WORDS = [
  "Quetzalcoatl",
  "quetzal@sample.co",
  "zanzibarword",
  "notedown",
  "fromquetzal",
];
const PERSON = {
  ...LEAD,
  name: "Quetzalcoatl",
  email: "quetzal@sample.co",
  problems: "zanzibarword ".repeat(300),
};
const VISIT = {
  "x-lead-source": "0 https://agency.example/?utm_source=fromquetzal",
};

/** @returns the files that contain one of the words, in upper or lower case */
function filesWith(folder: string, words: readonly string[]): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => {
      // The site may rename the draft of a mail before this line reads it.
      const text =
        attempt(() => readFileSync(file, "latin1").toLowerCase()) ?? "";
      return words.some((word) => text.includes(word.toLowerCase()));
    });
}

test("the store, its log, the search and the mails have no word of an erased person", async () => {
  const { env, store } = home({});
  const data = dirname(store);
  mkdirSync(data);
  writeFileSync(`${store}.replaced-2020-01-01T00-00-00-000Z`, WORDS.join(" "));
  const site = await startProcess(env);
  // Daily backups stay unchanged for 14 days (docs/privacy.md).
  const withWords = () =>
    filesWith(data, WORDS).filter((file) => !file.includes("/backups/"));
  const mails = () => filesWith(join(data, "mail"), [LEAD.email]);
  const sendOthers = async (count: number) => {
    for (let n = 0; n < count; n++)
      await sendRequest(
        site.port,
        post({ ...LEAD, problems: `Nothing else ${n}. `.repeat(40) }),
      );
  };
  await sendOthers(20);
  expect(await sendRequest(site.port, post(PERSON, VISIT))).toMatchObject({
    status: 201,
  });
  await sendOthers(20);
  await expect.poll(mails, { timeout: 40_000 }).not.toEqual([]);
  expect(withWords()).not.toEqual([]);
  expect(
    await runCommand(["erase", "--email", PERSON.email, "--yes"], env),
  ).toMatchObject({ code: 0 });
  expect(withWords().filter((file) => file.includes("leads.db"))).toEqual([]);
  await expect.poll(withWords, { timeout: 40_000 }).toEqual([]);

  // The person is erased while the mails are being written.
  for (let n = 0; n < 2; n++) {
    expect(await sendRequest(site.port, post(PERSON, VISIT))).toMatchObject({
      status: 201,
    });
    await runCommand(["erase", "--email", PERSON.email, "--yes"], env);
  }
  await expect.poll(withWords, { timeout: 40_000 }).toEqual([]);
  await site.kill("SIGTERM");
  expect(withWords()).toEqual([]);
}, 90_000);

/** @returns the tables that contain one of the words, in upper or lower case */
function tablesWith(
  databaseUrl: string,
  words: readonly string[],
): Promise<string[]> {
  return onServer(databaseUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
       WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
    );
    const found: string[] = [];
    for (const { name } of rows) {
      const { rowCount } = await client.query(
        `SELECT 1 FROM ${name} x WHERE x::text ~* $1`,
        [words.join("|")],
      );
      if (rowCount !== 0) found.push(name);
    }
    return found;
  });
}

describePostgres("in PostgreSQL", () => {
  test("no row of any table has a word of an erased person", async () => {
    const databaseUrl = await temporaryDatabase();
    const store = await openStore(
      { dataDir: temporaryFolder(), databaseUrl },
      () => {},
    );
    onTestFinished(() => store.close());
    const scenario = new Scenario(store);
    const page = "https://agency.example/?utm_source=fromquetzal";
    const sent = { ...ARRIVAL, seen: { page } };
    const stored = await scenario.submit(
      [{ fields: PERSON }],
      { kind: "key", key: "zanzibarword" },
      sent,
    );
    const lead = stored.kind === "stored" ? first(stored.rows).id : "";
    await scenario.note(lead, "notedown");
    const phone = "555 0100 200";
    expect(await scenario.book(TEN, lead, { phone })).toMatchObject({
      kind: "booked",
    });
    expect(
      (await tablesWith(databaseUrl, [...WORDS, phone])).length,
    ).toBeGreaterThan(5);
    // An erasure waits until the mails about the cancelled call are sent.
    const removed = scenario.erase(PERSON.email);
    await scenario.sendAll();
    await removed;
    await scenario.sendAll();
    await scenario.erase(PERSON.email);
    expect(await tablesWith(databaseUrl, [...WORDS, phone, lead])).toEqual([]);
  });
});
