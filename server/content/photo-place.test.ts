import { expect, test } from "vitest";
import { namesPlace } from "./photo-place.ts";

/** A directory of Exif with one entry. */
function exif(tag: number, isLittle: boolean): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write(isLittle ? "II*\0" : "MM\0*", "latin1");
  const write = (value: number, at: number, size: number) =>
    isLittle ? tiff.writeUIntLE(value, at, size) : tiff.writeUIntBE(value, at, size);
  write(8, 4, 4);
  write(1, 8, 2);
  write(tag, 10, 2);
  return Buffer.concat([Buffer.from("\xff\xd8\xff\xe1..Exif\0\0", "latin1"), tiff, Buffer.alloc(9)]);
}

test.each([
  ["a photo of a phone", exif(0x8825, false), true],
  ["a photo of a camera with little endian", exif(0x8825, true), true],
  ["a picture with the place in XMP", Buffer.from("<x exif:GPSLatitude='1'/>"), true],
  ["a rotated photo without a place", exif(0x112, true), false],
  ["a picture that ends in its head", Buffer.from("II*\0", "latin1"), false],
  ["any other file", Buffer.from("GPS"), false],
])("%s names its place: %s", (_what, bytes, names) => {
  expect(namesPlace(bytes)).toBe(names);
});
