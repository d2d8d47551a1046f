import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { pick } from "../../contract/content/pick.ts";
import { content } from "../../tests/content.ts";
import { temporaryFolder } from "../../tests/support/server.ts";
import { openDrawing, type Line } from "./drawing.ts";
import { iconAddress, imageProblems, writeImages } from "./images.ts";

const { line, png } = await openDrawing();
const LINE: Line = { text: "", x: 4, y: 40, size: 40, room: 400, fill: "#000" };

const shape = (fill: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path fill="${fill}" d="M0 0h9v9z"/></svg>`;

/**
 * The start of a JPEG in the four colors of
 * print, with a table (DHT) before its frame.
 */
const PRINT = Buffer.from("ffd8ffc400040000ffc000140800c8012c04", "hex");

/** @returns the size of a line's letters, or NaN if the line is left out */
const sizeOf = (changes: Partial<Line>) =>
  Number(/font-size="([\d.]+)"/.exec(line({ ...LINE, ...changes }))?.[1]);

function drawn(text: string) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 60">${line({ ...LINE, text })}</svg>`;
  return png(svg, 120).toString("base64");
}

test("a line of the share image is as large as its room allows, and keeps its accents", () => {
  expect(sizeOf({ text: "Nightshift" })).toBe(40);
  expect(
    sizeOf({ text: "Ağaoğlu & Sønner Façade Ελλάς Україна 24/7" }),
  ).toBeLessThan(40);
  expect(sizeOf({ text: "予約" })).toBeNaN();
  expect(drawn("Señor Façade")).not.toBe(drawn("Senor Facade"));
});

const FILES = [
  "favicon.ico",
  "apple-touch-icon.png",
  "icon-512.png",
  "share-image.png",
];
const drawings = new Map<string, Buffer>();

/** The icon's address and the pictures that a build writes. */
async function written(changes: Partial<typeof content>, from = "") {
  const folder = temporaryFolder();
  const bare = { logo: null, pictures: {}, trades: {} };
  const own = { ...content, ...bare, ...changes };
  const find = (key: string) => drawings.get(key);
  const earlier = { program: "", find };
  const images = await writeImages(own, folder, from, earlier);
  for (const [key, file] of Object.entries(images))
    drawings.set(key, readFileSync(join(folder, file)));
  expect(Object.values(images), "no two look the same").toHaveLength(
    FILES.length + Object.keys(own.trades).length,
  );
  const read = (file: string) =>
    readFileSync(join(folder, file)).toString("base64");
  return [iconAddress(own), ...FILES.map(read)];
}

test("the logo changes icons and share image, and so do a picture named icon and the shared one", async () => {
  const from = temporaryFolder();
  const square = (name: string, fill: string) => {
    writeFileSync(join(from, name), shape(fill));
    return { [name]: { src: name, width: 9, height: 9 } };
  };
  const logo = { picture: "logo.svg", replaces: "mark and name" } as const;
  const green = square(logo.picture, "#0f0");
  const red = { ...green, ...square("van.svg", "#f00") };
  const mark = await written({ trades: pick(content.trades, ["hvac"]) }, from);
  const withLogo = await written({ logo, pictures: green }, from);
  const shareImage = "van.svg";
  const withShared = await written({ logo, pictures: red, shareImage }, from);
  const board = structuredClone(content.board);
  for (const status of board.statuses) status.lamp = "done";
  const withLamps = await written({ logo, pictures: green, board }, from);
  // Unlike the logo, an icon has no margin.
  const icon = { ...red, ...square("icon.svg", "#0f0") };
  const withIcon = await written({ logo, pictures: icon, shareImage }, from);
  const differ = (one: string[], other: string[]) =>
    one.map((text, index) => text !== other[index]);
  expect(differ(mark, withLogo)).not.toContain(false);
  const [share, icons] = [
    [false, false, false, false, true],
    [false, true, true, true, false],
  ];
  for (const changed of [withShared, withLamps])
    expect(differ(withLogo, changed)).toEqual(share);
  expect(differ(withShared, withIcon)).toEqual(icons);
});

test("a share image has the brand's name for a headline whose letters the fonts lack", async () => {
  const headed = async (headline: string) => {
    const hero = { ...content.hero, phrases: [headline] };
    return (await written({ hero })).at(-1);
  };
  const name = await headed(content.site.brandName);
  expect(await headed("予約を増やす")).toBe(name);
  expect(await headed("Co.")).not.toBe(name);
});

test("a picture's format is what its bytes say, and a picture that cannot be drawn is named", async () => {
  const from = temporaryFolder();
  writeFileSync(join(from, "icon.png"), shape("#0f0"));
  writeFileSync(join(from, "logo.png"), "RIFF");
  writeFileSync(join(from, "icon.jpg"), PRINT);
  const pictures = {
    "icon.png": { src: "/icon.svg", width: 9, height: 9 },
    "logo.png": { src: "/logo.webp", width: 9, height: 9 },
    "icon.jpg": { src: "/icon.jpg", width: 9, height: 9 },
  };
  const logo = { picture: "logo.png", replaces: "mark" } as const;
  const hero = { ...content.hero, phrases: ["予約"] };
  const own = { ...content, logo, pictures, hero };
  expect(imageProblems(own, from)).toEqual([
    "content/pictures/logo.png is not drawn in icons and images of links: use PNG, JPEG or SVG",
    "content/pictures/icon.jpg has the colors of print (CMYK), which are not drawn in icons and images of links: save it in RGB",
    'content/home.yaml: the image of shared links has no font for "予約": set `shareImage` in site.yaml',
  ]);
  expect(iconAddress(own)).toBe("/icon-512.png");
});
