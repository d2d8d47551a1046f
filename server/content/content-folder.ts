/** The files of a content folder, as text; the pictures by their sizes. */
import { existsSync, globSync, readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { CONTENT_FILES } from "../../contract/content/schema.ts";
import { SAMPLE_CONTENT } from "../settings/env.ts";
import { readTextFile } from "../settings/text-file.ts";
import { readPictures } from "./pictures.ts";

export type ContentFolder = ReturnType<typeof readContentFolder>;

/** The files of a folder below. An underscore marks a draft. */
const PARTS: readonly [folder: string, names: RegExp, hint: string][] = [
  ["trades", /^[a-z0-9][a-z0-9-]*\.yaml$/, "a trade is a file like trades/hvac.yaml, in small letters"],
  ["pages", /^[a-z0-9][a-z0-9-]*\.md$/, "a page is a file like pages/terms.md, in small letters"],
];
const FILES = Object.keys(CONTENT_FILES);
const BESIDE = ["analytics.html", "README.md", "trades", "pages", "pictures"];
const NO_FILE = `the files of this folder are ${FILES.join(", ")} and analytics.html`;
const NO_PICTURE = "a picture is a PNG, JPEG, WebP, AVIF or SVG with a size";

/** Names and values between three hyphens or plus signs, at the head of Markdown. */
const FRONT_MATTER =
  /^\s*(---|\+\+\+)[ \t]*\n(?:[ \t]*\n|[\w-]+[ \t]*[:=][^\n]*\n|[ \t#-][^\n]*\n)*\1[ \t]*(?:\n|$)/;
const BEGINS_WRONG = "begins with front matter, which would be shown: remove it, up to its end";

export function readContentFolder(folder: string) {
  const texts: Record<string, string> = {};
  const { pictures, problems, advice } = readPictures(join(folder, "pictures"));
  /** Somebody may have meant the file. */
  const skip = (name: string, why: string) => {
    if (!LEFT_BEHIND.test(basename(name))) advice.push(`content/${name} is not read: ${why}`);
  };
  const read = (name: string) => {
    const file = readTextFile(join(folder, name));
    if ("problem" in file) problems.push(`content/${name}:${file.line}:1: the file ${file.problem}`);
    else if (name.endsWith(".md") && FRONT_MATTER.test(file.text))
      problems.push(`content/${name}:1:1: the file ${BEGINS_WRONG}`);
    else texts[name] = file.text;
  };
  for (const name of FILES)
    if (isFile(join(folder, name))) read(name);
    else problems.push(`content/${name} does not exist: copy it from the sample`);
  for (const name of namesIn(folder)) if (![...FILES, ...BESIDE].includes(name)) skip(name, NO_FILE);
  for (const [part, pattern, hint] of PARTS)
    for (const name of namesIn(join(folder, part)))
      if (pattern.test(name) && isFile(join(folder, part, name))) read(`${part}/${name}`);
      else if (!/^_|^README\.md$/.test(name)) skip(`${part}/${name}`, hint);
  for (const name of namesIn(join(folder, "pictures")))
    if (!Object.hasOwn(pictures, name) && !name.endsWith(".md")) skip(`pictures/${name}`, NO_PICTURE);
  /** `root`: its path, for messages; undefined: the sample. */
  const root = folder === SAMPLE_CONTENT ? undefined : folder;
  return { texts, pictures, problems, advice, root };
}

/** What editors and systems leave behind, which nobody means. */
const LEFT_BEHIND =
  /^\.|^#.*#$|~$|\.(?:bak|old|orig|swp|swo|tmp|part|lock)$|^(?:Thumbs\.db|desktop\.ini|4913)$/i;

const statOf = (path: string) => statSync(path, { throwIfNoEntry: false });
const isFile = (path: string) => statOf(path)?.isFile() === true;

/** Nothing without such a folder. */
function namesIn(folder: string): string[] {
  return existsSync(folder) && statSync(folder).isDirectory() ? readdirSync(folder).toSorted() : [];
}

/** Changes with each file. Polled, since replaced folders and network shares lose events. */
export function snapshot(folder: string): string {
  const files = globSync("**/*", { cwd: folder }).toSorted();
  const stats = files.map((name) => [name, statOf(join(folder, name))] as const);
  return JSON.stringify(stats.map(([name, stat]) => [name, stat?.ino, stat?.size, stat?.mtimeMs]));
}
