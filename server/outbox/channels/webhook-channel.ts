/** Sends events to the agency's other programs, as Standard Webhooks, and to its chats. */
import { readTarget, type Outgoing } from "../../../contract/delivery.ts";
import { requestTo, resolveByMachine, resolvePublic, parseTarget } from "../../network/checked-host.ts";
import type { Resolve } from "../../network/checked-host.ts";
import type { SendResult } from "../channel.ts";
import type { Letter } from "./mail/letter.ts";
import type { MailSettings } from "./settings.ts";
import { chatMessage, failingLetter, leadLetter, leadWebhookEvent } from "./webhook/events.ts";
import type { DeliveryFailing, WebhookEvent } from "./webhook/events.ts";
import { codeOf } from "../../../contract/error-code.ts";
import { Webhook } from "standardwebhooks";
import type { IncomingMessage } from "node:http";

export interface WebhookSettings {
  /** The URLs that may receive events; a delivery to any other is refused. */
  urls: readonly string[];
  /** Hosts that may be reached at a private address and over plain HTTP. */
  allowHosts: readonly string[];
  /** `whsec_…`, the newest first; each signs. */
  secrets: readonly string[];
  mail: MailSettings;
  now: () => number;
  /** The longest that one attempt may take. Milliseconds; 15 seconds unless said otherwise. */
  timeoutMs?: number;
  resolve?: Resolve;
}

export type WebhookChannel = ReturnType<typeof createWebhookChannel>;

const TIMEOUT_MS = 15_000;
const NOT_PUBLIC =
  "The receiver's address is not on the public internet. WEBHOOK_ALLOW_HOSTS can allow its name.";

export function createWebhookChannel(settings: WebhookSettings) {
  const { urls, allowHosts, secrets, mail, now } = settings;
  const { timeoutMs = TIMEOUT_MS, resolve = resolveByMachine } = settings;
  const closing = new AbortController();

  async function send(
    id: string,
    target: string,
    event: WebhookEvent,
    letter: () => Letter,
  ): Promise<SendResult> {
    const { chat } = readTarget(target);
    const url = urls.includes(target) ? parseTarget(target, allowHosts) : undefined;
    if (!url) return { kind: "refused", reason: "This address is not in WEBHOOK_URLS any more." };
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = AbortSignal.any([timeout, closing.signal]);
    try {
      const addresses = await resolvePublic(url, allowHosts, resolve, signal);
      if (!addresses) return { kind: "refused", reason: NOT_PUBLIC };
      const body = JSON.stringify(chat ? chatMessage(chat, letter()) : event);
      const time = new Date(now());
      const headers = {
        "content-type": "application/json",
        "content-length": String(Buffer.byteLength(body)),
        "user-agent": "Nightshift-Webhooks",
        "webhook-id": id,
        "webhook-timestamp": String(Math.floor(time.getTime() / 1000)),
        "webhook-signature": signatures(secrets, id, time, body),
      };
      const response = await requestTo(url, addresses, { method: "POST", headers, signal }, body);
      discard(response);
      const { statusCode: status = 0, headers: answered } = response;
      return resultOfAnswer({ status, retryAfter: answered["retry-after"] }, now());
    } catch (error) {
      if (timeout.aborted) return { kind: "retry", reason: "The receiver took too long." };
      if (closing.signal.aborted) return { kind: "retry", reason: "The attempt was cut off by a shutdown." };
      const code = codeOf(error);
      if (code === undefined) throw error;
      return { kind: "retry", reason: `The connection to the receiver failed (${code}).` };
    }
  }

  return {
    send: (outgoing: Outgoing) =>
      send(outgoing.id, outgoing.target, leadWebhookEvent(outgoing), () => leadLetter(outgoing, mail)),
    /** For an event that is not about a single lead. @param id the same in every attempt */
    sendEvent: (id: string, target: string, event: DeliveryFailing) =>
      send(id, target, event, () => failingLetter(event, mail)),
    close: async () => closing.abort(),
  };
}

/** The value of `webhook-signature`: one for each secret, so that a receiver can change from one to the next. */
function signatures(secrets: readonly string[], id: string, time: Date, body: string): string {
  return secrets.map((secret) => new Webhook(secret).sign(id, time, body)).join(" ");
}

/** The part of an answer that is read, so that the receiver's connection is not cut. Bytes. */
const MAX_ANSWER_BYTES = 16 * 1024;

function discard(response: IncomingMessage): void {
  let read = 0;
  response.on("error", () => undefined);
  response.on("data", (chunk: Buffer) => {
    read += chunk.length;
    if (read > MAX_ANSWER_BYTES) response.destroy();
  });
}

/** The longest wait that a receiver's `Retry-After` can cause. Milliseconds. */
const MAX_RETRY_AFTER_MS = 6 * 60 * 60 * 1000;

/** Source: Standard Webhooks, "Operational considerations". @param now milliseconds since 1970 */
export function resultOfAnswer(
  { status, retryAfter }: { status: number; retryAfter: string | undefined },
  now: number,
): SendResult {
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
