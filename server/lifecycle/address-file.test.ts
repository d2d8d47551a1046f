import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { forgetAddress, keepAddress, readAddress } from "./address-file.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "nightshift-address-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("only the owner can read the address, until the site ends", () => {
  expect(readAddress(folder)).toBeUndefined();
  keepAddress(folder, "http://127.0.0.1:3400");
  expect(readAddress(folder)).toBe("http://127.0.0.1:3400");
  expect(statSync(join(folder, "address")).mode & 0o777).toBe(0o600);
  forgetAddress(folder);
  forgetAddress(folder);
  expect(readAddress(folder)).toBeUndefined();
});

test("anything that is not an address is ignored", () => {
  writeFileSync(join(folder, "address"), "");
  expect(readAddress(folder)).toBeUndefined();
});
