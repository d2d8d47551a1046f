/** Keeps compiled code between starts, in a folder that no other user can write: planted code would run as this user. */
import { lstatSync, mkdirSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** `NODE_COMPILE_CACHE` takes precedence. */
export function keepCompiledCode(): void {
  const folder = ownFolder();
  if (folder !== undefined) enableCompileCache(folder);
}

/** @returns undefined for a folder that is somebody else's: Node would use it */
export function ownFolder(): string | undefined {
  const user = process.getuid?.();
  const folder = join(tmpdir(), `nightshift-code-${user ?? "own"}`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const found = lstatSync(folder);
    const isOwn = user === undefined || (found.uid === user && (found.mode & 0o077) === 0);
    return found.isDirectory() && isOwn ? folder : undefined;
  } catch {
    return undefined;
  }
}
