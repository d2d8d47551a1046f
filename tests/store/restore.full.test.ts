import * as fs from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { restoreBackup } from "../../server/store/sqlite/backup.ts";
import { runCommand } from "../support/process.ts";
import { filledFile } from "../support/used-store.ts";
import { sendRequest } from "../support/server.ts";
import { home, leadsOf, sendNamed, SLOW_START } from "./store-home.ts";

const withSchema = (schema: string) => (file: string) => {
  fs.writeFileSync(file, "");
  const db = new DatabaseSync(file);
  db.exec(schema);
  db.close();
};

test.each([
  [
    "cut off",
    (file: string) => fs.truncateSync(file, fs.statSync(file).size / 2),
  ],
  ["something else", (file: string) => fs.writeFileSync(file, "Dear diary")],
  ["not there", (file: string) => fs.rmSync(file)],
  ["of 0 bytes", withSchema("")],
  [
    "of another program",
    withSchema("CREATE TABLE moz_places (id INTEGER PRIMARY KEY, url TEXT)"),
  ],
  [
    "of another program with leads",
    withSchema("CREATE TABLE lead_submissions (id TEXT)"),
  ],
])(
  "a backup that is %s is refused, and the store is unchanged",
  (_what, spoil) => {
    const [store, backup] = [filledFile(), filledFile()];
    spoil(backup);
    const refusal = `${backup} cannot be read, is damaged, or is not a backup of leads.`;
    expect(() => restoreBackup(backup, store, true)).toThrow(refusal);
    expect(leadsOf(store)).toHaveLength(20);
  },
);

test("a restore keeps the write-ahead log of the lost store, but does not apply it", async () => {
  const { store, run, start } = home();
  const site = await start();
  expect(await sendNamed(site, "Not in the backup")).toBe(201);
  await site.kill("SIGKILL");
  fs.rmSync(store);
  const kept = expect.stringMatching(
    /is kept in \S+replaced-\S+-wal for 14 days\./,
  );
  expect(await run("restore", filledFile())).toMatchObject({
    code: 0,
    stderr: kept,
  });
  expect(fs.existsSync(`${store}-wal`)).toBe(false);
  expect(leadsOf(store)).toHaveLength(20);
  const again = await start();
  expect(await sendRequest(again.port, { path: "/readyz" })).toMatchObject({
    status: 200,
  });
}, 60_000);

test.each([[[]], [["--replace"]]])(
  "a site that starts during `restore %j` loses no lead",
  async (options: string[]) => {
    const { env, store, start } = home();
    if (options.length > 0) filledFile(store);
    else fs.mkdirSync(env.DATA_DIR);
    const large = filledFile();
    const db = new DatabaseSync(large);
    db.exec(`UPDATE lead_submissions SET problems = 'x'; CREATE TABLE ballast (bytes BLOB);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 6000)
      INSERT INTO ballast SELECT randomblob(16000) FROM n`);
    db.close();
    const restore = runCommand(["restore", large, ...options], env);
    const isCopying = () =>
      fs.readdirSync(env.DATA_DIR).some((name) => name.includes(".part-"));
    await expect.poll(isCopying, { ...SLOW_START, interval: 5 }).toBe(true);
    const site = await start();
    const sent: string[] = [];
    for (const name of ["Late 1", "Late 2", "Late 3"])
      if ((await sendNamed(site, name)) === 201) sent.push(name);
    expect(await restore).toMatchObject({ code: 0 });
    await site.kill("SIGTERM");
    const names = leadsOf(store).map(({ name }) => name);
    expect(names).toHaveLength(20 + sent.length);
    expect(names.filter((name) => name.startsWith("Late"))).toEqual(sent);
  },
  60_000,
);
