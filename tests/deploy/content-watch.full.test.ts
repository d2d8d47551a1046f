/** The site restarts to show changed words. A mistake in the words leaves the site unchanged. */
import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { buildWhenStale } from "../../scripts/build/build-folder.ts";
import { temporaryFolder } from "../support/server.ts";
import { readEnv, SAMPLE_CONTENT } from "../../server/settings/env.ts";
import { snapshot } from "../../server/content/content-folder.ts";
import { siteFolder } from "../../server/content/site-folder.ts";
import {
  showContent,
  watchContent,
} from "../../server/lifecycle/content-watch.ts";

beforeAll(buildWhenStale, 300_000);

test("a changed folder is shown once, when two looks in a row find no further change", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const folder = temporaryFolder();
  const write = (text: string) =>
    writeFileSync(join(folder, "home.yaml"), text);
  write("a");
  const show = vi.fn(async () => {});
  watchContent(folder, snapshot(folder), show);
  const look = () => vi.advanceTimersByTimeAsync(2_000);
  await look();
  write("ab");
  await look();
  symlinkSync("itself", join(folder, "itself"));
  await look();
  expect(
    show,
    "while files are written, and one of them cannot be read",
  ).not.toHaveBeenCalled();
  await look();
  await look();
  expect(show).toHaveBeenCalledOnce();
});

test("changed words restart the site; words with a mistake do not, and the mistake is named", async () => {
  const folder = join(temporaryFolder(), "content");
  cpSync(SAMPLE_CONTENT, folder, { recursive: true });
  const env = readEnv({ CONTENT_DIR: folder, DATA_DIR: temporaryFolder() });
  const home = join(folder, "home.yaml");
  const sample = readFileSync(home, "utf8");
  const writeLabel = (text: string) =>
    writeFileSync(
      home,
      sample.replace("menuLabel: Sections", `menuLabel: ${text}`),
    );
  const restart = vi.fn();
  const shown = await siteFolder(env, console.error);
  const show = () => showContent(env, shown, restart);

  writeLabel("Parts: all");
  expect(await show()).toMatch(
    /\/content\/home\.yaml:\d+:14: a text has a colon in it/,
  );

  writeLabel("Sections");
  expect(await show()).toBeUndefined();
  expect(
    restart,
    "for words that are shown already, or that have a mistake",
  ).not.toHaveBeenCalled();

  writeLabel("Parts");
  await show();
  expect(restart).toHaveBeenCalledOnce();
}, 60_000);

test("changed words with sample testimonials are not shown at a public address", async () => {
  const folder = join(temporaryFolder(), "content");
  cpSync(SAMPLE_CONTENT, folder, { recursive: true });
  const settings = { CONTENT_DIR: folder, DATA_DIR: temporaryFolder() };
  const env = readEnv({ ...settings, SITE_URL: "https://www.agency.example" });
  const restart = vi.fn();
  expect(await showContent(env, "", restart)).toContain("SITE_URL");
  expect(restart).not.toHaveBeenCalled();
  writeFileSync(join(folder, "home.yaml"), "");
  await expect(
    siteFolder(env, console.error),
    "a refused site is no earlier site",
  ).rejects.toThrow("home.yaml");
}, 60_000);
