/** A full disk, and a read-only one. */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { LEAD } from "../support/leads.ts";
import type { RunningProcess } from "../support/process.ts";
import { sendRequest } from "../support/server.ts";
import { findProgram } from "../machine/programs.ts";
import { post } from "../wire/wire-request.ts";
import { CLIENTS, expectReady, idleCpu, newScene, statusOf, STEADY } from "./scene.ts";

/** Mounts a separate disk at the folder, where this user may. */
function mounted(folder: string): boolean {
  mkdirSync(folder, { recursive: true });
  if (spawnSync("mount", ["-t", "tmpfs", "-o", "size=24m,mode=700", "tmpfs", folder]).status !== 0)
    return false;
  onTestFinished(() => void spawnSync("umount", ["--lazy", folder]));
  return true;
}

function fill(file: string): void {
  expect(() => {
    for (;;) writeFileSync(file, Buffer.alloc(1 << 16), { flag: "a" });
  }).toThrow("ENOSPC");
}

/** Limits the size of the process's files in bytes, from now on. */
function limitFiles(pid: number, bytes: string): void {
  expect(spawnSync("prlimit", [`--pid=${pid}`, `--fsize=${bytes}:`]).status).toBe(0);
}

async function expectFull(site: RunningProcess, stop: () => Promise<void>): Promise<void> {
  await expectReady(site, 503);
  expect(await sendRequest(site.port, post(LEAD))).toMatchObject({
    status: 503,
    headers: { "retry-after": "5" },
  });
  await stop();
  await idleCpu([site]);
}

test("a full disk accepts no lead and loses none, and the site goes on once there is room", async (context) => {
  const scene = await newScene();
  const { env, flood } = scene;
  const hasDisk = mounted(env.DATA_DIR);
  context.skip(!hasDisk && findProgram("prlimit") === undefined, "no disk can be mounted, nor files limited");
  const site = await scene.site();
  const filler = join(env.DATA_DIR, "filler");
  const makeFull = () => (hasDisk ? fill(filler) : limitFiles(site.pid, "4096"));
  const makeRoom = () => (hasDisk ? rmSync(filler) : limitFiles(site.pid, "unlimited"));
  const stop = flood.start(site.port, CLIENTS, STEADY);
  await flood.reach(30);
  makeFull();
  await expectFull(site, stop);
  makeRoom();
  await expectReady(site, 200);
  await scene.expectKept(site);
}, 300_000);

test("a start on a read-only folder serves pages, and accepts leads once it is writable", async (context) => {
  const scene = await newScene();
  const { env, flood } = scene;
  const hasDisk = mounted(env.DATA_DIR);
  context.skip(!hasDisk && process.getuid?.() === 0, "root may write everywhere, and cannot mount a disk");
  const allow = (may: boolean) => {
    if (hasDisk)
      expect(spawnSync("mount", ["-o", `remount,${may ? "rw" : "ro"}`, env.DATA_DIR]).status).toBe(0);
    else {
      chmodSync(join(env.DATA_DIR, "leads.db"), may ? 0o600 : 0o400);
      chmodSync(env.DATA_DIR, may ? 0o700 : 0o500);
    }
  };
  const first = await scene.site();
  const stop = flood.start(first.port, CLIENTS, STEADY);
  await flood.reach(20);
  await sleep(200);
  await first.kill("SIGKILL");
  await stop();
  allow(false);
  const site = await scene.site();
  expect([await statusOf(site.port, "/"), await statusOf(site.port)]).toEqual([200, 503]);
  expect(site.stderr()).toMatch(/the site tries again: \S+ cannot be used: .*\.\n$/);
  allow(true);
  await expectReady(site, 200);
  await scene.expectKept(site);
}, 300_000);
