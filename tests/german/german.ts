/** Writes the content folder of a German agency: what is translated here, and the sample's words between brackets. */
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { root } from "../../scripts/root.ts";
import { SAMPLE_CONTENT } from "../../server/configuration/env.ts";
import { pseudoFolder } from "../fakes/pseudo-content.ts";

const translated = join(root, "tests", "german");

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Lists and the names of zones are whole. */
function over(first: unknown, second: unknown): unknown {
  if (!isMap(first) || !isMap(second)) return second;
  const merged = Object.entries(second).map(([name, value]) => [
    name,
    name === "zoneNames" ? value : over(first[name], value),
  ]);
  return { ...first, ...Object.fromEntries(merged) };
}

/** Without pages of trades. */
export function writeGermanContent(folder: string): void {
  mkdirSync(folder, { recursive: true });
  cpSync(join(SAMPLE_CONTENT, "pictures"), join(folder, "pictures"), { recursive: true });
  const { texts } = pseudoFolder();
  for (const [file, text] of Object.entries(texts).filter(([name]) => !name.includes("/"))) {
    const own = readdirSync(translated).includes(file)
      ? parse(readFileSync(join(translated, file), "utf8"))
      : {};
    writeFileSync(join(folder, file), JSON.stringify(over(parse(text), own)));
  }
}
