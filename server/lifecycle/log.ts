/** Where log lines go. Memory does not grow while nobody reads them: beyond a bound they are dropped, and counted. */
import { Writable } from "node:stream";

/** Bytes that wait for a reader; some thousand lines. */
const MOST_WAITING = 1 << 20;

/** @param output like `process.stdout` */
export function createLogOutput(output: Writable): Writable {
  let dropped = 0;
  return new Writable({
    decodeStrings: false,
    write(line: string, _encoding, done) {
      if (output.writableLength > MOST_WAITING) dropped++;
      else {
        if (dropped > 0) output.write(`${droppedLine(dropped)}\n`);
        dropped = 0;
        output.write(line);
      }
      // Without an error: a log that fails is no reason to take no leads.
      done();
    },
  });
}

/** As pino writes a warning. */
function droppedLine(dropped: number): string {
  return JSON.stringify({
    level: 40,
    time: Date.now(),
    dropped,
    msg: "log lines were dropped: nobody read them",
  });
}
