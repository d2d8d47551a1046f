/** Processor time that a process has used, as Linux counts it; zero elsewhere. */
import { globSync, readFileSync } from "node:fs";

/** Processor time of a process and its children, in milliseconds. Source: proc_pid_stat(5), in hundredths of a second. */
export function cpuMs(pid: number): number {
  const children = globSync("/proc/[0-9]*").map((folder) => folder.slice("/proc/".length));
  const all = [String(pid), ...children.filter((child) => statOf(child)[1] === pid)];
  return 10 * all.flatMap((each) => statOf(each).slice(11, 15)).reduce((sum, ticks) => sum + ticks, 0);
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
