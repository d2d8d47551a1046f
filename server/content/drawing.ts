/** Draws SVG into PNG with the site's fonts, and knows what they lack. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { escapeMarkup } from "../../contract/escape-markup.ts";
import { imageFonts } from "./font.ts";

const WASM = createRequire(import.meta.url).resolve("@resvg/resvg-wasm/index_bg.wasm");
let wasm: Promise<void> | undefined;

export interface Line {
  text: string;
  x: number;
  y: number;
  /** Font size, smaller where the text would be wider than `room`. */
  size: number;
  room: number;
  fill: string;
}

export type Drawing = Awaited<ReturnType<typeof openDrawing>>;

export async function openDrawing() {
  await (wasm ??= initWasm(readFileSync(WASM)));
  const font = { fontBuffers: imageFonts(), loadSystemFonts: false, defaultFontFamily: "Big Shoulders" };
  const rendered = (svg: string, value: number) =>
    new Resvg(svg, { fitTo: { mode: "width", value }, font }).render();
  const png = (svg: string, width: number) => Buffer.from(rendered(svg, width).asPng());

  function sized({ text, x, y, fill }: Omit<Line, "size" | "room">, px: number): string {
    return `<text x="${x}" y="${y}" font-family="Big Shoulders" font-weight="800" font-size="${px}" fill="${fill}">${escapeMarkup(text)}</text>`;
  }

  function line({ size, room, ...words }: Line): string {
    const alone = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">${sized(words, size)}</svg>`;
    const width = new Resvg(alone, { font }).getBBox()?.width ?? 0;
    return sized(words, Math.min(size, (size * room) / (width || 1)));
  }

  return {
    png,
    /** A text as SVG; empty if no font has its letters. */
    line: (words: Line) => (canBeDrawn(words.text) ? line(words) : ""),
    /** Whether all of it has one color. */
    isPlain(svg: string) {
      const colors = new Uint32Array(Uint8Array.from(rendered(svg, 64).pixels).buffer);
      return colors.every((color) => color === colors[0]);
    },
  };
}

/** Whether the fonts of `scripts/cut-fonts.mjs` have each letter and figure of a text. */
export const canBeDrawn = (text: string): boolean =>
  /^(?:[^\p{L}\p{N}]|[ -ıĴ-ňŊ-žȘ-țΆ-ώЀ-џҐґƏəẀ-ẅẞ])*$/u.test(text);
