/** Writes an export to a new file, or to the standard output. */
import { createWriteStream, existsSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { makeDataDir } from "../server/settings/data-dir.ts";
import { readStoreLocation } from "../server/settings/env.ts";
import { Failure } from "./context.ts";

/** The file of an export. A name without a folder is in DATA_DIR/exports, because a checkout must not have visitors' data. */
export function exportPath(name: string): string {
  return basename(name) === name ? join(readStoreLocation().dataDir, "exports", name) : name;
}

/** @throws {Failure} when the file exists, because it may be the only copy of something */
export function refuseExisting(out: string | undefined): void {
  if (out !== undefined && existsSync(out)) throw new Failure(`${out} already exists. Name another file.`);
}

/** @param out the new file; undefined: the standard output */
export async function writeOut(lines: AsyncIterable<string> | readonly string[], out: string | undefined) {
  if (out === undefined) return pipeline(Readable.from(lines), process.stdout, { end: false });
  const folder = dirname(out);
  if (out === exportPath(basename(out))) makeDataDir(folder);
  // Only a complete file gets the name; it is on disk by then.
  const part = `${out}.part`;
  // In a shared folder, another user may have made the file to read the leads.
  rmSync(part, { force: true });
  try {
    await pipeline(Readable.from(lines), createWriteStream(part, { flags: "wx", mode: 0o600, flush: true }));
    renameSync(part, out);
  } catch (error) {
    // It may have filled the disk.
    rmSync(part, { force: true });
    throw error;
  }
}
