/**
 * Makes a receiver, and a webhook channel that
 * reaches this machine as `crm.internal`.
 */

import { chatLetter } from "../../server/calls/letters.ts";
import {
  createWebhookChannel,
  type WebhookSettings,
} from "../../server/deliveries/webhook-channel.ts";
import { mailSettings, outgoing } from "./outgoing.ts";
import { startReceiver } from "./receiver.ts";

export const NEW_SECRET = `whsec_${Buffer.alloc(32, "new").toString("base64")}`;

export const ok = () =>
  startReceiver((response) => response.writeHead(204).end());

export function channelTo(url: string, changes: Partial<WebhookSettings> = {}) {
  return createWebhookChannel({
    urls: [url],
    allowHosts: ["crm.internal"],
    secrets: [NEW_SECRET],
    mail: mailSettings(),
    chatLetter,
    now: Date.now,
    resolve: async () => [{ address: "127.0.0.1", family: 4 }],
    ...changes,
  });
}

export function sendTo(url: string, changes: Partial<WebhookSettings> = {}) {
  return channelTo(url, changes).send(
    outgoing({ kind: "webhook", target: url }),
  );
}
