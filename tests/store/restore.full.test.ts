/** Files that can be restored and files that are refused, and a site that starts meanwhile. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { runCommand, startCommand, startProcess } from "../support/process.ts";
import { filledFile } from "../support/used-store.ts";
import { LEAD } from "../support/leads.ts";
import { sendRequest, temporaryFolder } from "../support/server.ts";
import { post } from "../wire/wire-request.ts";
import { copyFilledStore, home, leadsOf, START_PATIENCE } from "./store-home.ts";

const ofAnother = (schema: string) => (file: string) => {
  writeFileSync(file, "");
  const db = new DatabaseSync(file);
  db.exec(schema);
  db.close();
};

test.each([
  ["cut off", (file: string) => truncateSync(file, statSync(file).size / 2)],
  ["something else", (file: string) => writeFileSync(file, "Dear diary")],
  ["not there", (file: string) => rmSync(file)],
  ["of 0 bytes", ofAnother("")],
  ["of another program", ofAnother("CREATE TABLE moz_places (id INTEGER PRIMARY KEY, url TEXT)")],
  ["of another program with leads", ofAnother("CREATE TABLE lead_submissions (id TEXT)")],
])("a backup that is %s is refused, and the store stays as it is", async (_what, spoil) => {
  const { env, store } = home();
  copyFilledStore(store);
  const backup = join(temporaryFolder(), "backup.db");
  await runCommand(["backup", "--out", backup], env);
  spoil(backup);
  expect(await runCommand(["restore", backup, "--replace"], env)).toMatchObject({
    code: 1,
    stderr: `${backup} is missing, damaged, or not a backup of leads.\n`,
  });
  expect(leadsOf(store)).toHaveLength(20);
});

test("SQLite's files beside a lost store do not go into the restored one, and are kept", async () => {
  const { env, store } = home();
  const site = await startProcess(env);
  expect(await sendRequest(site.port, post({ ...LEAD, name: "Not in the backup" }))).toMatchObject({
    status: 201,
  });
  await site.kill("SIGKILL");
  rmSync(store);
  expect(await runCommand(["restore", filledFile()], env)).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/is kept in \S+replaced-\S+-wal for 14 days\./),
  });
  expect(existsSync(`${store}-wal`)).toBe(false);
  expect(leadsOf(store)).toHaveLength(20);
  const again = await startProcess(env);
  expect(await sendRequest(again.port, { path: "/readyz" })).toMatchObject({ status: 200 });
}, 60_000);

test.each([[[]], [["--replace"]]])(
  "a site that starts during `restore %j` loses no lead",
  async (how: string[]) => {
    const { env, store } = home();
    mkdirSync(env.DATA_DIR);
    if (how.length > 0) copyFileSync(filledFile(), store);
    const large = filledFile();
    const db = new DatabaseSync(large);
    db.exec(`UPDATE lead_submissions SET problems = 'x'; CREATE TABLE ballast (bytes BLOB);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 6000)
      INSERT INTO ballast SELECT randomblob(16000) FROM n`);
    db.close();
    const restore = startCommand(["restore", large, ...how], env);
    const isCopying = () => readdirSync(env.DATA_DIR).some((name) => name.includes(".part-"));
    await expect.poll(isCopying, { ...START_PATIENCE, interval: 5 }).toBe(true);
    const site = await startProcess({ ...env });
    const sent: string[] = [];
    for (const name of ["Late 1", "Late 2", "Late 3"])
      if ((await sendRequest(site.port, post({ ...LEAD, name }))).status === 201) sent.push(name);
    expect(await restore.outcome).toMatchObject({ code: 0 });
    await site.kill("SIGTERM");
    const names = leadsOf(store).map(({ name }) => name);
    expect(names.filter((name) => !name.startsWith("Late"))).toHaveLength(20);
    expect(names.filter((name) => name.startsWith("Late"))).toEqual(sent);
  },
  60_000,
);
