import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../tests/support/server.ts";
import { content } from "../../tests/content.ts";
import { openDrawing, type Line } from "./drawing.ts";
import { NOTHING_DRAWN } from "./drawings.ts";
import { iconAddress, imageProblems, writeImages } from "./images.ts";

const { line, png } = await openDrawing();
const LINE: Line = { text: "", x: 4, y: 40, size: 40, room: 400, fill: "#000" };

const shape = (fill: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path fill="${fill}" d="M0 0h9v9z"/></svg>`;

/** @returns the size of a line's letters, or NaN if the line is left out */
const sizeOf = (changes: Partial<Line>) =>
  Number(/font-size="([\d.]+)"/.exec(line({ ...LINE, ...changes }))?.[1]);

function drawn(text: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 60">${line({ ...LINE, text })}</svg>`;
  return png(svg, 120).toString("base64");
}

test("a line of the share image is as large as its room allows, and keeps its accents", () => {
  expect(sizeOf({ text: "Nightshift" })).toBe(40);
  expect(
    sizeOf({ text: "Ağaoğlu & Sønner Façade Ελλάς Україна 24/7" }),
  ).toBeLessThan(40);
  expect(drawn("Señor Façade")).not.toBe(drawn("Senor Facade"));
});

test("the logo changes icons and share image, and so do a picture named icon and the shared one", async () => {
  const from = temporaryFolder();
  const square = (name: string, fill: string) => {
    writeFileSync(join(from, name), shape(fill));
    return { [name]: { src: name, width: 9, height: 9 } };
  };
  const written = async (changes: Partial<typeof content>) => {
    const folder = temporaryFolder();
    const own = {
      ...content,
      logo: null,
      pictures: {},
      trades: {},
      ...changes,
    };
    await writeImages(own, folder, from, NOTHING_DRAWN);
    const files = [
      "favicon.ico",
      "apple-touch-icon.png",
      "icon-512.png",
      "share-image.png",
    ];
    return [
      iconAddress(own),
      ...files.map((file) =>
        readFileSync(join(folder, file)).toString("base64"),
      ),
    ];
  };
  const logo = { picture: "logo.svg", replaces: "mark and name" } as const;
  const pictures = square(logo.picture, "#0f0");
  const mark = await written({});
  const withLogo = await written({ logo, pictures });
  const own = {
    ...square("icon.svg", "#00f"),
    ...square("van.svg", "#00f"),
  };
  const withOwn = await written({
    logo,
    pictures: { ...pictures, ...own },
    shareImage: "van.svg",
  });
  const shared = { ...pictures, ...square("van.svg", "#f00") };
  const withShared = await written({
    logo,
    pictures: shared,
    shareImage: "van.svg",
  });
  expect(withShared.at(-1)).not.toBe(withLogo.at(-1));
  expect(withShared.slice(0, -1)).toEqual(withLogo.slice(0, -1));
  for (const index of mark.keys())
    expect(withLogo[index]).not.toBe(mark[index]);
  for (const index of mark.keys())
    if (index > 0) expect(withOwn[index]).not.toBe(withLogo[index]);
});

test("a picture's format is what its bytes say, and a picture that cannot be drawn is named", async () => {
  const from = temporaryFolder();
  writeFileSync(join(from, "icon.png"), shape("#0f0"));
  writeFileSync(join(from, "logo.png"), "RIFF");
  const pictures = {
    "icon.png": { src: "/icon.svg", width: 9, height: 9 },
    "logo.png": { src: "/logo.webp", width: 9, height: 9 },
  };
  const logo = { picture: "logo.png", replaces: "mark" } as const;
  const own = { ...content, logo, pictures };
  expect(imageProblems(own, from)).toEqual([
    "content/pictures/logo.png is not drawn in icons and images of links: use PNG, JPEG or SVG",
  ]);
  expect(iconAddress(own)).toBe("/icon-512.png");
});
