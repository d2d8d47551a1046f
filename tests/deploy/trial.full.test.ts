/**
 * `npm run trial` with a store that takes
 * leads, and with one that refuses them.
 */

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeAll, expect, test } from "vitest";
import { buildWhenStale } from "../../scripts/build/build-folder.ts";
import { root } from "../../scripts/root.ts";
import { withEnv } from "../../server/settings/env.ts";
import { startProgram } from "../machine/program.ts";
import { leadsOf, sendNamed } from "../store/store-home.ts";
import { MANIFEST, writeBuild } from "../support/build.ts";
import { KEYS, startProcess } from "../support/process.ts";
import { temporaryFolder } from "../support/server.ts";

beforeAll(buildWhenStale, 300_000);

async function trial(env: Record<string, string>, program = "server/trial.ts") {
  const words = [process.execPath, join(root, program)];
  const { exited, output } = startProgram(words, { env: withEnv(env) });
  return { code: await exited, output: output() };
}

/** Starts a site, and sends it a lead. @returns the environment of the site */
async function home() {
  const env = {
    ...KEYS,
    DATA_DIR: temporaryFolder(),
    TEST_DIST: join(root, "dist"),
  };
  const site = await startProcess(env);
  expect(await sendNamed(site, "Ada")).toBe(201);
  return { ...env, PORT: String(site.port) };
}

test("a trial beside a running site works on a copy of its store, and deletes the copy", async () => {
  const env = await home();
  expect(await trial(env)).toEqual({
    code: 0,
    output: "This version works with your store and content.\n",
  });
  expect(leadsOf(join(env.DATA_DIR, "leads.db"))).toHaveLength(1);
  expect(
    readdirSync(env.DATA_DIR).filter((name) => name.includes("trial")),
  ).toEqual([]);
}, 120_000);

test("a trial visits the scheduling page, too", async () => {
  const site = { ...MANIFEST.site, schedulingUrl: "" };
  const dist = writeBuild(temporaryFolder(), { site });
  const renderer = join(dist, "program/render/render.js");
  const faulty = readFileSync(renderer, "utf8").replace(
    "const data",
    "state.schedule && fail; const data",
  );
  writeFileSync(renderer, faulty);
  const env = { ...KEYS, DATA_DIR: temporaryFolder(), TEST_DIST: dist };
  const output = expect.stringContaining("/schedule was answered with 500.");
  expect(await trial(env)).toEqual({ code: 1, output });
}, 120_000);

const NO_LEADS =
  "CREATE TRIGGER t BEFORE INSERT ON lead_submissions BEGIN SELECT RAISE(ABORT, 'no leads'); END;";

test("a trial whose store refuses leads names the cause, and leaves the store unchanged", async () => {
  const env = await home();
  using db = new DatabaseSync(join(env.DATA_DIR, "leads.db"), {
    timeout: 10_000,
  });
  db.exec(NO_LEADS);
  const output = expect.stringMatching(
    /\/readyz was answered with 503\. Its log says: \{.*no leads/,
  );
  expect(await trial(env)).toEqual({ code: 1, output });
  expect(leadsOf(join(env.DATA_DIR, "leads.db"))).toHaveLength(1);
}, 120_000);

test("a refused trial in a clone says how to go back, since the next start would run the version", async () => {
  const contentDir = temporaryFolder();
  writeFileSync(join(contentDir, "home.yaml"), "hero: none\n");
  const { code, output } = await trial(
    { DATA_DIR: temporaryFolder(), CONTENT_DIR: contentDir },
    "scripts/trial.ts",
  );
  expect(code).toBe(1);
  expect(output).toMatch(
    /^The trial of this version failed, .*site\.yaml does not exist.*\nThis folder holds the refused version, .*: git checkout .+ && npm run build\n$/s,
  );
}, 120_000);
