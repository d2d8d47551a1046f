/** A copy of the project that a test may change. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../../scripts/root.ts";

/** @param folder receives the files of the project, and links to its packages */
export function copyProject(folder: string): void {
  const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "-z"], {
    cwd: root,
  }).toString();
  for (const file of files.split("\0").filter((name) => name !== "")) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    cpSync(join(root, file), join(folder, file), { force: true });
  }
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
}
