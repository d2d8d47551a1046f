/** Changes every word and color of a copy. Words stay about as wide, and colors change by too little to see. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as content from "../../site/content/index.ts";

/** Not text: names of icons, places and values, addresses. Values of services are in stored leads. */
const NOT_WORDS = new Set(
  "icon lamp kind id value href page siteUrl contactEmail contactPhone schedulingUrl confirmed logo workingHours".split(
    " ",
  ),
);
const VOWELS = "aeiouaAEIOUA";

/** Placeholders in braces stay, since they are filled in later. */
function otherWords(text: string): string {
  return text.replace(/\{\w+\}|[aeiou]/gi, (found) => {
    const at = VOWELS.indexOf(found);
    return at < 0 ? found : (VOWELS[at + 1] ?? found);
  });
}

function changed(value: unknown, key: string): unknown {
  if (NOT_WORDS.has(key)) return value;
  if (typeof value === "string") return otherWords(value);
  if (Array.isArray(value)) return value.map((item) => changed(item, key));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, changed(inner, name)]));
}

export function changeWords(project: string): void {
  for (const [file, exported] of Object.entries(content)) {
    const lines = Object.entries(exported).map(
      ([name, value]) =>
        `export const ${name}: Content["${name}"] = ${JSON.stringify(changed(value, name), null, 2)};\n`,
    );
    const text = ['import type { Content } from "./schema.ts";\n', ...lines].join("\n");
    writeFileSync(join(project, "site", "content", `${file}.ts`), text);
  }
}

export function changeColors(project: string): void {
  const file = join(project, "site", "styles", "tokens.css");
  const other = (hex: string): string => (Number.parseInt(hex, 16) ^ 1).toString(16).padStart(2, "0");
  const css = readFileSync(file, "utf8");
  writeFileSync(file, css.replace(/(?<=#|#..|#....)[0-9a-f]{2}(?=[0-9a-f]{0,4};)/g, other));
}
