import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../tests/support/server.ts";
import { readTextFile } from "./text-file.ts";

const TEXT = "a: für\nb: 中\n";
const utf16 = Buffer.from(TEXT, "utf16le");

function readText(bytes: Buffer) {
  const path = join(temporaryFolder(), "text");
  writeFileSync(path, bytes);
  return readTextFile(path);
}

test.each([
  ["UTF-8", Buffer.from(TEXT)],
  ["UTF-8 with a byte order mark", Buffer.from(`\uFEFF${TEXT}`)],
  [
    "UTF-8 with the line ends of Windows",
    Buffer.from(TEXT.replaceAll("\n", "\r\n")),
  ],
  [
    "UTF-8 with the line ends of old Macs",
    Buffer.from(TEXT.replaceAll("\n", "\r")),
  ],
  [
    "UTF-8 with marks that nobody sees",
    Buffer.from(TEXT.replace("b", "\u200bb\u202e\u0007")),
  ],
])("a file in %s is read", (_what, bytes) => {
  expect(readText(bytes)).toEqual({ text: TEXT });
});

test.each([
  ["UTF-16", 1, Buffer.concat([Buffer.from([0xff, 0xfe]), utf16])],
  ["UTF-16 without a mark", 1, Buffer.from("name: value", "utf16le")],
  ["Windows-1252", 3, Buffer.from("a: 1\r\n\rb: f\u00fcr\r\n", "latin1")],
  [
    "UTF-8 by an editor that lost a letter",
    2,
    Buffer.from("a: 1\nb: f\uFFFDr"),
  ],
])("a file in %s is refused, at line %d", (_what, line, bytes) => {
  const problem =
    "has letters here that are not UTF-8: type them again, and save it as UTF-8";
  expect(readText(bytes)).toEqual({ problem, line });
});
