/** Writes files into a content folder. */

import {
  accessSync,
  constants,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, basename, join } from "node:path";
import { attempt } from "../../contract/attempt.ts";
import { makePrivateFolder, putInPlace } from "../settings/data-dir.ts";

/**
 * Replaces each file as a whole, so that no reader sees half a file.
 * @param gone the files to remove @throws {Error}
 */
export function writeFiles(
  folder: string,
  files: ReadonlyMap<string, string | Buffer>,
  gone: readonly string[] = [],
): void {
  const parts = Array.from(files, ([name, content]) => {
    const path = join(folder, name);
    const part = join(dirname(path), `.${basename(path)}.part`);
    return { path, part, content: withLineEndsOf(content, path) };
  });
  using cleanup = new DisposableStack();
  for (const { part, content } of parts) {
    makePrivateFolder(dirname(part));
    cleanup.defer(() => rmSync(part, { force: true }));
    writeFileSync(part, content);
  }
  for (const { path, part } of parts) putInPlace(part, path);
  for (const name of gone) rmSync(join(folder, name), { force: true });
}

/** Git on Windows would call each line of another end changed. */
function withLineEndsOf(content: string | Buffer, path: string) {
  if (typeof content !== "string") return content;
  const before = attempt(() => readFileSync(path, "utf8")) ?? "";
  const end = before.includes("\r\n") ? "\r\n" : "\n";
  return content.replaceAll(/\r?\n/g, end);
}

/** Whether this process may write the folder's files. */
export const isWritable = (folder: string): boolean =>
  attempt(() => {
    accessSync(folder, constants.W_OK);
    return true;
  }) ?? false;
