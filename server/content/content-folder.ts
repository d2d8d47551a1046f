/** The files of a content folder, as text; the pictures by their sizes. */
import { existsSync, globSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { CONTENT_FILES, type Content } from "../../contract/content/schema.ts";
import { SAMPLE_CONTENT } from "../settings/env.ts";
import { readTextFile } from "../settings/text-file.ts";
import { readPictures } from "./pictures.ts";

export interface ContentFolder {
  texts: Readonly<Record<string, string>>;
  pictures: Content["pictures"];
  problems?: readonly string[];
  /** Its path, for messages; undefined: the sample. */
  root?: string | undefined;
}

/** The files of a folder below. An underscore marks a draft. */
const PARTS: readonly [folder: string, names: RegExp, hint: string][] = [
  ["trades", /^[a-z0-9][a-z0-9-]*\.yaml$/, "a trade is a file like trades/hvac.yaml, in small letters"],
  ["pages", /^[a-z0-9][a-z0-9-]*\.md$/, "a page is a file like pages/terms.md, in small letters"],
];

export function readContentFolder(folder: string): ContentFolder {
  const names = [
    ...Object.keys(CONTENT_FILES).filter((name) => isFile(join(folder, name))),
    ...PARTS.flatMap(([part, pattern]) =>
      namesIn(join(folder, part))
        .filter((name) => pattern.test(name) && isFile(join(folder, part, name)))
        .map((name) => `${part}/${name}`),
    ),
  ];
  const texts: Record<string, string> = {};
  const { pictures, problems } = readPictures(join(folder, "pictures"));
  for (const name of names) {
    const file = readTextFile(join(folder, name));
    if ("text" in file) texts[name] = file.text;
    else problems.push(`content/${name}:${file.line}:1: the file ${file.problem}`);
  }
  return { texts, pictures, problems, root: folder === SAMPLE_CONTENT ? undefined : folder };
}

/** Files that somebody may have meant, and that are not read. */
export function* unknownFiles(folder: string, { pictures }: ContentFolder): Generator<string> {
  const names = Object.keys(CONTENT_FILES);
  const own = [...names, "analytics.html", "README.md", "trades", "pages", "pictures"];
  for (const name of meantIn(folder).filter((each) => !own.includes(each)))
    yield `content/${name} is not read: the files of this folder are ${names.join(", ")} and analytics.html`;
  for (const [part, pattern, hint] of PARTS)
    for (const name of meantIn(join(folder, part))) {
      const isRead = pattern.test(name) && isFile(join(folder, part, name));
      if (!isRead && !/^_|^README\.md$/.test(name)) yield `content/${part}/${name} is not read: ${hint}`;
    }
  for (const name of meantIn(join(folder, "pictures")))
    if (!Object.hasOwn(pictures, name) && !name.endsWith(".md"))
      yield `content/pictures/${name} is not read: a picture is a PNG, JPEG, WebP, AVIF or SVG with a size`;
}

const meantIn = (folder: string) => namesIn(folder).filter((name) => !LEFT_BEHIND.test(name));

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
