/**
 * The commands of the page on backups, as written: a
 * store is lost, restored and moved to another server.
 */

import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { insertLeads } from "../../server/leads/insert-leads.ts";
import { readEnv } from "../../server/settings/env.ts";
import {
  keptPublicKey,
  keptSigningSecrets,
} from "../../server/settings/secrets.ts";
import { leadsOf } from "../store/store-home.ts";
import { leadRow } from "../support/leads.ts";
import { temporaryFolder } from "../support/server.ts";
import { openTestStore } from "../support/store.ts";
import { filledFile } from "../support/used-store.ts";
import { block, commandsOf, runWritten } from "./blocks.ts";

const PAGE = "docs/backups.md";

test("the store is backed up, lost and brought back", async () => {
  const folder = temporaryFolder();
  const usb = join(folder, "usb");
  mkdirSync(usb);
  const env = { DATA_DIR: join(folder, "data") };
  const places = { "/mnt/usb": usb };
  filledFile(join(env.DATA_DIR, "leads.db"));
  // A start of the site makes these keys.
  keptPublicKey(env.DATA_DIR, undefined);
  keptSigningSecrets(env.DATA_DIR, readEnv(env).outbox);
  for (const command of commandsOf(block(PAGE, "backup --out /mnt/usb/leads")))
    await runWritten(command, env, places);
  writeFileSync(join(folder, ".env"), "");
  const copy = block(PAGE, "cp -r data/keys.json").replace("/mnt/usb", usb);
  execFileSync("sh", ["-e", "-c", copy], { cwd: folder });
  const copied = [".env", "keys.json", "leads.db", "signing-secrets.json"];
  expect(readdirSync(usb).toSorted()).toEqual(copied);
  rmSync(env.DATA_DIR, { recursive: true });
  mkdirSync(env.DATA_DIR);
  for (const command of commandsOf(block(PAGE, "restore /mnt/usb/leads")))
    await runWritten(command, env, places);
  expect(leadsOf(join(env.DATA_DIR, "leads.db"))).toHaveLength(20);
});

test("leads that were rescued from a replaced file are exported", async () => {
  const folder = temporaryFolder();
  filledFile(join(folder, "data", "leads.db.rescued-2026-11-20T03-00-00-000Z"));
  const commands = commandsOf(block(PAGE, "DATA_DIR=rescued"));
  const places = { "data/leads": join(folder, "data", "leads") };
  for (const command of commands.slice(0, -1))
    await runWritten(
      command.replace("rescued.csv", join(folder, "rescued.csv")),
      { DATA_DIR: join(folder, "rescued") },
      places,
    );
  execFileSync("sh", ["-e", "-c", commands.at(-1) ?? ""], { cwd: folder });
  expect(readdirSync(folder).toSorted()).toEqual(["data", "rescued.csv"]);
});

test("a backup replaces the store, and an export has the leads that are newer than the backup", async () => {
  const env = { DATA_DIR: join(temporaryFolder(), "data") };
  const store = filledFile(join(env.DATA_DIR, "leads.db"));
  await runWritten("npm run leads -- backup", env);
  const written = await openTestStore(store);
  await insertLeads(written, {
    rows: [leadRow(20, { name: "After the backup" })],
  });
  await written.close();
  for (const command of commandsOf(block(PAGE, "restore --replace  ")))
    await runWritten(command, env, { "data/since": `${env.DATA_DIR}/since` });
  expect(leadsOf(store)).toHaveLength(20);
  expect(readFileSync(join(env.DATA_DIR, "since.csv"), "utf8")).toContain(
    "After the backup",
  );
});

test("a store moves to another server", async () => {
  const folder = temporaryFolder();
  const [here, there] = [
    { DATA_DIR: join(folder, "here") },
    { DATA_DIR: join(folder, "there") },
  ];
  filledFile(join(here.DATA_DIR, "leads.db"));
  for (const command of commandsOf(
    block(PAGE, "backup --out /mnt/usb/move.db"),
  ))
    await runWritten(command, command.includes("-- backup") ? here : there, {
      "/mnt/usb": folder,
    });
  expect(leadsOf(join(there.DATA_DIR, "leads.db"))).toHaveLength(20);
});
