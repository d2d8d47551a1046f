/** How a receiver can tell that an event is ours. Source: the Standard Webhooks specification, "Signature scheme". */
import { createHmac } from "node:crypto";

const PREFIX = "whsec_";

/** Bytes, as the specification has them. */
const MIN_SECRET_LENGTH = 24;
const MAX_SECRET_LENGTH = 64;

/** Whether this is a secret as Standard Webhooks has them: `whsec_` and 24 to 64 bytes in base64. */
export function isWebhookSecret(text: string): boolean {
  const encoded = text.slice(PREFIX.length);
  const { length } = Buffer.from(encoded, "base64");
  return (
    text.startsWith(PREFIX) &&
    /^[A-Za-z0-9+/]+={0,2}$/.test(encoded) &&
    length >= MIN_SECRET_LENGTH &&
    length <= MAX_SECRET_LENGTH
  );
}

/**
 * The value of `webhook-signature`: one signature for each secret, so that a receiver can change from one to the next.
 *
 * @param timestamp seconds since 1970, as in `webhook-timestamp`.
 */
export function signatures(secrets: readonly string[], id: string, timestamp: number, body: string): string {
  return secrets
    .map((secret) => Buffer.from(secret.slice(PREFIX.length), "base64"))
    .map((key) => createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64"))
    .map((signature) => `v1,${signature}`)
    .join(" ");
}
