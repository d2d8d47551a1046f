import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { escapeMarkup } from "../http/escape-markup.ts";
import { imageFonts } from "./font.ts";

const WASM = createRequire(import.meta.url).resolve(
  "@resvg/resvg-wasm/index_bg.wasm",
);
let wasm: Promise<void> | undefined;

export interface Line {
  text: string;
  x: number;
  y: number;
  /**
   * The font size. A text that is wider than the
   * allowed width (`room`) is drawn smaller.
   */
  size: number;
  room: number;
  fill: string;
}

export async function openDrawing() {
  await (wasm ??= initWasm(readFileSync(WASM)));
  const font = {
    fontBuffers: imageFonts(),
    loadSystemFonts: false,
    defaultFontFamily: "Big Shoulders",
  };
  const render = (svg: string, width: number) =>
    new Resvg(svg, { fitTo: { mode: "width", value: width }, font }).render();

  function textOf(
    { text, x, y, fill }: Omit<Line, "size" | "room">,
    size: number,
  ): string {
    return `<text x="${x}" y="${y}" font-family="Big Shoulders" font-weight="800" font-size="${size}" fill="${fill}">${escapeMarkup(text)}</text>`;
  }

  function line({ size, room, ...placed }: Line): string {
    if (!canBeDrawn(placed.text)) return "";
    const text = textOf(placed, size);
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">${text}</svg>`;
    const width = new Resvg(svg, { font }).getBBox()?.width ?? 0;
    return textOf(placed, Math.min(size, (size * room) / (width || 1)));
  }

  return {
    line,
    png: (svg: string, width: number) =>
      Buffer.from(render(svg, width).asPng()),
  };
}

/**
 * Whether the fonts of `scripts/cut-fonts.mjs`
 * have each letter and figure of a text.
 */
export const canBeDrawn = (text: string): boolean =>
  /^(?:[^\p{L}\p{N}]|[ -ıĴ-ňŊ-žȘ-țΆ-ώЀ-џҐґƏəẀ-ẅẞ])*$/u.test(text);
