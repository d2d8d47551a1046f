import { globSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/**
 * @returns undefined if nothing is there @throws
 * {Error} if this user has no right to look
 */
export const statOf = (path: string | URL) =>
  statSync(path, { throwIfNoEntry: false });

export const isFile = (path: string) => statOf(path)?.isFile() === true;

/**
 * The names of what is in a folder, in order; none if there is no such folder.
 */
export const namesIn = (folder: string | URL): string[] =>
  statOf(folder)?.isDirectory() ? readdirSync(folder).toSorted() : [];

/** The paths of all files below a folder, in order. */
export const filesBelow = (folder: string, patterns = ["**/*"]): string[] =>
  globSync(patterns, { cwd: folder })
    .filter((name) => isFile(join(folder, name)))
    .toSorted();

/** The names of the files in a folder that are not hidden. */
export const filesIn = (folder: string): string[] =>
  namesIn(folder).filter(
    (name) => !name.startsWith(".") && isFile(join(folder, name)),
  );
