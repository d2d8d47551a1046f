/** Folders are synced: otherwise a new file could lose its name in a power cut. */
import fs, { fstatSync, statSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { temporaryFolder } from "../../tests/support/server.ts";
import { keptPublicKey, keysPath } from "./secrets.ts";

/** @returns how many folders were synced since the call */
function syncedFolders(): () => number {
  let count = 0;
  const spy = vi.spyOn(fs, "fsyncSync");
  spy.mockImplementation(
    (file) => void (count += Number(fstatSync(file).isDirectory())),
  );
  syncBuiltinESMExports();
  onTestFinished(() => {
    spy.mockRestore();
    syncBuiltinESMExports();
  });
  return () => count;
}

test("the folder of the keys is synced, and so is its parent", () => {
  const synced = syncedFolders();
  keptPublicKey(join(temporaryFolder(), "data"));
  expect(synced()).toBe(2);
});

test.runIf(process.getuid?.() === 0)(
  "as root, a new folder gets its parent's owner, and no file behind a link changes",
  () => {
    const parent = temporaryFolder();
    fs.chownSync(parent, 1, 1);
    const folder = join(parent, "data");
    keptPublicKey(folder);
    expect(statSync(folder).uid).toBe(1);
    fs.chmodSync(keysPath(folder), 0o644);
    fs.symlinkSync(keysPath(folder), keysPath(parent));
    keptPublicKey(parent);
    expect(statSync(keysPath(folder)).mode & 0o777).toBe(0o644);
  },
);

test.runIf(process.platform === "linux")(
  "if the system refuses the folder, the error says why",
  () => {
    // A fault would be an endless loop, which only another process can survive.
    const load = `import("${new URL("secrets.ts", import.meta.url).href}").then((m) => m.keptPublicKey("/proc/nightshift"))`;
    const { stderr } = spawnSync(process.execPath, ["--eval", load], {
      encoding: "utf8",
      timeout: 20_000,
    });
    expect(stderr).toContain("DATA_DIR cannot be used: ENOENT");
  },
);
