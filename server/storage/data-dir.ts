import { mkdirSync } from "node:fs";

/**
 * Makes DATA_DIR where it is not there yet. Called by whatever keeps something in it: a site with its store, keys and
 * secrets elsewhere needs none. Only a folder that we make ourselves gets its mode from us.
 *
 * @throws {Error} with the code and the path when it cannot be made.
 */
export function makeDataDir(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
}
