/** A store is lost and restored: the real site, the real commands, and a receiver that counts its events. */
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { LEADS_TABLE } from "../../contract/lead.ts";
import { runCommand, startProcess } from "../support/process.ts";
import { filledFile } from "../support/used-store.ts";
import { Flood } from "../torture/flood.ts";
import { LEAD } from "../support/leads.ts";
import { startReceiver } from "../support/receiver.ts";
import { sendRequest, temporaryFolder } from "../support/server.ts";
import { post } from "../wire/wire-request.ts";
import { copyFilledStore, home, leadsOf, lose, START_PATIENCE } from "./store-home.ts";

test("made while leads come, it restores every lead that was acknowledged before it", async () => {
  // The site's own backup of the day would come at any moment, and be the newest.
  const { env, store, backups } = home({});
  const site = await startProcess(env);
  const flood = new Flood();
  const stop = flood.start(site.port, 4);
  await flood.reach(30);
  const before = new Map(flood.acknowledged);
  const made = await runCommand(["backup"], env);
  expect(made).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^Backed up \d+ leads to .*\.db\.\n$/),
  });
  await flood.reach(10);
  await stop();
  const [backup = ""] = backups();
  expect(statSync(backup).mode & 0o777).toBe(0o600);

  expect(await runCommand(["restore", "--replace"], env)).toMatchObject({
    code: 1,
    stderr: `${store} is in use. Stop the site first.\n`,
  });
  await site.kill("SIGKILL");
  lose(store);
  expect(await runCommand(["restore"], env)).toMatchObject({
    code: 0,
    stderr: expect.stringContaining(`leads from ${backup}.\n`),
  });
  const ids = new Set(leadsOf(store).map(({ id }) => id));
  expect([...before.values()].filter((id) => !ids.has(id))).toEqual([]);
  const again = await startProcess(env);
  expect(await sendRequest(again.port, { path: "/readyz" })).toMatchObject({ status: 200 });
  expect(again.stderr()).toBe("");
  expect((await runCommand(["list"], env)).stdout).toContain("Lead");
}, 60_000);

test("deliveries sent after the backup are not sent again, and the dead ones can be revived", async () => {
  let answer = 503;
  const receiver = await startReceiver((response) => response.writeHead(answer).end());
  const { env, store } = home({
    WEBHOOK_URLS: `http://127.0.0.1:${receiver.port}/`,
    WEBHOOK_ALLOW_HOSTS: "127.0.0.1",
  });
  const site = await startProcess(env);
  expect(await sendRequest(site.port, post({ ...LEAD, name: "Ada" }))).toMatchObject({ status: 201 });
  await expect.poll(() => receiver.events.length, START_PATIENCE).toBe(1);
  expect(await runCommand(["backup"], env)).toMatchObject({ code: 0 });
  answer = 204;
  await runCommand(["resend", "waiting"], env);
  await expect.poll(() => receiver.events.length, START_PATIENCE).toBe(2);
  expect(await site.kill("SIGTERM")).toBe(0);

  lose(store);
  const { stderr } = await runCommand(["restore"], env);
  expect(stderr).toMatch(/\nDeliveries that may have been sent since that backup are not sent again: 1\. /);
  const again = await startProcess(env);
  // A new lead is notified, so the worker runs.
  expect(await sendRequest(again.port, post({ ...LEAD, name: "Bea" }))).toMatchObject({ status: 201 });
  await expect.poll(() => receiver.events.length, START_PATIENCE).toBe(3);
  expect(receiver.events.filter(({ body }) => body.includes("Ada"))).toHaveLength(2);
  await runCommand(["resend", "dead"], env);
  await expect.poll(() => receiver.events.length, START_PATIENCE).toBe(4);
  const [first, second, , last] = receiver.events.map(({ headers }) => headers["webhook-id"]);
  // A receiver that keeps the ids drops it.
  expect([second, last]).toEqual([first, first]);
}, 60_000);

test("a store with leads is replaced only on request, and kept", async () => {
  const { env, store } = home();
  mkdirSync(env.DATA_DIR);
  const other = join(temporaryFolder(), "other.db");
  const from = filledFile();
  expect(await runCommand(["restore", from], env)).toMatchObject({ code: 0 });
  expect(await runCommand(["backup", "--out", other], env)).toMatchObject({ code: 0 });
  expect(await runCommand(["backup", "--out", other], env)).toMatchObject({ code: 1 });
  const db = new DatabaseSync(store);
  db.exec(
    `PRAGMA journal_mode = WAL; DELETE FROM ${LEADS_TABLE} WHERE id <> (SELECT min(id) FROM ${LEADS_TABLE})`,
  );
  expect(await runCommand(["restore", other, "--replace"], env)).toMatchObject({
    code: 1,
    stderr: `${store} is in use. Stop the site first.\n`,
  });
  db.close();
  expect(await runCommand(["restore", other], env)).toMatchObject({
    code: 1,
    stderr: `${store} has leads (1). With --replace it is moved aside, and the backup takes its place.\n`,
  });
  const { code, stderr } = await runCommand(["restore", other, "--replace"], env);
  expect(code).toBe(0);
  const [, kept = ""] = /is kept in (\S+) for 14 days\.\n/.exec(stderr) ?? [];
  expect(leadsOf(kept)).toHaveLength(1);
  expect(leadsOf(store)).toHaveLength(20);
});

test("a damaged page inside the store prevents a backup, and no partial one is left", async () => {
  const { env, store, backups } = home();
  copyFilledStore(store);
  const bytes = readFileSync(store);
  bytes.fill(0xff, 4096 * 3, 4096 * 6);
  writeFileSync(store, bytes);
  const { code, stderr } = await runCommand(["backup"], env);
  expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringMatching(/malformed|damaged/) });
  expect(backups()).toEqual([]);
});
