import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { LEAD } from "../support/leads.ts";
import type { RunningProcess } from "../support/process.ts";
import { sendRequest } from "../support/server.ts";
import { post } from "../wire/wire-request.ts";
import { newScene, statusOf } from "./scene.ts";

/** Mounts a small disk at a folder. @returns false if this user may not mount */
function mountSmallDisk(folder: string): boolean {
  mkdirSync(folder, { recursive: true });
  if (
    spawnSync("mount", [
      "-t",
      "tmpfs",
      "-o",
      "size=24m,mode=700",
      "tmpfs",
      folder,
    ]).status !== 0
  )
    return false;
  onTestFinished(() => void spawnSync("umount", ["--lazy", folder]));
  return true;
}

function fill(file: string): void {
  expect(() => {
    for (;;) writeFileSync(file, Buffer.alloc(1 << 16), { flag: "a" });
  }).toThrow("ENOSPC");
}

/** Waits for this status of `/readyz`: 503 if the site takes no leads. It still serves pages. */
async function expectReady(
  { port }: RunningProcess,
  status: 200 | 503,
): Promise<void> {
  await vi.waitFor(async () => expect(await statusOf(port)).toBe(status), {
    timeout: 20_000,
    interval: 50,
  });
  expect(await statusOf(port, "/")).toBe(200);
}

test("a site on a full disk takes no lead and loses no lead, and takes leads when there is room", async (context) => {
  const scene = await newScene();
  const { env, flood } = scene;
  context.skip(!mountSmallDisk(env.DATA_DIR), "this user may not mount a disk");
  const site = await scene.site();
  const filler = join(env.DATA_DIR, "filler");
  const stop = flood.start(site.port, 6);
  await flood.reach(30);
  fill(filler);
  await expectReady(site, 503);
  const refused = { status: 503, headers: { "retry-after": "5" } };
  expect(await sendRequest(site.port, post(LEAD))).toMatchObject(refused);
  await stop();
  rmSync(filler);
  await expectReady(site, 200);
  await scene.expectKept(site);
}, 300_000);
