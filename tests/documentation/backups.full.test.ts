/** The page on backups: a store is lost and restored, and moves to another server, with the commands as written. */
import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openStore } from "../../server/store/open-store.ts";
import { KEYS, newHome, runCommand, startProcess } from "../support/process.ts";
import { filledFile } from "../support/used-store.ts";
import { addMigration, copyProject } from "../support/project.ts";
import { LEAD } from "../support/leads.ts";
import { sendRequest, temporaryFolder } from "../support/server.ts";
import { post } from "../wire/wire-request.ts";
import { leadsOf } from "../store/store-home.ts";
import { block, commandsOf, runWritten } from "./blocks.ts";

const PAGE = "docs/backups.md";

test("the store is backed up, lost and brought back", async () => {
  const folder = temporaryFolder();
  const usb = join(folder, "usb");
  mkdirSync(usb);
  const env = newHome({ DATA_DIR: join(folder, "data") });
  const places = { "/mnt/usb": usb };
  filledFile(join(env.DATA_DIR, "leads.db"));
  const site = await startProcess(env);
  for (const command of commandsOf(block(PAGE, "backup --out /mnt/usb/leads")))
    await runWritten(command, env, places);
  writeFileSync(join(folder, ".env"), "");
  mkdirSync(join(folder, "content"));
  const copy = block(PAGE, "cp -r data/keys.json").replace("/mnt/usb", usb);
  execFileSync("sh", ["-e", "-c", copy], { cwd: folder });
  expect(readdirSync(usb).toSorted()).toEqual([
    ".env",
    "content",
    "keys.json",
    "leads.db",
    "signing-secrets.json",
  ]);
  await site.kill("SIGKILL");
  for (const name of readdirSync(env.DATA_DIR).filter((file) => file !== "backups"))
    rmSync(join(env.DATA_DIR, name), { recursive: true });
  for (const command of commandsOf(block(PAGE, "restore /mnt/usb/leads")))
    await runWritten(command, env, places);
  expect(leadsOf(join(env.DATA_DIR, "leads.db"))).toHaveLength(20);
  for (const name of ["keys.json", "signing-secrets.json"])
    copyFileSync(join(usb, name), join(env.DATA_DIR, name));
  const before = readFileSync(join(usb, "keys.json"), "utf8");
  const again = await startProcess(env);
  expect(await sendRequest(again.port, { path: "/readyz" })).toMatchObject({ status: 200 });
  expect(readFileSync(join(env.DATA_DIR, "keys.json"), "utf8")).toBe(before);
});

test("leads that were rescued from a replaced file are exported while the site runs", async () => {
  const folder = temporaryFolder();
  const env = newHome({ ...KEYS, DATA_DIR: join(folder, "data") });
  filledFile(join(env.DATA_DIR, "leads.db"));
  const site = await startProcess(env);
  const other = temporaryFolder();
  await (await openStore({ dataDir: other, databaseUrl: undefined }, () => {})).close();
  renameSync(join(other, "leads.db"), join(env.DATA_DIR, "leads.db"));
  await sendRequest(site.port, post(LEAD));
  const isOpen = async () => (await sendRequest(site.port, post({ ...LEAD, name: "After" }))).status;
  await expect.poll(isOpen, { timeout: 20_000 }).toBe(201);
  const commands = commandsOf(block(PAGE, "DATA_DIR=rescued"));
  const [rescued = ""] = readdirSync(env.DATA_DIR).filter((name) => name.startsWith("leads.db.rescued-"));
  for (const command of commands.slice(0, -1)) {
    const scratch = command.startsWith("DATA_DIR") ? { DATA_DIR: join(folder, "rescued") } : {};
    await runWritten(command.replace(/data\/\S+/, join(env.DATA_DIR, rescued)), { ...env, ...scratch });
  }
  execFileSync("sh", ["-e", "-c", commands.at(-1) ?? ""], { cwd: folder });
  expect(readdirSync(folder)).toEqual(["data"]);
}, 60_000);

async function sendLead(port: number): Promise<void> {
  expect(await sendRequest(port, post({ ...LEAD, name: "After the backup" }))).toMatchObject({ status: 201 });
}

test("a backup takes the store's place, and the leads that came after it are in the export", async () => {
  const env = newHome({ ...KEYS });
  filledFile(join(env.DATA_DIR, "leads.db"));
  await runCommand(["backup"], env);
  const site = await startProcess(env);
  await sendLead(site.port);
  await site.kill("SIGTERM");
  for (const command of commandsOf(block(PAGE, "restore --replace  "))) await runWritten(command, env);
  expect(leadsOf(join(env.DATA_DIR, "leads.db"))).toHaveLength(20);
  expect(readFileSync(join(env.DATA_DIR, "exports", "since.csv"), "utf8")).toContain("After the backup");
});

test("going back to an older release keeps the store, whose schema a newer one changed", async () => {
  const folder = temporaryFolder();
  copyProject(folder);
  const git = (line: string) => execFileSync("sh", ["-e", "-c", line], { cwd: folder, stdio: "ignore" });
  const author = "-c user.name=x -c user.email=x@agency.example";
  git(`git init -q && git add -A && git ${author} commit -qm before && git tag v1.0.0`);
  addMigration(folder);
  git(`git add -A && git ${author} commit -qm after`);

  const main = join(folder, "server/main.ts");
  const env = newHome({ ...KEYS });
  filledFile(join(env.DATA_DIR, "leads.db"));
  const newer = await startProcess(env, { main });
  await sendLead(newer.port);
  await newer.kill("SIGTERM");
  for (const command of commandsOf(block("docs/releases.md", "git checkout"))) git(command);
  const older = await startProcess(env, { main });
  await sendLead(older.port);
  expect(leadsOf(join(env.DATA_DIR, "leads.db"))).toHaveLength(22);
});

test("a store moves to another server", async () => {
  const folder = temporaryFolder();
  const [here, there] = [{ DATA_DIR: join(folder, "here") }, { DATA_DIR: join(folder, "there") }];
  filledFile(join(here.DATA_DIR, "leads.db"));
  for (const command of commandsOf(block(PAGE, "backup --out /mnt/usb/move.db")))
    await runWritten(command, command.includes("-- backup") ? here : there, { "/mnt/usb": folder });
  expect(leadsOf(join(there.DATA_DIR, "leads.db"))).toHaveLength(20);
});
