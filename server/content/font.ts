/** Cuts the display font into files: one for the site's own text, which every page loads, and one for each script. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import subsetFont from "subset-font";
import type { Content } from "../../contract/content/schema.ts";
import { ASSETS_PATH } from "../../contract/routes.ts";

const BIG_SHOULDERS = "@fontsource-variable/big-shoulders/files/big-shoulders";
/** Has the alphabets that Big Shoulders lacks, and is as narrow. */
const SOFIA = "@fontsource-variable/sofia-sans-extra-condensed/files/sofia-sans-extra-condensed";
const WEIGHTS = { min: 700, max: 900 };

/** The features that place letters and accents, without alternative figures, small capitals and the like. */
const FEATURES = ["kern", "ccmp", "locl", "mark", "mkmk"];

export interface FontFile {
  /** The address, which changes with the letters. */
  url: string;
  source: string;
  letters: string;
  /** Undefined: any letter. */
  range?: string;
}

/** The file for the site's own text comes first. A font leaves out the letters that it does not have. */
export function fontFiles(content: Content): FontFile[] {
  const own = new Set(`${range(0x20, 0x7e)}‘’“”–—…·×${JSON.stringify(content)}`);
  const latin = Array.from(`${range(0xa1, 0xff)}ıŒœ`)
    .filter((letter) => !own.has(letter))
    .join("");
  return [
    fontFile("display", `${BIG_SHOULDERS}-latin`, [...own].toSorted().join("")),
    fontFile("display-latin", `${BIG_SHOULDERS}-latin`, latin, "U+A1-FF, U+131, U+152-153"),
    fontFile(
      "display-latin-extended",
      `${BIG_SHOULDERS}-latin-ext`,
      range(0x100, 0x259) + range(0x1e80, 0x1e9e),
      "U+100-130, U+132-151, U+154-259, U+1E80-1E9E",
    ),
    fontFile("display-greek", `${SOFIA}-greek`, range(0x370, 0x3ff), "U+370-3FF"),
    fontFile("display-cyrillic", `${SOFIA}-cyrillic`, range(0x400, 0x45f) + "Ґґ", "U+400-45F, U+490-491"),
  ];
}

function fontFile(name: string, source: string, letters: string, unicode?: string): FontFile {
  const hash = createHash("sha256").update(`${source} ${letters}`).digest("hex").slice(0, 6);
  return { url: `${ASSETS_PATH}${name}-${hash}.woff2`, source, letters, ...(unicode && { range: unicode }) };
}

/** The rules that name the files. Scripts and styles name none, so that a new letter changes no script. */
export function fontFaces(files: readonly FontFile[]): string {
  return files
    .map(
      ({ url, range: unicode }) =>
        `@font-face{font-family:Big Shoulders;src:url(${url})format("woff2");font-weight:700 900;font-display:optional` +
        `${unicode === undefined ? "" : `;unicode-range:${unicode.replaceAll(", ", ",")}`}}`,
    )
    .join("");
}

/** A file as pages load it. */
export const cutForPages = (file: FontFile): Promise<Buffer> => cutFont(file, "woff2", WEIGHTS);

/** @param wght one weight, or a range. `sfnt` is uncompressed, for the image renderer */
export function cutFont(
  { source, letters }: FontFile,
  targetFormat: "woff2" | "sfnt",
  wght: number | typeof WEIGHTS,
): Promise<Buffer> {
  const whole = readFileSync(createRequire(import.meta.url).resolve(`${source}-wght-normal.woff2`));
  return subsetFont(whole, letters, { targetFormat, keepFeatures: FEATURES, variationAxes: { wght } });
}

function range(from: number, to: number): string {
  return String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, index) => from + index));
}
