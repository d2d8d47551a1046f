import { chmodSync, chownSync, renameSync, statSync, symlinkSync } from "node:fs";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { temporaryFolder } from "../../tests/fakes/server.ts";
import { ownFolder } from "./compile-cache.ts";

let folder: string;
beforeEach(() => {
  vi.stubEnv("TMPDIR", temporaryFolder());
  onTestFinished(() => void vi.unstubAllEnvs());
  folder = ownFolder() ?? "";
});

test("compiled code is kept in a folder of this user alone", () => {
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(ownFolder()).toBe(folder);
});

test.each<[string, () => void]>([
  ["that others can write", () => chmodSync(folder, 0o777)],
  [
    "behind a link",
    () => {
      renameSync(folder, `${folder}-moved`);
      symlinkSync(`${folder}-moved`, folder);
    },
  ],
])("compiled code is not read from a folder %s", (_what, plant) => {
  plant();
  expect(ownFolder()).toBeUndefined();
});

test.runIf(process.getuid?.() === 0)("compiled code is not read from a folder of another user", () => {
  chownSync(folder, 65_534, 65_534);
  expect(ownFolder()).toBeUndefined();
});
