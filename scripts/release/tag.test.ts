/** A tag that `npm run release -- --tag` makes names a version that the changelog has, in a tree where nothing is open. */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../tests/fakes/server.ts";
import { prepareTag } from "./tag.ts";

const DAY = "2026-12-01";

test("a tag carries its section of the changelog, which gets its date; what is open or wrong makes none", () => {
  const folder = temporaryFolder();
  const changelog = join(folder, "CHANGELOG.md");
  const git = (...words: string[]) => execFileSync("git", words, { cwd: folder, encoding: "utf8" }).trim();
  const commit = () => git("commit", "--quiet", "--all", "--message=x");
  writeFileSync(
    changelog,
    "# Changelog\n\nOne section each.\n\n## 1.1.0\n\n- **Do** this.\n\n## 1.0.0, 2026-11-23\n\nOld.\n",
  );
  git("init", "--quiet");
  git("config", "user.name", "x");
  git("config", "user.email", "x@agency.example");
  git("add", ".");
  expect(() => prepareTag(folder, "1.1.0", DAY)).toThrow("Commit your changes first.");
  commit();
  expect(() => prepareTag(folder, "1.2.0", DAY)).toThrow("CHANGELOG.md must begin with a section for 1.2.0.");
  expect(git("tag")).toBe("");
  expect(prepareTag(folder, "1.1.0", DAY)).toContain("git push origin HEAD v1.1.0");
  expect(readFileSync(changelog, "utf8")).toMatch(
    /each\.\n\n## 1\.1\.0, 2026-12-01\n\n- \*\*Do\*\* this\.\n\n## 1\.0\.0,/,
  );
  expect(git("tag", "--list", "--format=%(refname:short) %(contents)")).toBe("v1.1.0 - **Do** this.");
  expect(git("rev-parse", "HEAD")).toBe(git("rev-parse", "v1.1.0^{commit}"));
  expect(() => prepareTag(folder, "1.1.0", DAY)).toThrow("v1.1.0 exists.");
});
