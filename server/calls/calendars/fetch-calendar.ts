import type { IncomingMessage } from "node:http";
import { PassThrough } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { codeOf } from "../../settings/error-code.ts";
import {
  requestFollowing,
  type AllowedHosts,
} from "../../settings/checked-host.ts";
import { CalendarError } from "./read-in-thread.ts";

/** `timeoutMs`: milliseconds for all redirects together; 10,000 by default. */
export type FetchSettings = AllowedHosts & { timeoutMs?: number };

const TIMEOUT_MS = 10_000;
/** The most megabytes of an unpacked answer: ten such calendars fit beside each other in 512 MB. */
export const MAX_MB = 32;
const MAX_BYTES = MAX_MB * 1024 * 1024;

const HEADERS = {
  accept: "text/calendar",
  "accept-encoding": "gzip",
  "user-agent": "Nightshift-Calendars",
};

const UNREACHED = {
  private: "It leads to an address that is not on the public internet.",
  forbidden: "It leads to an address without TLS.",
  endless: "It redirects too often.",
};

/** @throws {CalendarError} when there is no answer that could be a calendar */
export async function fetchCalendar(
  address: string,
  settings: FetchSettings,
): Promise<Uint8Array> {
  const { timeoutMs = TIMEOUT_MS, ...reach } = settings;
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await requestFollowing(address, reach, {
      headers: HEADERS,
      signal,
    });
    if (typeof response === "string")
      throw new CalendarError(UNREACHED[response]);
    if (response.statusCode === 200) return await readBody(response, signal);
    response.destroy();
    throw new CalendarError(`The answer was ${response.statusCode}.`);
  } catch (error) {
    if (signal.aborted) throw new CalendarError("The answer took too long.");
    const code = codeOf(error);
    if (error instanceof CalendarError || code === undefined) throw error;
    const fault = code.startsWith("Z_")
      ? "The answer cannot be unpacked"
      : "The connection failed";
    throw new CalendarError(`${fault} (${code}).`);
  }
}

async function readBody(
  response: IncomingMessage,
  signal: AbortSignal,
): Promise<Uint8Array> {
  // It grows in place. A list of pieces would take their memory twice when it becomes one.
  const buffer = new ArrayBuffer(0, { maxByteLength: MAX_BYTES });
  const isPacked =
    response.headers["content-encoding"]?.toLowerCase() === "gzip";
  const collect = async (source: AsyncIterable<Uint8Array>) => {
    for await (const chunk of source) {
      const at = buffer.byteLength;
      if (at + chunk.length > MAX_BYTES)
        throw new CalendarError(`The answer is larger than ${MAX_MB} MB.`);
      buffer.resize(at + chunk.length);
      new Uint8Array(buffer, at).set(chunk);
    }
  };
  await pipeline(
    response,
    isPacked ? createGunzip() : new PassThrough(),
    collect,
    { signal },
  );
  return new Uint8Array(buffer);
}
