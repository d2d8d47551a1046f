/** The folder of what this machine keeps, and how what is put there survives a power cut. */
import { closeSync, fsyncSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes DATA_DIR where it is not there yet. Called by whatever keeps something in it: a site with its store, keys and
 * secrets elsewhere needs none. Only a folder that we make ourselves gets its mode from us.
 *
 * @throws {Error} with the code and the path when it cannot be made.
 */
export function makeDataDir(dataDir: string): void {
  const made = mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (made !== undefined) syncFolder(dirname(made));
}

/** A file whose content is on disk can still be gone: its name stands in the folder. Windows has no such thing. */
export function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const opened = openSync(folder, "r");
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}
