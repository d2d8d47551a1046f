import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { MANIFEST, writeBuild } from "../../tests/support/build.ts";
import { temporaryFolder } from "../../tests/support/server.ts";
import { loadBuiltSite } from "./built-site.ts";

test.each([
  ["manifest.json", "The site is not built. Run `npm run build` first."],
  ["render/input.json", " is damaged. Run `npm run build` again."],
  ["site/robots.txt", " is damaged. Run `npm run build` again."],
])("a build without %s is refused with a sentence", async (file, said) => {
  const folder = writeBuild(temporaryFolder());
  rmSync(join(folder, file));
  await expect(loadBuiltSite(folder, folder, "")).rejects.toThrow(said);
});

test("the files of an earlier build are served, even if one of them is gone", async () => {
  const assets = ["/assets/gone-1a2b3c4d.js", "/assets/old-1a2b3c4d.js"];
  const earlier = writeBuild(temporaryFolder(), {
    assets: [...MANIFEST.assets, ...assets],
    recordings: ["/recordings/a.mp3"],
  });
  writeFileSync(join(earlier, "site/assets/old-1a2b3c4d.js"), "export {};");
  const dist = writeBuild(temporaryFolder());
  const site = await loadBuiltSite(dist, dist, "", [earlier]);
  expect(assets.map((path) => site.assets.has(path))).toEqual([false, true]);
  expect([...site.recordings.values()]).toEqual([
    join(earlier, "site/recordings/a.mp3"),
  ]);
});
