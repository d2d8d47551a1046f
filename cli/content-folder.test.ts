import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { runProgram } from "../server/settings/operator-error.ts";
import { contentFolder } from "../tests/content.ts";
import { checkFolder } from "./content-folder.ts";
import { readContent } from "./site-services.ts";

test("the check names each mistake, and what it cannot check in another language", async () => {
  const folder = contentFolder();
  vi.stubEnv("CONTENT_DIR", folder);
  const printed = vi.spyOn(console, "log").mockImplementation(() => {});
  const site = join(folder, "site.yaml");
  const words = readFileSync(site, "utf8");
  writeFileSync(site, words.replace("locale: en-US", "locale: de-DE"));
  await checkFolder();
  expect(printed.mock.lastCall?.join()).toBe(
    "Nothing is wrong.\nNot checked in de-DE, since this check knows English alone: promises in figures.",
  );
  writeFileSync(site, words.replace("locale: en-US", "locale: nowhere"));
  writeFileSync(join(folder, "analytics.html"), "<p>");
  writeFileSync(join(folder, "pages", "Ours.md"), "# Ours");
  const error = vi.mocked(console.error).mockImplementation(() => {});
  await runProgram(checkFolder);
  expect(error.mock.lastCall?.join()).toMatch(
    /analytics\.html.*site\.yaml.*\/content\/pages\/Ours\.md is not read/s,
  );
  expect(process.exitCode).toBe(1);
  process.exitCode = 0;
  error.mockClear();
});

test("commands read content with a field that this release does not know", async () => {
  const contentDir = contentFolder();
  appendFileSync(join(contentDir, "site.yaml"), "\nformer: 1\n");
  const { folder } = await readContent({ site: {}, contentDir });
  expect(folder).toBe(contentDir);
});
