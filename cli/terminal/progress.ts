/** The progress of a long command: a bar for a person, nothing in a log or a pipe. */
import type { WriteStream } from "node:tty";

const WIDTH = 30;
const INTERVAL_MS = 100;

/** @param total of the numbers passed to `add`; nothing is shown when there is nothing to do */
export function createProgress(
  label: string,
  total: number,
  stream: Pick<WriteStream, "isTTY" | "write"> = process.stderr,
  now: () => number = () => performance.now(),
) {
  const isShown = stream.isTTY && total > 0;
  let done = 0;
  let drawnAt = -Infinity;

  function draw(): void {
    drawnAt = now();
    const filled = Math.round((Math.min(done, total) / total) * WIDTH);
    const bar = "█".repeat(filled) + "░".repeat(WIDTH - filled);
    const percent = String(Math.floor((100 * done) / total)).padStart(3);
    stream.write(`\r${label} ${bar} ${percent}%  ${format(done)} of ${format(total)} rows`);
  }

  return {
    add: (count: number): void => {
      done += count;
      if (isShown && now() - drawnAt >= INTERVAL_MS) draw();
    },
    end: (): void => {
      if (!isShown) return;
      draw();
      stream.write("\n");
    },
  };
}

function format(count: number): string {
  return count.toLocaleString("en-US");
}
