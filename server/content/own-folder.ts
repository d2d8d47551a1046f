/**
 * The owner's content folder as a whole: made from
 * the sample, read for a backup, brought back.
 */

import * as fs from "node:fs";
import { dirname, join } from "node:path";
import { giveToOwner, makePrivateFolder } from "../settings/data-dir.ts";
import { SAMPLE_CONTENT } from "../settings/env.ts";
import { messageOf } from "../settings/error-code.ts";
import { filesBelow } from "../settings/files-in.ts";
import { OperatorError } from "../settings/operator-error.ts";
import { keysPath, secretsPath } from "../settings/secrets.ts";

interface Folders {
  dataDir: string;
  contentDir: string;
}

/**
 * Fills an empty content folder from the sample at the first
 * start of an installation. Later, an empty folder is a fault,
 * such as a disk that is not mounted. @throws {OperatorError}
 */
export function fillAtFirstStart({ dataDir, contentDir }: Folders): void {
  const kept = [keysPath(dataDir), secretsPath(dataDir)];
  const isFirst = !kept.some((path) => fs.existsSync(path));
  if (!isFirst || filesBelow(contentDir).length > 0) return;
  bringBack(contentDir, readFiles(SAMPLE_CONTENT), false, contentDir);
}

/** The bytes of all files, keyed by path. */
export const readFiles = (folder: string): Map<string, Buffer> =>
  new Map(
    filesBelow(folder).map((name) => [
      name,
      fs.readFileSync(join(folder, name)),
    ]),
  );

/**
 * Writes files into the content folder. A file that differs is overwritten if
 * `replace`, after a copy of the present one was put into `aside`.
 * @returns the names of the files that differ @throws {OperatorError}
 */
export function bringBack(
  folder: string,
  files: ReadonlyMap<string, Uint8Array>,
  replace: boolean,
  aside: string,
): string[] {
  const differing: string[] = [];
  try {
    for (const [name, bytes] of files) {
      const path = join(folder, name);
      const isThere = fs.existsSync(path);
      if (isThere && fs.readFileSync(path).equals(bytes)) continue;
      if (isThere) {
        differing.push(name);
        if (!replace) continue;
        fs.mkdirSync(dirname(join(aside, name)), { recursive: true });
        fs.copyFileSync(path, join(aside, name));
      }
      makePrivateFolder(dirname(path));
      fs.writeFileSync(path, bytes);
      giveToOwner(path);
    }
  } catch (error) {
    throw new OperatorError(
      `CONTENT_DIR cannot be used: ${messageOf(error)}. Name a folder that this user can write.`,
    );
  }
  return differing;
}
