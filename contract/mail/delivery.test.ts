import { expect, test } from "vitest";
import { readTarget } from "./delivery.ts";

test.each([
  "slack:https://chat.example/x slack https://chat.example/x",
  "https://hooks.slack.com/services/T00/B00/xxx slack",
  "https://hooks.slack-gov.com/services/T00/B00/xxx slack",
  "https://discord.com/api/webhooks/123/a-B_c?thread_id=4 discord",
  "https://canary.discordapp.com/api/v10/webhooks/123/abc discord",
  "https://hooks.slack.com/triggers/T00/1/x",
  "https://discord.com/api/webhooks/123/abc/slack",
  "https://crm.example/?of=https://hooks.slack.com/services/",
])("a webhook's target, and its chat, if it is one: %s", (line) => {
  const [target = "", chat, url = target] = line.split(" ");
  expect(readTarget(target)).toEqual({ chat, url });
});
