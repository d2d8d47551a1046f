/** The files of a content folder, as text; the pictures by their sizes. */
import { existsSync, globSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { CONTENT_FILES } from "../../contract/content/files.ts";
import type { Content } from "../../contract/content/schema.ts";
import { readPictures } from "./pictures.ts";

export interface ContentFolder {
  /** By path, as `trades/hvac.yaml`. */
  texts: Readonly<Record<string, string>>;
  pictures: Content["pictures"];
}

/** @throws {ContentError} naming a picture that cannot be shown */
export function readContentFolder(folder: string): ContentFolder {
  const files = [
    ...Object.keys(CONTENT_FILES).filter((name) => existsSync(join(folder, name))),
    ...filesIn(folder, "trades", /\.yaml$/),
    // An underscore marks a draft.
    ...filesIn(folder, "pages", /^[^_].*\.md$/),
  ];
  return {
    texts: Object.fromEntries(files.map((name) => [name, readFileSync(join(folder, name), "utf8")])),
    pictures: readPictures(join(folder, "pictures")),
  };
}

function filesIn(folder: string, part: string, names: RegExp): string[] {
  const path = join(folder, part);
  const found = existsSync(path) ? readdirSync(path) : [];
  return found
    .filter((name) => names.test(name))
    .toSorted()
    .map((name) => `${part}/${name}`);
}

/** Changes with each file. It is polled, since events are lost when folders are replaced, and on network shares. */
export function snapshot(folder: string): string {
  const files = globSync("**/*", { cwd: folder }).toSorted();
  const stats = files.map((name) => [name, statSync(join(folder, name), { throwIfNoEntry: false })] as const);
  return JSON.stringify(stats.map(([name, found]) => [name, found?.ino, found?.size, found?.mtimeMs]));
}
