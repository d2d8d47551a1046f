import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../tests/support/server.ts";
import { readPictures } from "./pictures.ts";

/** The smallest part of each format that contains the dimensions: 300 by 200 px. */
const png = Buffer.from("89504e470d0a1a0a0000000d494844520000012c000000c8", "hex");
const jpeg = (app1 = "") =>
  Buffer.from(`ffd8ffe000104a46494600010100000100010000${app1}ffc000110800c8012c03012200021101031101`, "hex");
const ON_ITS_SIDE = "ffe1002245786966000049492a0008000000010012010300010000000600000000000000";
const webp = Buffer.concat([
  Buffer.from("RIFF\x1e\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0", "latin1"),
  Buffer.from("2b0100c70000", "hex"),
]);
const box = (type: string, ...contents: Buffer[]) => {
  const body = Buffer.concat(contents);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(body.length + 8);
  return Buffer.concat([size, Buffer.from(type), body]);
};
const ispe = box("ispe", Buffer.from("000000000000012c000000c8", "hex"));
const avif = Buffer.concat([
  box("ftyp", Buffer.from("avif\0\0\0\0")),
  box("meta", Buffer.alloc(4), box("iprp", box("ipco", ispe))),
]);
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 200"/>');

function read(files: Record<string, Buffer>) {
  const folder = temporaryFolder();
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes);
  return readPictures(folder).pictures;
}

test.each([
  ["png", png],
  ["jpg", jpeg()],
  ["webp", webp],
  ["avif", avif],
  ["svg", svg],
])("the dimensions of a %s are read from its content, and its served name changes with it", (type, bytes) => {
  const pictures = read({ "Our Van (1).PNG": bytes, "README.md": Buffer.from("# Pictures") });
  expect(pictures["Our Van (1).PNG"]).toEqual({
    src: expect.stringMatching(new RegExp(`^/pictures/Our-Van-1--[\\w-]{8}\\.${type}$`)),
    width: 300,
    height: 200,
  });
});

test("a rotated photograph is measured as it is shown", () => {
  expect(read({ "van.jpg": jpeg(ON_ITS_SIDE) })["van.jpg"]).toMatchObject({ width: 200, height: 300 });
});

test.each([
  ["a text", Buffer.from("no picture")],
  ["an SVG without a size", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>")],
  ["a HEIC photograph", Buffer.concat([box("ftyp", Buffer.from("heic\0\0\0\0")), avif.subarray(16)])],
  ["an empty file", Buffer.alloc(0)],
  ["half a PNG", png.subarray(0, 12)],
])("%s is no picture, and stops nothing", (_what, bytes) => {
  expect(read({ "van.jpg": bytes })).toEqual({});
});

test("a picture that would keep a phone waiting is named and stops the build", () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "van.png"), Buffer.concat([png, Buffer.alloc(500 * 1024)]));
  expect(readPictures(folder).problems).toEqual(["content/pictures/van.png must have at most 500 KB"]);
});
