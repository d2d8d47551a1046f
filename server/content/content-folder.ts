import { existsSync, globSync } from "node:fs";
import { basename, join } from "node:path";
import { attempt } from "../../contract/attempt.ts";
import { CONTENT_FILES } from "../../contract/content/schema.ts";
import { SAMPLE_CONTENT } from "../settings/env.ts";
import { isFile, namesIn, statOf } from "../settings/files-in.ts";
import { readTextFile } from "../settings/text-file.ts";
import { readPictures } from "./pictures.ts";
import { readOnChange } from "./read-on-change.ts";
import { readRecordings } from "./recordings.ts";

const readText = readOnChange(readTextFile);

export type ContentFolder = ReturnType<typeof readContentFolder>;

/** The folders of texts, and the names of the files that are read there. */
const TEXTS: Record<string, RegExp> = {
  trades: /^[a-z0-9][a-z0-9-]*\.yaml$/,
  pages: /^[a-z0-9][a-z0-9-]*\.md$/,
};
const HINTS = {
  trades: "a trade is a file like trades/hvac.yaml, in small letters",
  pages: "a page is a file like pages/terms.md, in small letters",
  pictures:
    "a picture is a PNG, JPEG, WebP, AVIF or an SVG that states its size",
  recordings: "a recording is an MP4, WebM, MP3 or M4A",
};
const DRAFT_OR_README = /^_|^README\.md$/;
const FILES = Object.keys(CONTENT_FILES);
const OTHER_KNOWN_NAMES = [
  "analytics.html",
  "README.md",
  ...Object.keys(HINTS),
];
const FILE_HINT = `the files of this folder are ${FILES.join(", ")} and analytics.html`;
const NO_FOLDER =
  "content/ does not exist: correct CONTENT_DIR, or copy the sample there";
export function readContentFolder(folder: string) {
  const texts: Record<string, string> = {};
  const { pictures, problems, advice } = readPictures(join(folder, "pictures"));
  const heard = readRecordings(join(folder, "recordings"));
  problems.push(...heard.problems);
  const skip = (name: string, hint: string) => {
    if (!LEFT_BEHIND.test(basename(name)))
      advice.push(`content/${name} is not read: ${hint}`);
  };
  const read = (name: string) => {
    const file = readText(join(folder, name));
    if ("problem" in file)
      problems.push(`content/${name}:${file.line}:1: the file ${file.problem}`);
    else texts[name] = file.text;
  };
  if (!existsSync(folder)) problems.push(NO_FOLDER);
  for (const name of FILES)
    if (isFile(join(folder, name))) read(name);
    else if (existsSync(folder))
      problems.push(`content/${name} does not exist: copy it from the sample`);
  for (const name of namesIn(folder))
    if (![...FILES, ...OTHER_KNOWN_NAMES].includes(name)) skip(name, FILE_HINT);
  const { recordings } = heard;
  const known = { ...pictures, ...recordings };
  for (const [subfolder, hint] of Object.entries(HINTS))
    for (const name of namesIn(join(folder, subfolder))) {
      const path = `${subfolder}/${name}`;
      if (TEXTS[subfolder]?.test(name) && isFile(join(folder, path)))
        read(path);
      else if (!DRAFT_OR_README.test(name) && !Object.hasOwn(known, name))
        skip(path, hint);
    }
  /** The folder's path, for messages; undefined for the sample. */
  const root = folder === SAMPLE_CONTENT ? undefined : folder;
  return { texts, pictures, recordings, problems, advice, root };
}

/** Matches hidden files, and copies that editors leave. */
const LEFT_BEHIND = /^\.|~$|\.(?:bak|swp|tmp)$/;

/**
 * Describes all files, even unreadable files. The description
 * differs after any change. The site compares it every few seconds,
 * since systems do not report every change in every folder.
 */
export function snapshot(folder: string): string {
  const files = globSync("**/*", { cwd: folder }).toSorted();
  const stats = files.map(
    (name) => [name, attempt(() => statOf(join(folder, name)))] as const,
  );
  return JSON.stringify(
    stats.map(([name, stat]) => [name, stat?.ino, stat?.size, stat?.mtimeMs]),
  );
}
