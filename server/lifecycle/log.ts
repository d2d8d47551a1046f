/** The log of a program: pino's lines, on stdout. */
import { Writable } from "node:stream";
import type { FastifyBaseLogger } from "fastify";
import { pino } from "pino";
import type { LogLevel } from "../configuration/variables.ts";

/** The bytes that may wait for a reader; some thousand lines. */
const MAX_WAITING_BYTES = 1 << 20;

/** @param level undefined: only warnings at a terminal, otherwise every request, too */
export function createLog(level: LogLevel | undefined): FastifyBaseLogger {
  const chosen = level ?? (process.stdout.isTTY ? "warn" : "info");
  return pino({ level: chosen, base: null }, createLogOutput(process.stdout));
}

/** Limits the memory for unread lines: beyond it they are dropped and counted. */
export function createLogOutput(output: Writable): Writable {
  let dropped = 0;
  return new Writable({
    decodeStrings: false,
    write(line: string, _encoding, done) {
      if (output.writableLength > MAX_WAITING_BYTES) dropped++;
      else {
        if (dropped > 0) output.write(`${droppedLine(dropped)}\n`);
        dropped = 0;
        output.write(line);
      }
      // Ignores errors: a broken log must not keep the site from taking leads.
      done();
    },
  });
}

/** In the format of a pino warning. */
function droppedLine(dropped: number): string {
  const msg = "log lines were dropped: nobody read them";
  return JSON.stringify({ level: 40, time: Date.now(), dropped, msg });
}
