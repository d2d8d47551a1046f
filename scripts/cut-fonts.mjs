/**
 * Makes `server/content/fonts/`. Run
 * `node scripts/cut-fonts.mjs` when a font package changes.
 */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";

const root = fileURLToPath(new URL("..", import.meta.url));
const PACKAGES = join(root, "node_modules", "@fontsource-variable");
const FOLDER = join(root, "server", "content", "fonts");

const ENGLISH = `${range(0x20, 0x7e)}‘’“”–—…·×€£`;
const LATIN = `${range(0xa1, 0xff)}ıŒœ‚„‹›`;
const LATIN_EXTENDED = range(0x100, 0x259) + range(0x1e80, 0x1e9e);

/**
 * The features that place letters and accents.
 * Other features, like old figures, are cut.
 */
const FEATURES = ["kern", "ccmp", "locl", "mark", "mkmk"];

const PAGE_WEIGHTS = { min: 700, max: 900 };
/** The image renderer can read only one weight of a file. */
const IMAGE_WEIGHT = 800;

mkdirSync(FOLDER, { recursive: true });
await cut("page.woff2", "big-shoulders-latin", ENGLISH, PAGE_WEIGHTS);
await cut(
  "image-latin.ttf",
  "big-shoulders-latin",
  ENGLISH + LATIN,
  IMAGE_WEIGHT,
);
await cut(
  "image-latin-extended.ttf",
  "big-shoulders-latin-ext",
  LATIN_EXTENDED,
  IMAGE_WEIGHT,
);
await cut(
  "image-greek.ttf",
  "sofia-sans-extra-condensed-greek",
  range(0x370, 0x3ff),
  IMAGE_WEIGHT,
);
await cut(
  "image-cyrillic.ttf",
  "sofia-sans-extra-condensed-cyrillic",
  range(0x400, 0x491),
  IMAGE_WEIGHT,
);

/**
 * Writes a `.woff2` or a `.ttf`. The image
 * renderer reads a `.ttf` ten times as fast.
 */
async function cut(file, source, letters, wght) {
  const family = source.replace(/-(?:latin|latin-ext|greek|cyrillic)$/, "");
  const whole = readFileSync(
    join(PACKAGES, family, "files", `${source}-wght-normal.woff2`),
  );
  const targetFormat = file.endsWith(".ttf") ? "sfnt" : "woff2";
  const options = {
    targetFormat,
    keepFeatures: FEATURES,
    variationAxes: { wght },
  };
  writeFileSync(join(FOLDER, file), await subsetFont(whole, letters, options));
}

function range(from, to) {
  return String.fromCodePoint(
    ...Array.from({ length: to - from + 1 }, (_, index) => from + index),
  );
}
