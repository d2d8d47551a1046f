/** What a receiver's answer means for the delivery. Source: Standard Webhooks, "Operational considerations". */
import type { SendResult } from "../../channel.ts";
import type { PostAnswer } from "./post.ts";

/** However long a receiver asks for, it is asked again after this. Milliseconds. */
const MAX_RETRY_AFTER_MS = 6 * 60 * 60 * 1000;

/** @param now milliseconds since 1970. */
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
