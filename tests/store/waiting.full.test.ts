/** A site serves pages while its store cannot be opened, and takes leads when the store opens. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test, vi } from "vitest";
import { openSqliteStore } from "../../server/store/sqlite/sqlite-database.ts";
import {
  KEYS,
  newHome,
  type RunningProcess,
  startProcess,
  untilReady,
} from "../support/process.ts";
import { LEAD, leadRow } from "../support/leads.ts";
import { sendRequest, temporaryFolder } from "../support/server.ts";
import { findProgram } from "../machine/programs.ts";
import { post } from "../wire/wire-request.ts";
import { filledFile } from "../support/used-store.ts";
import { insertLeads } from "../../server/leads/insert-leads.ts";
import { faultOf } from "../support/store.ts";

const CANNOT_OPEN =
  "The store cannot be opened, so leads are refused; the site tries again:";

async function expectReady(site: RunningProcess): Promise<void> {
  await untilReady(site.port);
  expect((await sendRequest(site.port, post(LEAD))).status).toBe(201);
}

test.skipIf(findProgram("prlimit") === undefined).each(["new", "used"])(
  "a site with a %s store on a full disk serves pages, and takes leads when there is room",
  async (age) => {
    const env = newHome(KEYS);
    if (age === "used") filledFile(join(env.DATA_DIR, "leads.db"));
    // A limit on file size, 20 blocks of 512 bytes or 1 KB, stands for a full disk.
    const site = await startProcess(env, {
      shell: 'ulimit -S -f 20; exec "$0" "$@"',
    });
    for (const path of ["/", "/book-call"])
      expect((await sendRequest(site.port, { path })).status).toBe(200);
    const refused = await sendRequest(site.port, post(LEAD));
    expect(refused).toMatchObject({
      status: 503,
      headers: { "retry-after": "5" },
    });
    expect(refused.body).toContain("Nothing you typed is lost");
    const waiting = {
      status: "store unavailable",
      reason: "the disk failed to read or write, or is full",
    };
    expect(
      JSON.parse((await sendRequest(site.port, { path: "/readyz" })).body),
    ).toEqual(waiting);
    const fault = `${env.DATA_DIR}/leads.db cannot be used: the disk failed to read or write, or is full.`;
    expect(site.stderr()).toBe(`${CANNOT_OPEN} ${fault}\n`);
    expect(
      spawnSync("prlimit", [`--pid=${site.pid}`, "--fsize=unlimited"]).status,
    ).toBe(0);
    await expectReady(site);
    await vi.waitFor(
      () => expect(site.stdout()).toContain('"msg":"The store is open."'),
      5_000,
    );
  },
);

test("a store that another process locks opens when the lock ends", async () => {
  const path = join(temporaryFolder(), "leads.db");
  await (await openSqliteStore(path, { log: () => {} })).close();
  const other = new DatabaseSync(path);
  other.exec(
    "PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; UPDATE write_probe SET writes = 0",
  );
  const log = vi.fn<(sentence: string) => void>();
  const store = await openSqliteStore(path, { log, later: true }, 50);
  onTestFinished(() => store.close());
  expect(await faultOf(store)).toBe(
    "the database is locked by another process",
  );
  other.close();
  await vi.waitFor(
    async () => expect(await faultOf(store)).toBeUndefined(),
    10_000,
  );
  expect(await insertLeads(store, { rows: [leadRow(1)] })).toMatchObject({
    kind: "stored",
  });
  const fault = `${CANNOT_OPEN} ${path} cannot be used: the database is locked by another process.`;
  const messages = [fault, "The store is open."];
  await vi.waitFor(
    () => expect(log.mock.calls.flat()).toEqual(messages),
    5_000,
  );
});
