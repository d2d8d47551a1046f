import { statSync } from "node:fs";
import { attempt } from "../../contract/attempt.ts";

/**
 * Two changes within this time may leave a file
 * with one time: those of FAT are the coarsest.
 */
const COARSEST_TIME_MS = 2_000;

/** @returns `read`, which reads a file again only after the file has changed */
export function readOnChange<Result>(
  read: (path: string) => Result,
): (path: string) => Result {
  const kept = new Map<string, { stamp: string; result: Result }>();
  return (path) => {
    const stat = attempt(() => statSync(path));
    const { ino, size, mtimeMs = Infinity, ctimeMs = Infinity } = stat ?? {};
    const stamp = [ino, size, mtimeMs, ctimeMs].join();
    const last = kept.get(path);
    if (last?.stamp === stamp) return last.result;
    const result = read(path);
    const age = Date.now() - Math.max(mtimeMs, ctimeMs);
    if (age > COARSEST_TIME_MS) kept.set(path, { stamp, result });
    else kept.delete(path);
    return result;
  };
}
