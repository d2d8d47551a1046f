/** A site serves pages while its store cannot be opened, and takes leads when the store opens. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { KEYS, newHome, startProcess, untilReady } from "../support/process.ts";
import { LEAD } from "../support/leads.ts";
import { sendRequest } from "../support/server.ts";
import { findProgram } from "../machine/programs.ts";
import { post } from "../wire/wire-request.ts";
import { filledFile } from "../support/used-store.ts";

const CANNOT_OPEN =
  "The store cannot be opened, so leads are refused; the site tries again:";

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
      spawnSync("prlimit", [`--pid=${site.child.pid}`, "--fsize=unlimited"])
        .status,
    ).toBe(0);
    await untilReady(site.port);
    expect((await sendRequest(site.port, post(LEAD))).status).toBe(201);
    await vi.waitFor(
      () => expect(site.stdout()).toContain('"msg":"The store is open."'),
      5_000,
    );
  },
);
