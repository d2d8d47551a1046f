/** Cuts the display font into files: one for the site's own text, which every page loads, and one for each script. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import subsetFont from "subset-font";
import type { Content } from "../../contract/content/schema.ts";
import { root } from "../root.ts";

/** The build cuts the fonts, which are no module of a bundle. */
export const FONT_PACKAGES = ["big-shoulders", "sofia-sans-extra-condensed"].map(
  (name) => `node_modules/@fontsource-variable/${name}`,
);
const BIG_SHOULDERS = "@fontsource-variable/big-shoulders/files/big-shoulders";
/** Has the alphabets that Big Shoulders lacks, and is as narrow. */
const SOFIA = "@fontsource-variable/sofia-sans-extra-condensed/files/sofia-sans-extra-condensed";
const WEIGHTS = { min: 700, max: 900 };

/** The features that place letters and accents, without alternative figures, small capitals and the like. */
const FEATURES = ["kern", "ccmp", "locl", "mark", "mkmk"];

const FOLDER = join(root, "dist", "font");

export interface FontFile {
  name: string;
  source: string;
  letters: string;
}

/** The file for the site's own text comes first. A font leaves out the letters that it does not have. */
export function fontFiles(content: Content): FontFile[] {
  const own = new Set(`${range(0x20, 0x7e)}‘’“”–—…·×${JSON.stringify(content)}`);
  const latin = Array.from(`${range(0xa1, 0xff)}ıŒœ`)
    .filter((letter) => !own.has(letter))
    .join("");
  return [
    { name: "display", source: `${BIG_SHOULDERS}-latin`, letters: [...own].join("") },
    { name: "display-latin", source: `${BIG_SHOULDERS}-latin`, letters: latin },
    {
      name: "display-latin-extended",
      source: `${BIG_SHOULDERS}-latin-ext`,
      letters: range(0x100, 0x259) + range(0x1e80, 0x1e9e),
    },
    { name: "display-greek", source: `${SOFIA}-greek`, letters: range(0x370, 0x3ff) },
    { name: "display-cyrillic", source: `${SOFIA}-cyrillic`, letters: range(0x400, 0x45f) + "Ґґ" },
  ];
}

export async function writeDisplayFont(files: readonly FontFile[]): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  for (const file of files) {
    const path = join(FOLDER, `${file.name}.woff2`);
    // Another build may be reading it.
    const draft = `${path}.${process.pid}`;
    writeFileSync(draft, await cutFont(file, "woff2", WEIGHTS));
    renameSync(draft, path);
  }
}

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
