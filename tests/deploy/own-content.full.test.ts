/**
 * One build serves any content: what the site reads
 * when it starts changes pages, but no script.
 */

import { readdirSync, readFileSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { buildWhenStale, DIST } from "../../scripts/build/build-folder.ts";
import { siteFolder } from "../../server/content/site-folder.ts";
import { readManifest } from "../../server/http/built-site.ts";
import { SAMPLE_CONTENT, readEnv } from "../../server/settings/env.ts";
import { contentFolder, replaceIn } from "../content.ts";
import { newFolder } from "../machine/new-folder.ts";

beforeAll(buildWhenStale, 300_000);

const dataDir = newFolder();
const contentDir = contentFolder();
const mistakes: string[] = [];

const change = (file: string, before: string, after: string) =>
  replaceIn(join(contentDir, file), before, after);

const env = (more: Record<string, string> = {}) =>
  readEnv({
    CONTENT_DIR: contentDir,
    DATA_DIR: dataDir,
    ALLOW_SAMPLES: "yes",
    ...more,
  });
const folder = (more?: Record<string, string>) =>
  siteFolder(env(more), (mistake) => mistakes.push(mistake));

async function hashedAssets(site: string, ending: string): Promise<string[]> {
  const { assets } = await readManifest(site);
  return assets.filter((path) => path.endsWith(ending)).toSorted();
}

const read = (site: string, file: string) =>
  readFileSync(join(site, "site", file));
const page = (site: string) => read(site, "index.html").toString();

test("the delivered content is served from the build", async () => {
  expect(await folder({ CONTENT_DIR: SAMPLE_CONTENT })).toBe(DIST);
  expect(await folder()).toBe(DIST);
});

test("another brand, color and address change pages and images, but no script, style or font", async () => {
  change(
    "site.yaml",
    "brandName: Nightshift",
    "brandName: Łódź Nachtschicht\n  newer: 1",
  );
  change("site.yaml", 'signal: "#ff7a1a"', 'signal: "#3fa7ff"');
  const site = await folder({ SITE_URL: "https://agency.example" });
  for (const ending of [".js", ".css", ".woff2"])
    expect(await hashedAssets(site, ending)).toEqual(
      await hashedAssets(DIST, ending),
    );
  const images = ["favicon.svg", "apple-touch-icon.png", "share-image.png"];
  expect(
    images.filter((file) => read(site, file).equals(read(DIST, file))),
  ).toEqual([]);
  expect(page(site)).toContain("--signal:#3fa7ff");
  // The icon in the browser's tab.
  expect(page(site)).toContain("fill=%22%233fa7ff%22");
  const manifest = await readManifest(site);
  expect(manifest.mailColors.signal).toBe("#3fa7ff");
  expect(page(site)).toContain("<title>Łódź Nachtschicht:");
  expect(page(site)).toContain(
    '<link rel="canonical" href="https://agency.example/"/>',
  );
  // A process that was killed while it removed the site leaves this.
  rmSync(join(site, "manifest.json"));
  expect(await folder({ SITE_URL: "https://agency.example" })).toBe(site);
  expect(await readManifest(site)).toEqual(manifest);
  expect(site).toContain(manifest.madeOf);
}, 120_000);

test("the three latest sites are kept", async () => {
  const latest: string[] = [];
  for (const name of ["a", "b", "c"]) {
    const site = await folder({ SITE_URL: `https://${name}.agency.example` });
    latest.push(basename(site));
  }
  const kept = readdirSync(join(dataDir, "site"));
  expect(kept.toSorted()).toEqual(latest.toSorted());
}, 120_000);

test("content with a mistake leaves the last site in its place, and the mistake is named", async () => {
  const before = await folder({ SITE_URL: "https://agency.example" });
  change("home.yaml", "  menuLabel: Sections", "  menuLabel: Sections: all");
  expect(await folder({ SITE_URL: "https://agency.example" })).toBe(before);
  expect(mistakes.at(-1)).toMatch(
    /^\S+\/home\.yaml:\d+:14: a text has a colon in it/,
  );
  await expect(folder({ DATA_DIR: newFolder() })).rejects.toThrow(
    /^\S+\/home\.yaml:\d+:14: a text/,
  );
  expect(
    readdirSync(join(dataDir, "site")).filter((name) => name.startsWith(".")),
  ).toEqual([]);
}, 120_000);
