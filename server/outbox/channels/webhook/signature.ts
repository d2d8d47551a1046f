/** Signs events, so that a receiver can tell that one is ours. Source: Standard Webhooks, "Signature scheme". */
import { Webhook } from "standardwebhooks";

/** The value of `webhook-signature`: one for each secret, so that a receiver can change from one to the next. */
export function signatures(secrets: readonly string[], id: string, time: Date, body: string): string {
  return secrets.map((secret) => new Webhook(secret).sign(id, time, body)).join(" ");
}
