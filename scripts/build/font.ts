/** Cuts the display font down to the characters that headings use, so that it costs a phone as little as it can. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import subsetFont from "subset-font";
import { root } from "../root.ts";

const SOURCE = "@fontsource-variable/big-shoulders/files/big-shoulders-latin-wght-normal.woff2";
/** The weights that the styles use. */
const WEIGHTS = { min: 700, max: 900 };
/** Basic Latin and the marks that writers reach for; content may change without a thought for the font. */
const CHARACTERS = String.fromCharCode(...Array.from({ length: 95 }, (_, code) => code + 32)) + "‘’“”–—…·×éñ";

/** Where `site/styles/display-font.css` and the document expect it. */
const DISPLAY_FONT = join(root, "dist", "font", "display.woff2");

export async function writeDisplayFont(): Promise<void> {
  const whole = readFileSync(createRequire(import.meta.url).resolve(SOURCE));
  const cut = await subsetFont(whole, CHARACTERS, {
    targetFormat: "woff2",
    variationAxes: { wght: WEIGHTS },
  });
  mkdirSync(dirname(DISPLAY_FONT), { recursive: true });
  // Another build may be reading it.
  const draft = `${DISPLAY_FONT}.${process.pid}`;
  writeFileSync(draft, cut);
  renameSync(draft, DISPLAY_FONT);
}

/** The same face at one weight and uncompressed, as the image renderer reads it. */
export function displayFontForImages(): Promise<Buffer> {
  return subsetFont(source(), CHARACTERS, { targetFormat: "sfnt", variationAxes: { wght: 800 } });
}

function source(): Buffer {
  return readFileSync(createRequire(import.meta.url).resolve(SOURCE));
}
