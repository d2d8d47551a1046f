/** README, the page on commands, and the runbook: every command as written, on a site with a lead. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeEach, expect, test } from "vitest";
import { root } from "../../scripts/root.ts";
import { writeBuild } from "../support/build.ts";
import { type Home, postLead, startProcess } from "../support/process.ts";
import { LEAD } from "../support/leads.ts";
import { temporaryFolder } from "../support/server.ts";
import { block, blocksOf, commandsOf, runWritten } from "./blocks.ts";

const HEAD = "npm run leads -- ";
const CALENDAR = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//EN\r\nEND:VCALENDAR\r\n";

let folder: string;
let env: Home;
let port: number;
let id: string;
let calendar: string;

beforeEach(async () => {
  folder = temporaryFolder();
  calendar = join(folder, "agency.ics");
  writeFileSync(calendar, CALENDAR);
  env = { DATA_DIR: join(folder, "data"), TEST_DIST: writeBuild(folder) };
  ({ port } = await startProcess({ ...env }));
  id = await postLead(port, env.DATA_DIR);
});

test.each(["README.md", "docs/commands.md"])("the commands of %s", { timeout: 120_000 }, async (page) => {
  const all = blocksOf(page).flatMap(commandsOf);
  // Nobody is here to confirm an erasure.
  const confirmed = { "-- erase": "-- erase --yes" };
  const places = { "<id>": id, "<url>": calendar, "leads.": `${folder}/leads.`, ...confirmed };
  for (const written of all.filter((one) => one.startsWith(HEAD))) await runWritten(written, env, places);
});

test("the commands of the runbook", { timeout: 120_000 }, async () => {
  const text = readFileSync(join(root, "docs", "runbook.md"), "utf8");
  const commands = new Set([...text.matchAll(/`leads ([^`]+)`/g)].map(([, command = ""]) => command));
  expect(commands.size).toBeGreaterThan(3);
  for (const command of commands) await runWritten(HEAD + command, env, { "<id>": id });
});

test("the query of the file, while the site runs", () => {
  const [, file = "", sql = ""] = /^sqlite3 (\S+) "(.*)"$/.exec(block("docs/commands.md", "sqlite3")) ?? [];
  const database = new DatabaseSync(join(folder, file), { readOnly: true });
  expect(database.prepare(sql).all()).toMatchObject([
    { email: LEAD.email, selected_service: LEAD.selected_service },
  ]);
  database.close();
});
