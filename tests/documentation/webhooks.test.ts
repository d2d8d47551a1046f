/** docs/webhooks.md: each example is exactly the event that the program sends. */
import { expect, test } from "vitest";
import {
  chatMessage,
  failingLetter,
  leadLetter,
  leadWebhookEvent,
  type DeliveryFailing,
} from "../../server/deliveries/webhook-channel.ts";
import { bookingEvent, mailSettings, outgoing } from "../support/outgoing.ts";
import { blocksOf } from "./blocks.ts";
import { content } from "../content.ts";

const { mail } = content;

const visit = { from: "google", page: "/", campaign: { utm_source: "google" } };
const failing: DeliveryFailing = {
  type: "delivery.failing",
  timestamp: "2026-11-20T12:00:00.000Z",
  data: { channel: "mail", since: "2026-11-20T10:59:00.000Z", undelivered: 3 },
};
const settings = mailSettings({ content: mail });

const shapeOf = (message: unknown): string =>
  JSON.stringify(message).replaceAll(/:"(?:[^"\\]|\\.)*"/g, ":text");

test("each example of an event is one that is sent", () => {
  const examples = blocksOf("docs/webhooks.md").filter(({ text }) => text.startsWith("{"));
  const shown = examples.map(({ text }) => JSON.parse(text));
  const chats = [
    chatMessage("slack", leadLetter(outgoing({ kind: "webhook", visit }), settings)),
    chatMessage("discord", failingLetter(failing, settings)),
  ];
  // The agency writes their text.
  expect(shown.slice(3).map(shapeOf)).toEqual(chats.map(shapeOf));
  // An agency may add fields of its own.
  expect(
    [
      leadWebhookEvent(outgoing({ kind: "webhook", visit })),
      leadWebhookEvent(outgoing({ kind: "webhook", event: bookingEvent() })),
      failing,
    ].map((sent) => JSON.parse(JSON.stringify(sent))),
  ).toMatchObject(shown.slice(0, 3));
});
