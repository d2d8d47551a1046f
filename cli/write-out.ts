/** Writes an export to a new file, or to the standard output. */
import { OperatorError } from "../server/settings/operator-error.ts";
import { createWriteStream, existsSync, openSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { makeDataDir } from "../server/settings/data-dir.ts";
import { readStoreLocation } from "../server/settings/env.ts";

/** The file of an export. A name without a folder is in DATA_DIR/exports, because a checkout must not have visitors' data. */
export function exportPath(name: string): string {
  return basename(name) === name ? join(readStoreLocation().dataDir, "exports", name) : name;
}

/** @throws {OperatorError} when the file exists, because it may be the only copy of something */
export function refuseExisting(out: string | undefined): void {
  if (out !== undefined && existsSync(out))
    throw new OperatorError(`${out} already exists. Name another file.`);
}

/** @param out the new file; undefined: the standard output */
export async function writeOut(lines: AsyncIterable<string> | readonly string[], out: string | undefined) {
  if (out === undefined) return pipeline(Readable.from(lines), process.stdout, { end: false });
  if (out === exportPath(basename(out))) makeDataDir(dirname(out));
  const file = createWriteStream(out, { fd: openSync(out, "wx", 0o600), flush: true });
  await pipeline(Readable.from(lines), file).catch((error: unknown) => {
    // It may have filled the disk.
    rmSync(out, { force: true });
    throw error;
  });
}
