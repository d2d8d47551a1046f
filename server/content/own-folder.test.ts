import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../tests/support/server.ts";
import { SAMPLE_CONTENT } from "../settings/env.ts";
import { keptPublicKey } from "../settings/secrets.ts";
import { bringBack, fillAtFirstStart, readFiles } from "./own-folder.ts";

const place = () => {
  const folder = temporaryFolder();
  return { dataDir: join(folder, "data"), contentDir: join(folder, "words") };
};

test("the first start fills a missing or an empty folder from the sample", () => {
  const folders = place();
  mkdirSync(folders.contentDir);
  fillAtFirstStart(folders);
  expect(readFiles(folders.contentDir)).toEqual(readFiles(SAMPLE_CONTENT));
});

test("a content folder that cannot be made is named with its variable", () => {
  expect(() =>
    fillAtFirstStart({ ...place(), contentDir: "/dev/null" }),
  ).toThrow("CONTENT_DIR cannot be used");
});

test("a folder with a file, or one of a later start, stays as it is", () => {
  const own = place();
  mkdirSync(own.contentDir);
  writeFileSync(join(own.contentDir, "home.yaml"), "hero: mine\n");
  fillAtFirstStart(own);
  expect(readFiles(own.contentDir).size).toBe(1);
  const later = place();
  keptPublicKey(later.dataDir);
  fillAtFirstStart(later);
  expect(existsSync(later.contentDir)).toBe(false);
});

test("a restore brings back what is missing, and replaces only if asked", () => {
  const { dataDir, contentDir } = place();
  const files = new Map([
    ["home.yaml", Buffer.from("then")],
    ["trades/hvac.yaml", Buffer.from("gone")],
  ]);
  mkdirSync(contentDir, { recursive: true });
  writeFileSync(join(contentDir, "home.yaml"), "now");
  const bring = (replace: boolean) =>
    bringBack(contentDir, files, replace, join(dataDir, "aside"));
  expect(bring(false)).toEqual(["home.yaml"]);
  expect(readFiles(contentDir).size).toBe(2);
  expect(bring(true)).toEqual(["home.yaml"]);
  expect(readFiles(contentDir)).toEqual(files);
  expect(readFileSync(join(dataDir, "aside", "home.yaml"), "utf8")).toBe("now");
});
