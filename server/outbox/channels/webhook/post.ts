/** One POST to addresses that were checked, and what the answer means for the delivery. No redirect is followed, and of the answer only its head is used. */
import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { only, type ResolvedAddress } from "../../../network/checked-host.ts";
import type { SendResult } from "../../channel.ts";

export interface Post {
  url: URL;
  addresses: readonly ResolvedAddress[];
  headers: Readonly<Record<string, string>>;
  body: string;
  /** Ends the request, and the reading of its answer, wherever they are. */
  signal: AbortSignal;
}

export interface PostAnswer {
  status: number;
  retryAfter: string | undefined;
}

/** Read so that a receiver need not see its connection cut; the rest is not worth waiting for. Bytes. */
const MAX_ANSWER_BYTES = 16 * 1024;

/**
 * Resolves with the head of the answer.
 *
 * @throws when the request fails or is ended by its signal.
 */
export function post({ url, addresses, headers, body, signal }: Post): Promise<PostAnswer> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === "https:" ? httpsRequest : httpRequest;
    // Without an agent nobody gets a connection that was opened for somebody else.
    const request = send(url, { method: "POST", headers, signal, agent: false, lookup: only(addresses) });
    request.on("error", reject);
    request.on("response", (response) => {
      const { statusCode: status = 0, headers: answered } = response;
      resolve({ status, retryAfter: answered["retry-after"] });
      discard(response);
    });
    request.end(body);
  });
}

function discard(response: IncomingMessage): void {
  let read = 0;
  response.on("error", () => undefined);
  response.on("data", (chunk: Buffer) => {
    read += chunk.length;
    if (read > MAX_ANSWER_BYTES) response.destroy();
  });
}

/** However long a receiver asks for, it is asked again after this. Milliseconds. */
const MAX_RETRY_AFTER_MS = 6 * 60 * 60 * 1000;

/** Source: Standard Webhooks, "Operational considerations". @param now milliseconds since 1970 */
export function resultOfAnswer({ status, retryAfter }: PostAnswer, now: number): SendResult {
  if (status >= 200 && status < 300) return { kind: "sent" };
  if (status === 410) return { kind: "gone", reason: "The receiver wants no more events (410)." };
  if (status >= 300 && status < 400) {
    return {
      kind: "retry",
      reason: `The receiver answered with a redirect (${status}), which is not followed. Set the final address.`,
    };
  }
  const reason = `The receiver answered ${status}.`;
  const wait = [429, 503].includes(status) ? readRetryAfter(retryAfter, now) : undefined;
  return wait === undefined ? { kind: "retry", reason } : { kind: "retry", reason, retryAfterMs: wait };
}

/** Seconds or a date (RFC 9110, 10.2.3) as milliseconds from now; undefined when it is neither. */
function readRetryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), MAX_RETRY_AFTER_MS);
}
