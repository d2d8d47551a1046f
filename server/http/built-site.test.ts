import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { NEXT_TIMES } from "../../contract/locale/next-times.ts";
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

test("the files that only an earlier build has are served, even if one of them is gone", async () => {
  const old = ["/assets/old-1a2b3c4d.js", "/pictures/old-1a2b3c4d.avif"];
  const assets = ["/assets/gone-1a2b3c4d.js", ...old];
  const earlier = writeBuild(temporaryFolder(), {
    assets: [...MANIFEST.assets, ...assets],
    recordings: ["/recordings/a.mp3"],
  });
  for (const path of [...old, "robots.txt"])
    writeFileSync(join(earlier, "site", path), "x");
  const dist = writeBuild(temporaryFolder());
  writeFileSync(join(dist, "site/robots.txt.br"), "small");
  const site = await loadBuiltSite(dist, dist, "", [earlier]);
  const served = assets.filter((path) => site.assets.has(path));
  expect(served).toEqual(old);
  const { plain, brotli } = site.assets.get("/robots.txt") ?? {};
  expect(String(plain?.bytes)).not.toBe("x");
  expect(String(brotli?.bytes)).toBe("small");
  expect([...site.recordings.values()]).toEqual([
    join(earlier, "site/recordings/a.mp3"),
  ]);
});

test("a page has the times that are open when it is sent", async () => {
  const dist = writeBuild(temporaryFolder());
  const page = (await loadBuiltSite(dist, dist, "")).pages.get("/");
  for (const times of ["nine", "ten", "ten"])
    expect(String((await page?.(times))?.plain.bytes)).toContain(
      `${NEXT_TIMES}${times}<`,
    );
});
