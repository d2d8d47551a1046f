/** Files with visitors' data or keys stay out of commits and images, also when a command of docs/backups.md wrote them to the root. */
import { execFileSync } from "node:child_process";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../scripts/root.ts";
import { temporaryFolder } from "../support/server.ts";

const PRIVATE = [
  "data/exports/leads.csv",
  "rescued/leads.db",
  "leads.csv",
  "since.csv",
  "leads.db",
  "keys.json",
  "signing-secrets.json",
  ".env",
];

test("git ignores them, and nothing else in the root", () => {
  const folder = temporaryFolder();
  execFileSync("git", ["init", "-q", folder]);
  copyFileSync(join(root, ".gitignore"), join(folder, ".gitignore"));
  const input = [...PRIVATE, "package.json", "tests/spam/honest.jsonl", "docs/prices.csv"].join("\n");
  const ignored = execFileSync("git", ["-C", folder, "check-ignore", "--stdin"], { input, encoding: "utf8" });
  expect(ignored.trim().split("\n")).toEqual(PRIVATE);
});
