/** The unit, as systemd reads it. */
import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
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
    const folder = temporaryFolder();
    const file = join(folder, "nightshift.service");
    // A program that is there, in place of the release's.
    writeFileSync(file, unit.replace("/opt/nightshift/current/bin/nightshift", "/bin/sh"));
    cpSync(join(root, "deploy", "nightshift.socket"), join(folder, "nightshift.socket"));
    return spawnSync(systemdAnalyze ?? "", [...args, file], { encoding: "utf8" });
  }

  test("takes the unit without a word", () => {
    expect(analyze("verify", "--man=no")).toMatchObject({ stdout: "", stderr: "", status: 0 });
  });

  test.each(["backup", "drill"])("takes the unit and the timer of the %s", (name) => {
    const folder = temporaryFolder();
    const files = ["service", "timer"].map((kind) => {
      const file = `nightshift-${name}.${kind}`;
      const text = readFileSync(join(root, "deploy", file), "utf8").replace(/\/opt\S+\.sh$/m, "/bin/sh");
      writeFileSync(join(folder, file), text);
      return join(folder, file);
    });
    const { status, stdout, stderr } = spawnSync(systemdAnalyze ?? "", ["verify", "--man=no", ...files], {
      encoding: "utf8",
    });
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: "", stderr: "" });
  });

  test("finds it as little exposed as a site can be that compiles to memory and needs the network", () => {
    const { status, stdout } = analyze("security", "--offline=true", "--no-pager", "--threshold=15");
    expect({ status, verdict: stdout.trim().split("\n").at(-1) }).toMatchObject({ status: 0 });
  });
});

test("the unit starts the current release, and waits until it has ended by itself", () => {
  expect(setting("ExecStart")).toBe("/opt/nightshift/current/bin/nightshift start");
  expect(Number(setting("TimeoutStopSec")) * 1000).toBeGreaterThan(HARD_STOP_MS);
});
