/** The secrets with which a receiver can tell that an event is ours. Source: Standard Webhooks, "Signature scheme". */
import { Webhook } from "standardwebhooks";

const PREFIX = "whsec_";

/** Bytes, as the specification has them. */
const MIN_SECRET_LENGTH = 24;
const MAX_SECRET_LENGTH = 64;

/** Whether this is a secret as Standard Webhooks has them: `whsec_` and 24 to 64 bytes in base64. */
export function isWebhookSecret(text: string): boolean {
  const encoded = text.slice(PREFIX.length);
  const bytes = Buffer.from(encoded, "base64");
  return (
    text === `${PREFIX}${bytes.toString("base64")}` &&
    bytes.length >= MIN_SECRET_LENGTH &&
    bytes.length <= MAX_SECRET_LENGTH
  );
}

/** The value of `webhook-signature`: one for each secret, so that a receiver can change from one to the next. */
export function signatures(secrets: readonly string[], id: string, time: Date, body: string): string {
  return secrets.map((secret) => new Webhook(secret).sign(id, time, body)).join(" ");
}
