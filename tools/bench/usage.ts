/** The resources that a process has used, as Linux counts them; zeros elsewhere. */
import { existsSync, globSync, readFileSync } from "node:fs";

/** Processor time of a process and its children, in milliseconds. Source: proc_pid_stat(5), in hundredths of a second. */
export function cpuMs(pid: number): number {
  const children = globSync("/proc/[0-9]*").map((folder) => folder.slice("/proc/".length));
  const all = [String(pid), ...children.filter((child) => parentOf(child) === pid)];
  return 10 * all.flatMap((each) => statOf(each).slice(11, 15)).reduce((sum, ticks) => sum + ticks, 0);
}

function parentOf(pid: string): number | undefined {
  return statOf(pid)[1];
}

/** The fields after the name, which may contain spaces; the first is a letter. Empty for an ended process. */
function statOf(pid: string): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return text
      .slice(text.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
  } catch {
    return [];
  }
}

/** The process's peak memory, in MB. */
export function peakMb(pid: number): number {
  const file = `/proc/${pid}/status`;
  const status = existsSync(file) ? readFileSync(file, "utf8") : "";
  return Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024;
}
