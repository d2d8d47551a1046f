import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { ASSETS_PATH } from "../../contract/http/routes.ts";

/** The folder of the fonts that `scripts/cut-fonts.mjs` makes. */
const CUT = join(import.meta.dirname, "fonts");
const BIG_SHOULDERS = "@fontsource-variable/big-shoulders/files/big-shoulders";
/** This font has the alphabets that Big Shoulders lacks, and is as narrow. */
const SOFIA =
  "@fontsource-variable/sofia-sans-extra-condensed/files/sofia-sans-extra-condensed";

type FontFile = ReturnType<typeof fontFile>;

/** The file that every page loads comes first. */
export const FONTS: readonly FontFile[] = [
  fontFile("display", join(CUT, "page.woff2")),
  fontFile(
    "display-latin",
    whole(`${BIG_SHOULDERS}-latin`),
    "U+A1,U+AA-AB,U+BA-BB,U+BF-D6,U+D8-FF,U+131,U+152-153,U+201A,U+201E,U+2039-203A",
  ),
  fontFile(
    "display-latin-extended",
    whole(`${BIG_SHOULDERS}-latin-ext`),
    "U+100-130,U+132-151,U+154-259,U+1E80-1E9E",
  ),
  fontFile("display-greek", whole(`${SOFIA}-greek`), "U+370-3FF"),
  fontFile(
    "display-cyrillic",
    whole(`${SOFIA}-cyrillic`),
    "U+400-45F,U+490-491",
  ),
];

/**
 * The image renderer needs files of one
 * weight, which together have all letters.
 */
export function imageFonts(): Buffer[] {
  const scripts = ["latin", "latin-extended", "greek", "cyrillic"];
  return scripts.map((name) => readFileSync(join(CUT, `image-${name}.ttf`)));
}

export function fontFaces(files: readonly FontFile[]): string {
  const descriptors = "font-weight:700 900;font-display:swap";
  const rules = files.map(({ url, range }) => {
    const letters = range === undefined ? "" : `;unicode-range:${range}`;
    return `@font-face{font-family:Big Shoulders;src:url(${url})format("woff2");${descriptors}${letters}}`;
  });
  return rules.join("");
}

function whole(source: string): string {
  return createRequire(import.meta.url).resolve(`${source}-wght-normal.woff2`);
}

function fontFile(name: string, file: string, range?: string) {
  const version = hash("sha256", readFileSync(file), "hex").slice(0, 6);
  return { url: `${ASSETS_PATH}${name}-${version}.woff2`, file, range };
}
