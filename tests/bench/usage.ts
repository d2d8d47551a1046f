/** The resources that a process has used, as Linux counts them; zeros elsewhere. */
import { existsSync, readFileSync } from "node:fs";

/** The value on most Linux systems. Source: proc_pid_stat(5). */
const TICKS_A_SECOND = 100;

export function cpuMs(pid: number): number {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return 0;
  const fields = readFileSync(file, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_A_SECOND;
}

/** The process's peak memory, in MB. */
export function peakMb(pid: number): number {
  const file = `/proc/${pid}/status`;
  const status = existsSync(file) ? readFileSync(file, "utf8") : "";
  return Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024;
}
