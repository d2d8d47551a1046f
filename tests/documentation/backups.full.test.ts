/** The page on backups: a store is lost and comes back, and moves to another home, by the commands as they are written. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openTables } from "../../server/storage/open-store.ts";
import { writeBuild } from "../fakes/build.ts";
import { runCommand } from "../fakes/command-line.ts";
import { filledFile, tablesOf, usedTables } from "../fakes/earlier-store.ts";
import { startProcess } from "../fakes/process.ts";
import { temporaryFolder } from "../fakes/server.ts";
import { block, commandsOf } from "./blocks.ts";

const PAGE = "docs/backups.md";

/** Runs a command of the page. @param places what stands in it, and where that is here */
async function run(written: string, env: Record<string, string>, places: Record<string, string>) {
  let [command = ""] = written.split(/\s+#/);
  for (const [there, here] of Object.entries(places)) command = command.replaceAll(there, here);
  const outcome = await runCommand(command.replace("npm run leads -- ", "").split(" "), env);
  expect({ command, ...outcome }).toMatchObject({ code: 0 });
}

async function leadsIn(dataDir: string): Promise<number> {
  const store = await openTables({ dataDir, databaseUrl: undefined }, "existing", () => {});
  const [[, leads] = []] = await tablesOf(store);
  await store.close();
  return leads?.length ?? 0;
}

test("the store is backed up, lost and brought back", async () => {
  const folder = temporaryFolder();
  const usb = join(folder, "usb");
  mkdirSync(usb);
  const env = { DATA_DIR: join(folder, "data"), DIST_DIR: writeBuild(folder) };
  const places = { "/mnt/usb": usb };
  await runCommand(["restore", filledFile(999)], env);
  const site = await startProcess(env);
  for (const command of commandsOf(block(PAGE, "backup --out"))) await run(command, env, places);
  writeFileSync(join(folder, ".env"), "");
  const copy = block(PAGE, "cp data/keys.json").text.replace("/mnt/usb", usb);
  execFileSync("sh", ["-e", "-c", copy], { cwd: folder });
  expect(readdirSync(usb).toSorted()).toEqual([".env", "keys.json", "leads.db", "signing-secrets.json"]);
  await site.kill("SIGKILL");
  for (const end of ["", "-wal", "-shm"]) rmSync(join(env.DATA_DIR, `leads.db${end}`), { force: true });
  for (const command of commandsOf(block(PAGE, "restore --replace"))) {
    await run(command, env, places);
    expect(await leadsIn(env.DATA_DIR)).toBe(usedTables[0]?.[1].length);
  }
});

test("a store moves to another home", async () => {
  const folder = temporaryFolder();
  const [here, there] = [{ DATA_DIR: join(folder, "here") }, { DATA_DIR: join(folder, "there") }];
  await runCommand(["restore", filledFile(999)], here);
  const places = { "leads.jsonl": join(folder, "leads.jsonl"), "rest.jsonl": join(folder, "rest.jsonl") };
  for (const command of commandsOf(block(PAGE, "import --keep")))
    await run(command, command.includes("-- export") ? here : there, places);
  expect(await leadsIn(there.DATA_DIR)).toBe(usedTables[0]?.[1].length);
});
