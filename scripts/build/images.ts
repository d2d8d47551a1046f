/** The images that are not in the page: favicons and the share image, drawn at build from the tokens and the mark. */
import { escapeMarkup } from "../../contract/escape-markup.ts";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { MOON } from "../../site/components/mark.ts";
import type { Content } from "../../site/content/schema.ts";
import { readColors } from "./design-tokens.ts";
import { displayFontForImages } from "./font.ts";

/** Pixels, as Open Graph readers crop it. */
const SHARE = { width: 1200, height: 630 };

/** Writes every image into a folder; answers with their file names. */
export async function writeImages(content: Content, folder: string): Promise<string[]> {
  await initWasm(readFileSync(createRequire(import.meta.url).resolve("@resvg/resvg-wasm/index_bg.wasm")));
  const fonts = [await displayFontForImages()];
  const png = (svg: string, width: number): Buffer =>
    Buffer.from(
      new Resvg(svg, {
        fitTo: { mode: "width", value: width },
        font: { fontBuffers: fonts, loadSystemFonts: false, defaultFontFamily: "Big Shoulders" },
      })
        .render()
        .asPng(),
    );
  const images: Record<string, string | Buffer> = {
    "favicon.svg": favicon(),
    // Systems that round the corners themselves want a full square.
    "favicon.ico": ico(png(favicon(), 32), 32),
    "apple-touch-icon.png": png(icon(0), 180),
    "icon-192.png": png(icon(0), 192),
    "icon-512.png": png(icon(0), 512),
    "share-image.png": png(shareImage(content), SHARE.width),
  };
  for (const [file, image] of Object.entries(images)) writeFileSync(join(folder, file), image);
  return Object.keys(images);
}

/** Puts a PNG into the one address that some clients ask for unasked. Source: the ICO format, with a PNG inside. */
function ico(image: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2); // an icon
  header.writeUInt16LE(1, 4); // of one image
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10); // planes
  header.writeUInt16LE(32, 12); // bits a pixel
  header.writeUInt32LE(image.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, image]);
}

/** As SVG. */
export function favicon(): string {
  return icon(5);
}

function icon(radius: number): string {
  const { night, signal } = readColors();
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="${radius}" fill="${night}"/><g transform="translate(4 4) scale(.75)" fill="${signal}">${mark()}</g></svg>`;
}

function mark(): string {
  return `<path d="${MOON}"/><circle cx="23" cy="9" r="4"/>`;
}

/** The headline beside a strip of the dispatch board. */
function shareImage({ site, hero, board }: Content): string {
  const color = readColors();
  const [headline = ""] = hero.phrases;
  const lines = inTwoLines(headline);
  const lamps = board.statuses
    .map(({ label, lamp }, index) => {
      const x = 80 + index * 350;
      const fill = lamp === "live" ? color.signal : color.done;
      return `<circle cx="${x + 14}" cy="538" r="14" fill="${fill}"/><text x="${x + 44}" y="549" font-size="34" fill="${color["night-text"]}">${escapeMarkup(label)}</text>`;
    })
    .join("");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SHARE.width} ${SHARE.height}" font-family="Big Shoulders" font-weight="800">
    <rect width="100%" height="100%" fill="${color.night}"/>
    <rect width="100%" height="14" fill="${color.signal}"/>
    <g transform="translate(76 70) scale(2)" fill="${color.signal}">${mark()}</g>
    <text x="160" y="120" font-size="56" fill="${color["night-text"]}">${escapeMarkup(site.brandName)}</text>
    ${lines.map((line, index) => `<text x="76" y="${276 + index * 122}" font-size="124" fill="${color["night-text"]}">${escapeMarkup(line)}</text>`).join("")}
    <rect y="468" width="100%" height="2" fill="${color["night-rule"]}"/>
    <rect y="470" width="100%" height="160" fill="${color["night-raised"]}"/>
    ${lamps}
  </svg>`;
}

/** Broken at the space that leaves two lines most alike. */
function inTwoLines(text: string): string[] {
  const breaks = [...text.matchAll(/ /g)].map((match) => match.index);
  const middle = breaks.toSorted((a, b) => Math.abs(a - text.length / 2) - Math.abs(b - text.length / 2))[0];
  return middle === undefined ? [text] : [text.slice(0, middle), text.slice(middle + 1)];
}
