import { cpSync, mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../../scripts/root.ts";
import { filesOf } from "../structure/imports.ts";

/** @param folder receives the project's files and a link to its packages */
export function copyProject(folder: string): void {
  for (const file of filesOf()) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    cpSync(join(root, file), join(folder, file), { force: true });
  }
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
}
