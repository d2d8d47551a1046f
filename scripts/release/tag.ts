/** `npm run release -- --tag`: dates the version's section of CHANGELOG.md, and tags it with the section as its message. */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { OperatorError } from "../../server/configuration/operator-error.ts";

/** @param today `2026-11-23` @returns what was done and what is left to do @throws {OperatorError} */
export function prepareTag(folder: string, version: string, today: string): string {
  const git = (...words: string[]) => {
    const { status, stdout, stderr } = spawnSync("git", words, { cwd: folder, encoding: "utf8" });
    if (status !== 0) throw new OperatorError(stderr.trim());
    return stdout.trim();
  };
  const tag = `v${version}`;
  if (git("status", "--porcelain") !== "") throw new OperatorError("Commit your changes first.");
  if (git("tag", "--list", tag) !== "")
    throw new OperatorError(`${tag} exists. Raise the version in package.json.`);
  const file = join(folder, "CHANGELOG.md");
  const [intro = "", ...sections] = readFileSync(file, "utf8").split(/^## /m);
  const [newest = "", ...older] = sections;
  const [heading = "", ...lines] = newest.split("\n");
  if (heading.split(",")[0] !== version)
    throw new OperatorError(`CHANGELOG.md must begin with a section for ${version}.`);
  const dated = [`${version}, ${today}`, ...lines].join("\n");
  if (dated !== newest) {
    writeFileSync(file, [intro, dated, ...older].join("## "));
    git("commit", "--quiet", "--all", `--message=Version ${version}`);
  }
  git("tag", "--annotate", tag, `--message=${lines.join("\n").trim()}`);
  return `${tag} is here. It becomes public with: git push origin HEAD ${tag}`;
}
