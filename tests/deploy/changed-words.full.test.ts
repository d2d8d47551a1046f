/** Words change in a running site while visitors read pages and send leads. */

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { buildWhenStale } from "../../scripts/build/build-folder.ts";
import { contentFolder } from "../content.ts";
import { leadsOf, sendNamed } from "../store/store-home.ts";
import {
  KEYS,
  newHome,
  startProcess,
  untilReady,
  type RunningProcess,
} from "../support/process.ts";
import { sendRequest } from "../support/server.ts";

beforeAll(buildWhenStale, 300_000);

const REQUEST_EVERY_MS = 50;
const LEAD_EVERY_MS = 1_000;
const WORD = "menuLabel: Sections";
/** A busy machine renders slowly. */
const PATIENCE = { timeout: 60_000, interval: 50 };

function startScene() {
  const contentDir = contentFolder();
  const home = join(contentDir, "home.yaml");
  const sample = readFileSync(home, "utf8");
  const { TEST_DIST: _unused, ...own } = newHome(KEYS);
  const env = { ...own, CONTENT_DIR: contentDir };
  return {
    dataDir: env.DATA_DIR,
    start: () => startProcess(env),
    write: (label: string) =>
      writeFileSync(home, sample.replace(WORD, `menuLabel: ${label}`)),
  };
}

async function pageOf({ port }: RunningProcess): Promise<string> {
  return (await sendRequest(port, { path: "/" })).body;
}

async function untilSeen(site: RunningProcess, word: string): Promise<void> {
  await expect.poll(() => pageOf(site), PATIENCE).toContain(word);
}

/**
 * Reads a page and sends a lead again and
 * again. @returns a function that ends this
 */
function startVisits(site: RunningProcess) {
  const failures: string[] = [];
  const leads: string[] = [];
  const open = new Set<Promise<void>>();
  const add = (visit: Promise<void>) => {
    const done = visit
      .catch((error: unknown) => void failures.push(String(error)))
      .finally(() => open.delete(done));
    open.add(done);
  };
  const read = async () => {
    // `fetch` keeps connections, so some of them outlive a change.
    const { status } = await fetch(`http://127.0.0.1:${site.port}/book-call`);
    if (status !== 200) failures.push(`the page: ${status}`);
  };
  const send = async () => {
    const name = `Visitor ${leads.length}`;
    leads.push(name);
    let status = 503;
    // A machine that is too busy asks the visitor to send again.
    while (status === 503) status = await sendNamed(site, name);
    if (status !== 201) failures.push(`the lead: ${status}`);
  };
  const timers = [
    setInterval(() => add(read()), REQUEST_EVERY_MS),
    setInterval(() => add(send()), LEAD_EVERY_MS),
  ];
  return async () => {
    timers.forEach(clearInterval);
    await Promise.all(open);
    return { failures, leads };
  };
}

test("a changed word is seen while every request is answered", async () => {
  const { start, write, dataDir } = startScene();
  const site = await start();
  await untilReady(site.port);
  const stop = startVisits(site);
  write("Parts first");
  await untilSeen(site, "Parts first");
  write("Sections: all");
  await expect.poll(site.stdout, PATIENCE).toContain("a text has a colon");
  write("Sections: many");
  const said = () => site.stdout().match(/a text has a colon/g);
  await expect.poll(said, PATIENCE).toHaveLength(2);
  expect(await pageOf(site)).toContain("Parts first");
  write("Parts at last");
  await untilSeen(site, "Parts at last");

  const mails = readdirSync(join(dataDir, "mail")).join("\n");
  expect(mails.match(/^[^.]+\.html$/gm), "to the team").toHaveLength(1);

  const { failures, leads } = await stop();
  const unanswered = site.stdout().match(/.*"GET".*"status":5.*/g);
  expect({ failures, unanswered }).toEqual({ failures: [], unanswered: null });
  const names = leadsOf(join(dataDir, "leads.db")).map(({ name }) => name);
  expect(names.toSorted()).toEqual(leads.toSorted());
  expect(await site.kill("SIGTERM")).toBe(0);
}, 240_000);
