/** What a process has used, as Linux counts it; zeros elsewhere. */
import { existsSync, readFileSync } from "node:fs";

/** The most memory that it has had, in MB. */
export function peakMb(pid: number): number {
  const file = `/proc/${pid}/status`;
  const status = existsSync(file) ? readFileSync(file, "utf8") : "";
  return Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024;
}
