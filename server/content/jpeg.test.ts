import { Resvg } from "@resvg/resvg-wasm";
import { writeFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { content } from "../../tests/content.ts";
import { temporaryFolder } from "../../tests/support/server.ts";
import { NOTHING_DRAWN } from "./drawings.ts";
import { imageProblems, writeImages } from "./images.ts";

/** 32 by 32 px: red and green above blue and white. */
const QUARTERS = Buffer.from(
  `/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0o
OjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8a
Gi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2Nj
Y2NjY2P/wAARCAAgACADASIAAhEBAxEB/8QAFwABAQEBAAAAAAAAAAAAAAAAAAYFB//E
ABQQAQAAAAAAAAAAAAAAAAAAAAD/xAAXAQADAQAAAAAAAAAAAAAAAAAFBgcE/8QAFBEB
AAAAAAAAAAAAAAAAAAAAAP/aAAwDAQACEQMRAD8AxQAs+KUALRFBALIaHcgCG1P/2Q==`,
  "base64",
);

function withOrientation(orientation: number): Buffer {
  const exif = `ffe1002245786966000049492a0008000000010012010300010000000${orientation}00000000000000`;
  return Buffer.concat([
    QUARTERS.subarray(0, 2),
    Buffer.from(exif, "hex"),
    QUARTERS.subarray(2),
  ]);
}

const ICON = { "icon.jpg": { src: "/icon.jpg", width: 32, height: 32 } };

function written(bytes: Buffer) {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "icon.jpg"), bytes);
  return {
    folder,
    own: { ...content, logo: null, pictures: ICON, trades: {} },
  };
}

/** The colors of the quarters, row by row, in a drawn PNG. */
function quartersOf(png: Buffer): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><image width="4" height="4" href="data:image/png;base64,${png.toString("base64")}"/></svg>`;
  const { pixels } = new Resvg(svg).render();
  const nameAt = (x: number, y: number) => {
    const [red = 0, green = 0] = pixels.subarray(4 * (4 * y + x));
    if (red > 128) return green > 128 ? "W" : "R";
    return green > 128 ? "G" : "B";
  };
  return nameAt(0, 0) + nameAt(3, 0) + nameAt(0, 3) + nameAt(3, 3);
}

test.each([
  [1, "RGBW"],
  [2, "GRWB"],
  [3, "WBGR"],
  [4, "BWRG"],
  [5, "RBGW"],
  [6, "BRWG"],
  [7, "WGBR"],
  [8, "GWRB"],
])(
  "a photograph with the Exif orientation %i is drawn as browsers show it",
  async (orientation, quarters) => {
    const { folder, own } = written(withOrientation(orientation));
    await writeImages(own, folder, folder, NOTHING_DRAWN);
    const png = readFileSync(join(folder, "icon-512.png"));
    expect(quartersOf(png)).toBe(quarters);
  },
);

test("a photograph with the colors of print is named as what it is", async () => {
  const cmyk = Buffer.from("ffd8ffc20014080020002004012200021101", "hex");
  const { folder, own } = written(cmyk);
  expect(await imageProblems(own, folder)).toContainEqual(
    expect.stringMatching(/^content\/pictures\/icon\.jpg .*CMYK.*RGB$/),
  );
});
