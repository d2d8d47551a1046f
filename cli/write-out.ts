/** Writes an export to a new file, or to the standard output. */
import { createWriteStream, existsSync, renameSync, rmSync } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Failure } from "./context.ts";

/** @throws {Failure} when the file exists, because it may be the only copy of something */
export function refuseExisting(out: string | undefined): void {
  if (out !== undefined && existsSync(out)) throw new Failure(`${out} already exists. Name another file.`);
}

/** @param out the new file; undefined: the standard output */
export async function writeOut(lines: AsyncIterable<string> | readonly string[], out: string | undefined) {
  if (out === undefined) return pipeline(Readable.from(lines), process.stdout, { end: false });
  // Only a complete file gets the name; it is on disk by then.
  const part = `${out}.part`;
  // In a shared folder, somebody else may have made it to read the leads.
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
