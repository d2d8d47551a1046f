import * as fs from "node:fs";
import { dirname } from "node:path";
import { codeOf } from "./error-code.ts";

/**
 * Makes a missing folder and its parents. Each
 * gets the owner of its parent. @throws {Error}
 */
export function makePrivateFolder(folder: string): void {
  if (fs.existsSync(folder)) return;
  makePrivateFolder(dirname(folder));
  try {
    // With `recursive`, Node would try forever where
    // the system refuses folders, as in /proc.
    fs.mkdirSync(folder, { mode: 0o700 });
    giveToOwner(folder);
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  }
  syncFolder(dirname(folder));
}

/**
 * Syncs a folder, so that its files' names are on disk. Windows cannot do this.
 */
export function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const opened = fs.openSync(folder, "r");
  try {
    fs.fsyncSync(opened);
  } finally {
    fs.closeSync(opened);
  }
}

/**
 * Lets only the owner read and write a file. As
 * root, changes no file behind a symbolic link.
 */
export function makePrivate(path: string): void {
  const file =
    process.getuid?.() === 0 ? fs.lstatSync(path) : fs.statSync(path);
  if (file.isFile() && (file.mode & 0o777) !== 0o600) fs.chmodSync(path, 0o600);
}

/** Gives a finished file its name after its bytes are on disk. */
export function putInPlace(part: string, path: string): void {
  giveToOwner(part);
  // `VACUUM INTO`, which wrote the file, does not
  // wait for the disk. Source: SQLite, "VACUUM".
  const file = fs.openSync(part, "r+");
  fs.fsyncSync(file);
  fs.closeSync(file);
  fs.renameSync(part, path);
  syncFolder(dirname(path));
}

/**
 * As root, gives a file to the owner of its
 * folder, so that the site can remove the file.
 */
export function giveToOwner(path: string): void {
  const { uid, gid } = fs.statSync(dirname(path));
  if (process.getuid?.() === 0) fs.lchownSync(path, uid, gid);
}
