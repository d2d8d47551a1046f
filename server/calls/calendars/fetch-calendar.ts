import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import {
  requestFollowing,
  type AllowedHosts,
} from "../../settings/checked-host.ts";
import { codeOf } from "../../settings/error-code.ts";
import { CalendarError, PUBLISH_LESS } from "./read-in-thread.ts";

/** `timeoutMs`: milliseconds for all redirects together; 10,000 by default. */
export type FetchSettings = AllowedHosts & { timeoutMs?: number };

const TIMEOUT_MS = 10_000;
/**
 * The most megabytes of an unpacked answer: ten
 * such calendars fit beside each other in 512 MB.
 */
export const MAX_MB = 32;
const MAX_BYTES = MAX_MB * 1024 * 1024;

const HEADERS = {
  accept: "text/calendar",
  "accept-encoding": "gzip",
  "user-agent": "Nightshift-Calendars",
};

const UNREACHED = {
  private:
    "It leads to an address that is not on the public internet. If its host is yours, name it in WEBHOOK_ALLOW_HOSTS.",
  forbidden:
    "It leads to an address without TLS. Take one that begins with https, or name a host of yours in WEBHOOK_ALLOW_HOSTS.",
  endless:
    "It redirects too often. Copy its secret address, which needs no sign-in.",
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
    // 203 is a 200 that a proxy changed (RFC 9110, 15.3.4).
    if ([200, 203].includes(response.statusCode ?? 0))
      return await readBody(response);
    response.destroy();
    throw new CalendarError(
      `The answer was ${response.statusCode}. If that lasts, copy its address again: it may have been reset.`,
    );
  } catch (error) {
    if (signal.aborted)
      throw new CalendarError(
        "The answer took too long. If that lasts, publish fewer years of it, or ask whoever runs its host.",
      );
    const code = codeOf(error);
    if (error instanceof CalendarError || code === undefined) throw error;
    const fault = code.startsWith("Z_")
      ? "The answer cannot be unpacked"
      : "The connection failed";
    throw new CalendarError(
      `${fault} (${code}). If that lasts, check its address, or ask whoever runs its host.`,
    );
  }
}

/**
 * A proxy may unpack an answer or drop
 * `Content-Encoding`, so only the body says what it is.
 */
async function readBody(response: IncomingMessage): Promise<Uint8Array> {
  const body = await collect(response);
  const isPacked = body[0] === 0x1f && body[1] === 0x8b;
  return isPacked ? collect(Readable.from([body]).pipe(createGunzip())) : body;
}

async function collect(source: Readable): Promise<Uint8Array> {
  // It grows in place. A list of pieces would
  // take their memory twice when it becomes one.
  const buffer = new ArrayBuffer(0, { maxByteLength: MAX_BYTES });
  for await (const chunk of source) {
    const at = buffer.byteLength;
    if (at + chunk.length > MAX_BYTES)
      throw new CalendarError(
        `The answer is larger than ${MAX_MB} MB. ${PUBLISH_LESS}`,
      );
    buffer.resize(at + chunk.length);
    new Uint8Array(buffer, at).set(chunk);
  }
  return new Uint8Array(buffer);
}
