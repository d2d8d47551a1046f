/**
 * Folders are synced: otherwise a new file could lose its name in a power cut.
 */

import { spawnSync } from "node:child_process";
import fs, { fstatSync, statSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { temporaryFolder } from "../../tests/support/server.ts";
import { bringBack } from "../content/own-folder.ts";
import { openDatabase } from "../store/sqlite/open-database.ts";
import { putInPlace } from "./data-dir.ts";
import { keptPublicKey, keysPath } from "./secrets.ts";

/** @returns what is synced from now on */
function watchSyncs(): string[] {
  const synced: string[] = [];
  const spy = vi.spyOn(fs, "fsyncSync");
  spy.mockImplementation(
    (file) =>
      void synced.push(fstatSync(file).isDirectory() ? "folder" : "file"),
  );
  syncBuiltinESMExports();
  onTestFinished(() => {
    spy.mockRestore();
    syncBuiltinESMExports();
  });
  return synced;
}

test("a new folder's parent is synced, and each new file before its folder", () => {
  const synced = watchSyncs();
  const folder = join(temporaryFolder(), "data");
  keptPublicKey(folder);
  putInPlace(keysPath(folder), join(folder, "copy"));
  expect(synced).toEqual(["folder", "file", "folder", "file", "folder"]);
});

test.runIf(process.getuid?.() === 0)(
  "as root, new folders and files get their parent's owner, and no file behind a link changes",
  () => {
    const parent = temporaryFolder();
    fs.chownSync(parent, 1, 1);
    const folder = join(parent, "data");
    keptPublicKey(folder);
    const copy = join(folder, "copy");
    fs.writeFileSync(`${copy}.part`, "");
    putInPlace(`${copy}.part`, copy);
    const store = join(folder, "leads.db");
    const made = join(parent, "made");
    fs.symlinkSync(made, `${store}.lock`);
    openDatabase(store, 0).close();
    expect(fs.existsSync(made)).toBe(false);
    const trade = join(parent, "trades", "hvac.yaml");
    bringBack(parent, new Map([["trades/hvac.yaml", Buffer.of()]]), false, "");
    for (const path of [
      folder,
      keysPath(folder),
      copy,
      store,
      dirname(trade),
      trade,
    ])
      expect(statSync(path).uid, path).toBe(1);
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
