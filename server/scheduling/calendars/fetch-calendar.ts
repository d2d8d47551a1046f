/** Fetches a calendar's text. Its errors never show the URL, which is as good as a password. */
import type { IncomingMessage } from "node:http";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { codeOf } from "../../../contract/error-code.ts";
import { requestTo, resolveByMachine, resolvePublic, parseCalendarUrl } from "../../network/checked-host.ts";
import type { Resolve } from "../../network/checked-host.ts";
import { CalendarError } from "./calendar-text.ts";

export interface FetchSettings {
  allowHosts: readonly string[];
  /** Milliseconds for all redirects together; 10,000 by default. */
  timeoutMs?: number;
  resolve?: Resolve;
}

const TIMEOUT_MS = 10_000;
const MAX_REDIRECTS = 5;
/** Unpacked. */
const MAX_BYTES = 10 * 1024 * 1024;

/** A Map, because the key is a stranger's header: a name like `constructor` must find nothing. */
const UNPACK = new Map<string, () => NodeJS.ReadWriteStream>([
  ["gzip", createGunzip],
  ["deflate", createInflate],
  ["br", createBrotliDecompress],
]);

const HEADERS = {
  accept: "text/calendar",
  "accept-encoding": [...UNPACK.keys()].join(", "),
  "user-agent": "Nightshift-Calendars",
};

/** @throws {CalendarError} when there is no answer that could be a calendar. */
export async function fetchCalendar(
  address: string,
  { allowHosts, timeoutMs = TIMEOUT_MS, resolve = resolveByMachine }: FetchSettings,
): Promise<Uint8Array> {
  const signal = AbortSignal.timeout(timeoutMs);
  let url = parseCalendarUrl(address, allowHosts);
  try {
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      if (!url) throw new CalendarError("It leads to an address without TLS.");
      const addresses = await resolvePublic(url, allowHosts, resolve, signal);
      if (!addresses) throw new CalendarError("It leads to an address that is not on the public internet.");
      const response = await requestTo(url, addresses, { headers: HEADERS, signal });
      const { statusCode: status = 0, headers } = response;
      if (status === 200) return await read(response, signal);
      response.destroy();
      if (status < 300 || status >= 400 || headers.location === undefined)
        throw new CalendarError(`The answer was ${status}.`);
      const target = URL.parse(headers.location, url);
      url = target ? parseCalendarUrl(target.href, allowHosts) : undefined;
    }
  } catch (error) {
    if (signal.aborted) throw new CalendarError("The answer took too long.");
    const code = codeOf(error);
    if (error instanceof CalendarError || code === undefined) throw error;
    throw new CalendarError(`The connection failed (${code}).`);
  }
  throw new CalendarError("It redirects too often.");
}

async function read(response: IncomingMessage, signal: AbortSignal): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const collect = async (source: AsyncIterable<Uint8Array>) => {
    for await (const chunk of source) {
      bytes += chunk.length;
      if (bytes > MAX_BYTES) throw new CalendarError("The answer is larger than 10 MB.");
      chunks.push(chunk);
    }
  };
  const unpack = UNPACK.get(response.headers["content-encoding"]?.toLowerCase() ?? "");
  await (unpack
    ? pipeline(response, unpack(), collect, { signal })
    : pipeline(response, collect, { signal }));
  return Buffer.concat(chunks);
}
