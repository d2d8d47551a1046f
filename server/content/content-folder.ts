/** The files of a content folder, as text; the pictures by their sizes. */
import { existsSync, globSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { CONTENT_FILES } from "../../contract/content/files.ts";
import type { Content } from "../../contract/content/schema.ts";
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

/** The files of a folder below. An underscore marks a draft, and editors leave files of other names. */
const PARTS: readonly [folder: string, names: RegExp, hint: string][] = [
  ["trades", /^[a-z0-9][a-z0-9-]*\.yaml$/, "a trade is a file like trades/hvac.yaml, in small letters"],
  ["pages", /^[a-z0-9][a-z0-9-]*\.md$/, "a page is a file like pages/terms.md, in small letters"],
];

export function readContentFolder(folder: string): ContentFolder {
  const names = [
    ...Object.keys(CONTENT_FILES).filter((name) => isFile(join(folder, name))),
    ...PARTS.flatMap(([part, pattern]) =>
      filesIn(join(folder, part))
        .filter((name) => pattern.test(name))
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
export function unknownFiles(folder: string, { pictures }: ContentFolder): string[] {
  const notRead = (name: string, hint: string) => `content/${name} is not read: ${hint}`;
  const names = new Set([...Object.keys(CONTENT_FILES), "README.md", "analytics.html"]);
  const files = [...names].filter((name) => name.endsWith(".yaml")).join(", ");
  return [
    ...entriesIn(folder)
      .filter((name) => !names.has(name) && !["trades", "pages", "pictures"].includes(name))
      .map((name) => notRead(name, `the files of this folder are ${files} and analytics.html`)),
    ...PARTS.flatMap(([part, pattern, hint]) =>
      entriesIn(join(folder, part))
        .filter((name) => !isFile(join(folder, part, name)) || !pattern.test(name))
        .filter((name) => !/^_|^README\.md$/.test(name))
        .map((name) => notRead(`${part}/${name}`, hint)),
    ),
    ...entriesIn(join(folder, "pictures"))
      .filter((name) => !Object.hasOwn(pictures, name) && !name.endsWith(".md"))
      .map((name) =>
        notRead(
          `pictures/${name}`,
          "a picture is a PNG, JPEG, WebP, AVIF or SVG with a size, and a recording a WAV of 16 bits",
        ),
      ),
  ];
}

/** What editors and systems leave behind, which nobody means. */
const LEFT_BEHIND =
  /^\.|^#.*#$|~$|\.(?:bak|old|orig|swp|swo|tmp|part|lock)$|^(?:Thumbs\.db|desktop\.ini|4913)$/i;

const entriesIn = (folder: string) => namesIn(folder).filter((name) => !LEFT_BEHIND.test(name));

const filesIn = (folder: string) => namesIn(folder).filter((name) => isFile(join(folder, name)));

function namesIn(folder: string): string[] {
  return isFolder(folder) ? readdirSync(folder).toSorted() : [];
}

const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() === true;
const isFolder = (path: string) => existsSync(path) && statSync(path).isDirectory();

/** Changes with each file. It is polled, since events are lost when folders are replaced, and on network shares. */
export function snapshot(folder: string): string {
  const files = globSync("**/*", { cwd: folder }).toSorted();
  const stats = files.map((name) => [name, statSync(join(folder, name), { throwIfNoEntry: false })] as const);
  return JSON.stringify(stats.map(([name, stat]) => [name, stat?.ino, stat?.size, stat?.mtimeMs]));
}
