/**
 * README, the page on commands, and the runbook:
 * every command as written, on a site with a lead.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { root } from "../../scripts/root.ts";
import { sendNamed } from "../store/store-home.ts";
import { writeBuild } from "../support/build.ts";
import { LEAD } from "../support/leads.ts";
import { KEYS, startProcess } from "../support/process.ts";
import { temporaryFolder } from "../support/server.ts";
import {
  block,
  blocksOf,
  commandsOf,
  runWritten,
  withoutComment,
} from "./blocks.ts";

const HEAD = "npm run leads -- ";
const CALENDAR =
  "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//EN\r\nEND:VCALENDAR\r\n";

test(
  "every command of these pages works, and so does their SQL query",
  { timeout: 120_000 },
  async () => {
    const folder = temporaryFolder();
    const calendar = join(folder, "agency.ics");
    writeFileSync(calendar, CALENDAR);
    const env = {
      ...KEYS,
      DATA_DIR: join(folder, "data"),
      TEST_DIST: writeBuild(folder),
    };
    expect(await sendNamed(await startProcess(env), "Dana")).toBe(201);

    const [, file = "", sql = ""] =
      /^sqlite3 (\S+) "(.*)"$/.exec(block("docs/commands.md", "sqlite3")) ?? [];
    const database = new DatabaseSync(join(folder, file), { readOnly: true });
    expect(database.prepare(sql).all()).toMatchObject([
      { email: LEAD.email, selected_service: LEAD.selected_service },
    ]);
    database.close();

    const runbook = readFileSync(join(root, "docs", "runbook.md"), "utf8");
    const named = Array.from(
      runbook.matchAll(/`leads ([^`]+)`/g),
      ([, command = ""]) => HEAD + command,
    );
    expect(new Set(named).size).toBeGreaterThan(3);
    const listed = ["docs/commands.md", "README.md"]
      .flatMap(blocksOf)
      .flatMap(commandsOf);
    const commands = new Set([
      ...named,
      ...listed.filter((one) => one.startsWith(HEAD)).map(withoutComment),
    ]);
    const places = { "<url>": calendar, "data/leads.": `${folder}/leads.` };
    for (const command of commands) await runWritten(command, env, places);
  },
);
