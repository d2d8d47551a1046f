/** docs/webhooks.md: each example is exactly the event that the program sends. */
import { expect, test } from "vitest";
import { leadWebhookEvent, type DeliveryFailing } from "../../server/deliveries/webhook-channel.ts";
import { bookingEvent, outgoing } from "../support/outgoing.ts";
import { blocksOf } from "./blocks.ts";

const visit = { from: "google", page: "/", campaign: { utm_source: "google" } };
const failing: DeliveryFailing = {
  type: "delivery.failing",
  timestamp: "2026-11-20T12:00:00.000Z",
  data: { channel: "mail", since: "2026-11-20T10:59:00.000Z", undelivered: 3 },
};

test("each example of an event is one that is sent", () => {
  const examples = blocksOf("docs/webhooks.md").filter((text) => text.startsWith("{"));
  const events = [
    leadWebhookEvent(outgoing({ kind: "webhook", visit })),
    leadWebhookEvent(outgoing({ kind: "webhook", event: bookingEvent() })),
    failing,
  ];
  // An agency may add fields of its own.
  expect(events.map((event) => JSON.parse(JSON.stringify(event)))).toMatchObject(
    examples.map((text) => JSON.parse(text)),
  );
});
