import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../tests/support/server.ts";
import { turnOf } from "./jpeg.ts";
import { pictureNamed, readPictures } from "./pictures.ts";

/**
 * The smallest part of each format that contains the dimensions: 300 by 200 px.
 */
const png = Buffer.from(
  "89504e470d0a1a0a0000000d494844520000012c000000c8",
  "hex",
);
const jpeg = (app1 = "") =>
  Buffer.from(
    `ffd8ffe000104a46494600010100000100010000${app1}ffc000110800c8012c03012200021101031101`,
    "hex",
  );
/** @param orientation as Exif counts it, from 1 to 8 */
const turned = (orientation: number) =>
  jpeg(
    `ffe1002245786966000049492a0008000000010012010300010000000${orientation}00000000000000`,
  );
const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0,0, 300 200"><symbol id="van"></symbol></svg>',
);

function read(files: Record<string, Buffer>) {
  const folder = temporaryFolder();
  for (const [name, bytes] of Object.entries(files))
    writeFileSync(join(folder, name), bytes);
  return readPictures(folder);
}

test.each([
  ["png", png],
  ["jpg", jpeg()],
  ["svg", svg],
])(
  "size and type of a %s are read from its content, and its served name has a hash",
  (type, bytes) => {
    const { pictures } = read({
      "Our Van (1).PNG": bytes,
      "README.md": Buffer.from("# Pictures"),
      ".half-sent.png": png,
    });
    expect(Object.keys(pictures)).toHaveLength(1);
    expect(pictures["Our Van (1).PNG"]).toEqual({
      src: expect.stringMatching(
        new RegExp(`^/pictures/Our-Van-1--[\\w-]{8}\\.${type}$`),
      ),
      width: 300,
      height: 200,
    });
  },
);

test.each([
  [4, { width: 300, height: 200 }],
  [5, { width: 200, height: 300 }],
])("a photo with the orientation %i is shown as %j", (orientation, size) => {
  const { pictures } = read({ "van.jpg": turned(orientation) });
  expect(pictures["van.jpg"]).toMatchObject(size);
});

/**
 * Where the first row of a photo begins and
 * ends once it is upright. Source: Exif 2.32.
 */
test.each([
  [1, "0,0", "30,0"],
  [2, "30,0", "0,0"],
  [3, "30,20", "0,20"],
  [4, "0,20", "30,20"],
  [5, "0,0", "0,20"],
  [6, "30,0", "30,20"],
  [7, "30,20", "30,0"],
  [8, "0,20", "0,0"],
])("a photo with the orientation %i is drawn upright", (turn, begin, end) => {
  const { matrix, row, column } = turnOf(turned(turn), 30, 20);
  const [a = 0, b = 0, c = 0, d = 0, x = 0, y = 0] = matrix;
  const to = (right: number, down: number) =>
    `${x + a * right + c * down},${y + b * right + d * down}`;
  expect(to(0, 0)).toBe(begin);
  expect(to(row, 0)).toBe(end);
  expect(to(row, column), "the opposite corner").toBe(`${30 - x},${20 - y}`);
});

test.each([
  ["our%20van.svg", "our van.svg"],
  ["caf%C3%A9.png", "cafe\u0301.png"],
  ["100%.png", "100%.png"],
  ["other.png", "other.png"],
])("the content's %s means the file %s", (typed, name) => {
  const files = ["our van.svg", "cafe\u0301.png", "100%.png"];
  const bytes = Object.fromEntries(files.map((file) => [file, png]));
  const { pictures } = read(bytes);
  expect(pictureNamed(typed, pictures)).toBe(name);
});

test.each([
  ["a text", Buffer.from("no picture")],
  [
    "an SVG without a size",
    Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"),
  ],
  ["a HEIC photograph", Buffer.from("\0\0\0\x18ftypheic\0\0\0\0")],
])("%s is no picture, and does not stop the build", (_what, bytes) => {
  expect(read({ "van.jpg": bytes }).pictures).toEqual({});
});

test("a picture of more than 500 KB is named and stops the build", () => {
  const bytes = Buffer.concat([png, Buffer.alloc(500 * 1024)]);
  expect(read({ "van.png": bytes }).problems).toEqual([
    "content/pictures/van.png must have at most 500 KB",
  ]);
});

test.each([
  [
    "a phone's photo",
    Buffer.from("4d4d002a000000080001882500040000000100000020", "hex"),
    1,
  ],
  [
    "a camera's photo",
    Buffer.from("49492a00080000000100258804000100000020000000", "hex"),
    1,
  ],
  ["a picture with XMP", Buffer.from("<x exif:GPSLatitude='1'/>"), 1],
  ["a rotated photo", turned(6), 0],
])("%s is named if it tells where it was taken", (_what, bytes, named) => {
  const photo = Buffer.concat([jpeg(), bytes]);
  expect(read({ "van.jpg": photo }).advice).toHaveLength(named);
});
