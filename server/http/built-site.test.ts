import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeBuild } from "../../tests/support/build.ts";
import { temporaryFolder } from "../../tests/support/server.ts";
import { loadBuiltSite } from "./built-site.ts";

test.each([
  ["manifest.json", /^The site is not built\. Run `npm run build` first\.$/],
  ["render/input.json", /^The build in \S+ is damaged\. Run `npm run build` again\.$/],
  ["site/robots.txt", /^The build in \S+ is damaged\. Run `npm run build` again\.$/],
])("a build without %s is refused with a sentence", async (file, said) => {
  const folder = writeBuild(temporaryFolder());
  rmSync(join(folder, file));
  await expect(loadBuiltSite(folder, "")).rejects.toThrow(said);
});
