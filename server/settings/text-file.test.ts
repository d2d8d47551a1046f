import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../tests/support/server.ts";
import { readTextFile } from "./text-file.ts";

const TEXT = "a: für\nb: 中\n";
const utf16 = Buffer.from(TEXT, "utf16le");

test.each<[what: string, content: string | Buffer, wrongLine?: number]>([
  ["UTF-8", TEXT],
  ["UTF-8 with a byte order mark", `\uFEFF${TEXT}`],
  ["UTF-8 with the line ends of Windows", TEXT.replaceAll("\n", "\r\n")],
  ["UTF-8 with the line ends of old Macs", TEXT.replaceAll("\n", "\r")],
  [
    "UTF-8 with marks that nobody sees",
    TEXT.replace("b", "\u200bb\u202e\u0007"),
  ],
  ["UTF-16", Buffer.concat([Buffer.from([0xff, 0xfe]), utf16]), 1],
  ["UTF-16 without a mark", Buffer.from("name: value", "utf16le"), 1],
  ["Windows-1252", Buffer.from("a: 1\r\n\rb: f\u00fcr\r\n", "latin1"), 3],
  ["UTF-8 by an editor that lost a letter", "a: 1\nb: f\uFFFDr", 2],
])("a file in %s is read, or its wrong line is named", (_, content, line) => {
  const path = join(temporaryFolder(), "text");
  writeFileSync(path, content);
  const problem =
    "has letters here that are not UTF-8: type them again, and save it as UTF-8";
  expect(readTextFile(path)).toEqual(line ? { problem, line } : { text: TEXT });
});
