/** Changed words are shown by a new start, and a mistake leaves the site as it is. */
import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { buildWhenStale } from "../../scripts/build/build-folder.ts";
import { temporaryFolder } from "../support/server.ts";
import { readEnv, SAMPLE_CONTENT } from "../../server/settings/env.ts";
import { snapshot } from "../../server/content/content-folder.ts";
import { siteFolder } from "../../server/content/site-folder.ts";
import { showContent, watchContent } from "../../server/lifecycle/content-watch.ts";

beforeAll(buildWhenStale, 300_000);

test("a changed folder is shown once, after two looks without another change", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const folder = temporaryFolder();
  const write = (text: string) => writeFileSync(join(folder, "home.yaml"), text);
  write("a");
  const show = vi.fn(async () => {});
  watchContent(folder, snapshot(folder), show);
  const look = () => vi.advanceTimersByTimeAsync(2_000);
  await look();
  write("ab");
  await look();
  symlinkSync("itself", join(folder, "itself"));
  await look();
  expect(show, "while files are written, also one that cannot be read").not.toHaveBeenCalled();
  await look();
  await look();
  expect(show).toHaveBeenCalledOnce();
});

test("changed words start the site anew; a mistake leaves it as it is, and is reported", async () => {
  const folder = join(temporaryFolder(), "content");
  cpSync(SAMPLE_CONTENT, folder, { recursive: true });
  const env = readEnv({ CONTENT_DIR: folder, DATA_DIR: temporaryFolder() });
  const home = join(folder, "home.yaml");
  const sample = readFileSync(home, "utf8");
  const label = (text: string) =>
    writeFileSync(home, sample.replace("menuLabel: Sections", `menuLabel: ${text}`));
  const again = vi.fn();
  const shown = await siteFolder(env, console.error);
  const show = () => showContent(env, shown, again);

  label("Parts: all");
  expect(await show()).toMatch(/\/content\/home\.yaml:\d+:14: a text has a colon in it/);

  label("Sections");
  expect(await show()).toBeUndefined();
  expect(again, "what is shown already, or has a mistake").not.toHaveBeenCalled();

  label("Parts");
  await show();
  expect(again).toHaveBeenCalledOnce();
}, 60_000);

test("changed words with sample testimonials are not shown at a public address", async () => {
  const folder = join(temporaryFolder(), "content");
  cpSync(SAMPLE_CONTENT, folder, { recursive: true });
  const settings = { CONTENT_DIR: folder, DATA_DIR: temporaryFolder() };
  const env = readEnv({ ...settings, SITE_URL: "https://www.agency.example" });
  const again = vi.fn();
  expect(await showContent(env, "", again)).toContain("SITE_URL");
  expect(again).not.toHaveBeenCalled();
}, 60_000);
