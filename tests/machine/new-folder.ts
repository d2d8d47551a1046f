import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folders: string[] = [];

process.on("exit", () =>
  folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })),
);

/** @returns a folder that is removed when this process ends */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "nightshift-"));
  folders.push(folder);
  return folder;
}
