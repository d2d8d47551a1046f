/** Checks the units with systemd's own tools. */
import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findProgram } from "../machine/programs.ts";
import { root } from "../../scripts/root.ts";
import { HARD_STOP_MS } from "../../server/lifecycle/shut-down.ts";
import { temporaryFolder } from "../fakes/server.ts";

const unit = readFileSync(join(root, "deploy", "nightshift.service"), "utf8");

const units = ["nightshift.service", "nightshift@.service", "nightshift-worker@.service"];

function setting(name: string): string {
  return new RegExp(`^${name}=(.*)$`, "m").exec(unit)?.[1] ?? "";
}

const systemdAnalyze = findProgram("systemd-analyze");

describe.skipIf(systemdAnalyze === undefined)("systemd", () => {
  function analyze(name: string, ...args: string[]) {
    const folder = temporaryFolder();
    const file = join(folder, name.replace("@", "@3001"));
    const text = readFileSync(join(root, "deploy", name), "utf8");
    // A program that exists, in place of the release's.
    writeFileSync(file, text.replace("/opt/nightshift/current/bin/nightshift", "/bin/sh"));
    for (const socket of ["nightshift.socket", "nightshift@.socket"])
      cpSync(join(root, "deploy", socket), join(folder, socket));
    return spawnSync(systemdAnalyze ?? "", [...args, file], { encoding: "utf8" });
  }

  test.each(units)("accepts %s without a warning", (name) => {
    expect(analyze(name, "verify", "--man=no")).toMatchObject({ stdout: "", stderr: "", status: 0 });
  });

  test.each([
    ["backup", "timer"],
    ["drill", "timer"],
    ["canary", "timer"],
    ["content", "path"],
  ])("accepts the unit of the %s and its %s", (name, starter) => {
    const folder = temporaryFolder();
    const files = ["service", starter].map((kind) => {
      const file = `nightshift-${name}.${kind}`;
      const text = readFileSync(join(root, "deploy", file), "utf8").replace(
        /(?<=^ExecStart=)\S+/m,
        "/bin/sh",
      );
      writeFileSync(join(folder, file), text);
      return join(folder, file);
    });
    const report = readFileSync(join(root, "deploy/nightshift-report@.service"), "utf8");
    writeFileSync(
      join(folder, "nightshift-report@.service"),
      report.replace(/(?<=^ExecStart=)\S+/m, "/bin/sh"),
    );
    expect(readFileSync(files[0] ?? "", "utf8")).toContain("\nOnFailure=nightshift-report@%p.service\n");
    const { status, stdout, stderr } = spawnSync(systemdAnalyze ?? "", ["verify", "--man=no", ...files], {
      encoding: "utf8",
    });
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: "", stderr: "" });
  });

  test.each(units)("rates %s as little exposed", (name) => {
    const { status, stdout } = analyze(name, "security", "--offline=true", "--no-pager", "--threshold=15");
    expect({ status, verdict: stdout.trim().split("\n").at(-1) }).toMatchObject({ status: 0 });
  });
});

test("the unit starts the current release, and waits until it has ended by itself", () => {
  expect(setting("ExecStart")).toBe("/opt/nightshift/current/bin/nightshift start");
  expect(Number(setting("TimeoutStopSec")) * 1000).toBeGreaterThan(HARD_STOP_MS);
});

test("the units of several sites and workers differ from the site's only in port, role and memory", () => {
  const own = (text: string) => text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  const added = units.slice(1).map((name) => {
    const text = readFileSync(join(root, "deploy", name), "utf8");
    return own(text).filter((line) => !own(unit).includes(line));
  });
  expect(added).toEqual([
    [
      "Description=Website and leads of the agency, at port %i",
      "After=network-online.target postgresql.service nightshift@%i.socket",
      "Requires=nightshift@%i.socket",
      "Environment=WORKER=off",
      "MemoryMax=512M",
    ],
    [
      "Description=Worker that sends mails and events, monitored at port %i",
      "After=network-online.target postgresql.service",
      "Environment=WORKER_PORT=%i",
      "ExecStart=/opt/nightshift/current/bin/nightshift worker",
      "MemoryMax=512M",
    ],
  ]);
});
