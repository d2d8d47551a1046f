import { expect, test } from "vitest";
import { readText } from "./text-file.ts";

const TEXT = "a: für\nb: 中\n";
const utf16 = Buffer.from(TEXT, "utf16le");

test.each([
  ["UTF-8", Buffer.from(TEXT)],
  ["UTF-8 with a byte order mark", Buffer.from(`\uFEFF${TEXT}`)],
  ["UTF-8 with the line ends of Windows", Buffer.from(TEXT.replaceAll("\n", "\r\n"))],
  ["UTF-8 with the line ends of old Macs", Buffer.from(TEXT.replaceAll("\n", "\r"))],
  ["UTF-8 with marks that nobody sees", Buffer.from(TEXT.replace("b", "\u200bb\u202e\u0007"))],
])("a file in %s is read", (_what, bytes) => {
  expect(readText(bytes)).toEqual({ text: TEXT });
});

test.each([
  ["is saved as UTF-16: save the file as UTF-8", 1, Buffer.concat([Buffer.from([0xff, 0xfe]), utf16])],
  [
    "is saved as UTF-16: save the file as UTF-8",
    1,
    Buffer.concat([Buffer.from([0xfe, 0xff]), utf16.swap16()]),
  ],
  ["is saved as UTF-16: save the file as UTF-8", 1, Buffer.from("name: value", "utf16le")],
  [
    "is saved as Windows-1252 or another old encoding: save the file as UTF-8",
    2,
    Buffer.from("a: 1\r\nb: f\u00fcr\r\n", "latin1"),
  ],
  [
    "has the sign \uFFFD in the place of a letter: type the letter again",
    2,
    Buffer.from("a: 1\nb: f\uFFFDr"),
  ],
])("a file that %s is refused, at line %d", (problem, line, bytes) => {
  expect(readText(bytes)).toEqual({ problem, line });
});
