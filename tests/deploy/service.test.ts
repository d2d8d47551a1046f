/** The unit, as systemd reads it. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findProgram } from "../machine/programs.ts";
import { root } from "../../scripts/root.ts";
import { HARD_STOP_MS } from "../../server/lifecycle/shut-down.ts";
import { temporaryFolder } from "../fakes/server.ts";

const unit = readFileSync(join(root, "deploy", "nightshift.service"), "utf8");

function setting(name: string): string {
  return new RegExp(`^${name}=(.*)$`, "m").exec(unit)?.[1] ?? "";
}

const systemdAnalyze = findProgram("systemd-analyze");

describe.skipIf(systemdAnalyze === undefined)("systemd", () => {
  function analyze(...args: string[]) {
    const file = join(temporaryFolder(), "nightshift.service");
    writeFileSync(file, unit.replaceAll("/opt/nightshift", root.replace(/\/$/, "")));
    return spawnSync(systemdAnalyze ?? "", [...args, file], { encoding: "utf8" });
  }

  test("takes the unit without a word", () => {
    expect(analyze("verify", "--man=no")).toMatchObject({ stdout: "", stderr: "", status: 0 });
  });

  test("finds it as little exposed as a site can be that compiles to memory and needs the network", () => {
    const { status, stdout } = analyze("security", "--offline=true", "--no-pager", "--threshold=15");
    expect({ status, verdict: stdout.trim().split("\n").at(-1) }).toMatchObject({ status: 0 });
  });
});

test("the unit starts what is there, and waits until it has ended by itself", () => {
  const [node = "", settings, main = ""] = setting("ExecStart").replace("/opt/nightshift/", "").split(" ");
  for (const file of [node, main]) expect(existsSync(join(root, file)), file).toBe(true);
  expect(settings).toBe("--env-file=.env");
  expect(Number(setting("TimeoutStopSec")) * 1000).toBeGreaterThan(HARD_STOP_MS);
});
