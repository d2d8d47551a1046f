/** Adds what a new release wants to an own folder: texts of the sample. Words, comments and order stay as they are. */
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { dirname, join } from "node:path";
import { isMap, isScalar, parseDocument, stringify, type Pair, type YAMLMap } from "yaml";
import { CONTENT_FILES } from "../../contract/content/files.ts";
import { ContentError } from "./content-error.ts";
import { readContentFolder } from "./content-folder.ts";
import { missingFields, type Path } from "./content.ts";

/** Each round finds what the fields of the round before lack. */
const ROUNDS = 5;

/** @returns the names of what was added, as `content/home.yaml: hero.note` @throws {ContentError} for a file with a mistake */
export function fillContent(folder: string, sample: string): string[] {
  const added: string[] = [];
  for (const name of Object.keys(CONTENT_FILES).filter((file) => !existsSync(join(folder, file)))) {
    write(join(folder, name), readFileSync(join(sample, name), "utf8"));
    added.push(`content/${name}`);
  }
  // They are the program's, and not words.
  for (const name of ["schema.json", "trades/schema.json"])
    write(join(folder, name), readFileSync(join(sample, name), "utf8"));
  const { texts } = readContentFolder(sample);
  const [anyTrade = ""] = Object.keys(texts).filter((name) => name.startsWith("trades/"));
  for (let round = 0; round < ROUNDS; round++) {
    const filled = missingFields(readContentFolder(folder)).filter(({ file, path }) => {
      const value = valueAt(parseDocument(texts[file] ?? texts[anyTrade] ?? "").toJS(), path);
      if (value === undefined) return false;
      const whole = join(folder, file);
      write(whole, withField(readFileSync(whole, "utf8"), path, value, orderIn(texts[file] ?? "", path)));
      return true;
    });
    if (filled.length === 0) break;
    added.push(...filled.map(({ file, path }) => `content/${file}: ${path.join(".")}`));
  }
  return added;
}

/** In a list the first entry stands for one that the sample does not have. */
function valueAt(value: unknown, [name, ...rest]: Path): unknown {
  if (name === undefined || typeof value !== "object" || value === null) return value;
  const inner: unknown = Array.isArray(value) ? (value[Number(name)] ?? value[0]) : Object(value)[name];
  return valueAt(inner, rest);
}

/** The names beside a field, in the order of the sample. */
function orderIn(sample: string, path: Path): string[] {
  return Object.keys(Object(valueAt(parseDocument(sample).toJS(), path.slice(0, -1))));
}

/** @throws {ContentError} when a line of the file would change its meaning */
function withField(text: string, path: Path, value: unknown, order: readonly string[]): string {
  const document = parseDocument(text);
  const holder = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  const name = String(path.at(-1));
  const after = isMap(holder) ? insert(text, holder, name, value, order) : text;
  const wanted = parseDocument(text);
  wanted.setIn(path, value);
  if (!isDeepStrictEqual(parseDocument(after).toJS(), wanted.toJS()))
    throw new ContentError(`${path.join(".")} is missing, and cannot be added: copy it from the sample`);
  return after;
}

function insert(
  text: string,
  holder: YAMLMap,
  name: string,
  value: unknown,
  order: readonly string[],
): string {
  const pairs = holder.items;
  if (holder.flow) {
    const [begin = 0] = holder.range ?? [];
    const comma = pairs.length > 0 ? "," : " ";
    return `${text.slice(0, begin + 1)} ${name}: ${JSON.stringify(value)}${comma}${text.slice(begin + 1)}`;
  }
  const before = order.slice(0, order.indexOf(name)).toReversed();
  const neighbor = before.map((key) => pairs.find((pair) => nameOf(pair) === key)).find(Boolean) ?? pairs[0];
  if (!neighbor || !isScalar(neighbor.key)) return text;
  const [start = 0] = neighbor.key.range ?? [];
  const indent = " ".repeat(start - (text.lastIndexOf("\n", start - 1) + 1));
  const next = pairs[pairs.indexOf(neighbor) + 1];
  const nextStart = (next && isScalar(next.key) ? next.key.range?.[0] : undefined) ?? endOf(holder, text);
  const end = start + text.slice(start, nextStart).trimEnd().replace(BEHIND, "").trimEnd().length;
  const lines = stringify({ [name]: value }, { lineWidth: 0 })
    .trimEnd()
    .split("\n");
  const added = lines.map((line) => `\n${indent}${line}`).join("");
  return text.slice(0, end) + added + text.slice(end);
}

const nameOf = ({ key }: Pair): string => (isScalar(key) ? String(key.value) : "");

const endOf = (holder: YAMLMap, text: string): number => holder.range?.[2] ?? text.length;

/** Comments and empty lines behind a field belong to what follows. */
const BEHIND = /(?:\n[ \t]*(?:#[^\n]*)?)+$/;

/** At once, with the owner and the rights that the file or its folder had. */
function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const known = statSync(path, { throwIfNoEntry: false });
  const { uid, gid } = known ?? statSync(dirname(path));
  const part = `${path}.part`;
  writeFileSync(part, text);
  if (known) chmodSync(part, known.mode);
  if (process.getuid?.() === 0) chownSync(part, uid, gid);
  renameSync(part, path);
}
