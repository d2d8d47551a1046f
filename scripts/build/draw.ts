/** Draws SVG as PNG at build, without a browser and in the display font alone. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { escapeMarkup } from "../../contract/escape-markup.ts";
import { cutFont, type FontFile } from "./font.ts";

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

export async function openDrawing(files: readonly FontFile[]) {
  await (wasm ??= initWasm(readFileSync(WASM)));
  const fontBuffers = await Promise.all(files.map((file) => cutFont(file, "sfnt", 800)));
  const font = { fontBuffers, loadSystemFonts: false, defaultFontFamily: "Big Shoulders" };

  function png(svg: string, width: number): Buffer {
    return Buffer.from(new Resvg(svg, { fitTo: { mode: "width", value: width }, font }).render().asPng());
  }

  /** A line as a text element, as large as it fits. */
  function line({ text, x, y, size, room, fill }: Line): string {
    const sized = (px: number) =>
      `<text x="${x}" y="${y}" font-family="Big Shoulders" font-weight="800" font-size="${px}" fill="${fill}">${escapeMarkup(text)}</text>`;
    const alone = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">${sized(size)}</svg>`;
    const width = new Resvg(alone, { font }).getBBox()?.width ?? 0;
    return sized(Math.min(size, (size * room) / (width || 1)));
  }

  return { png, line };
}
