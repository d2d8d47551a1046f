import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { keepAddress } from "../../server/lifecycle/address-file.ts";
import { temporaryFolder } from "../../tests/fakes/server.ts";
import { keepReturn, readReturn } from "./return.ts";

let dataDir: string;
beforeEach(() => {
  dataDir = temporaryFolder();
  vi.stubEnv("DATA_DIR", dataDir);
  onTestFinished(() => void vi.unstubAllEnvs());
});

test.each(["../../data/evil", "/tmp/evil", "..", "1.0.0/../evil"])(
  "a return to %s, which is no name of a release, is not followed",
  (to) => {
    keepReturn({ from: "2.0.0", to: "1.0.0+0a1b2c3d" });
    expect(readReturn()).toEqual({ from: "2.0.0", to: "1.0.0+0a1b2c3d" });
    writeFileSync(join(dataDir, "return.json"), JSON.stringify({ from: "2.0.0", to }));
    expect(readReturn()).toBeUndefined();
  },
);

test("a return prints no control characters on root's terminal", () => {
  const change = {
    from: "2.0.0",
    to: "1.0.0",
    said: ["\u001b[31mRestored\u001b]0;title\u0007.\r\n7 leads"],
    fault: "\u009b2J\u0000full",
  };
  keepReturn(change);
  expect(readReturn()).toMatchObject({ said: ["Restored.\n7 leads"], fault: "full" });
});

test("root writes nothing through a link that the site's user put into DATA_DIR", () => {
  const victim = join(temporaryFolder(), "shadow");
  writeFileSync(victim, "root");
  for (const name of ["return.json.draft", "address"]) symlinkSync(victim, join(dataDir, name));
  expect(() => keepReturn({ from: "2.0.0", to: "1.0.0" })).toThrow("ELOOP");
  expect(keepAddress(dataDir, "http://127.0.0.1:1")).toContain("a link");
  expect(readFileSync(victim, "utf8")).toBe("root");
});
