/** An event on its way to a webhook: its content, its signature, and the message for a chat. */
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { leadRow } from "../../tests/support/leads.ts";
import { outgoing, mailSettings } from "../../tests/support/outgoing.ts";
import { startReceiver } from "../../tests/support/receiver.ts";
import { channelTo, NEW_SECRET, ok, sendTo } from "../../tests/support/webhook-sender.ts";
import type { Resolve } from "../settings/checked-host.ts";
import type { Outgoing } from "../../contract/delivery.ts";
import { chatMessage, leadLetter } from "./webhook-channel.ts";

const OLD_SECRET = `whsec_${Buffer.alloc(24, "old").toString("base64")}`;
const PRIVATE = { kind: "refused", reason: expect.stringContaining("not on the public internet") };

test("an event is verified by Standard Webhooks", async () => {
  const receiver = await ok();
  await expect(sendTo(`http://crm.internal:${receiver.port}/leads?key=1`)).resolves.toEqual({ kind: "sent" });
  const [event] = receiver.events;
  expect(event).toMatchObject({
    method: "POST",
    path: "/leads?key=1",
    headers: {
      host: `crm.internal:${receiver.port}`,
      "content-type": "application/json",
      "webhook-id": "01932000-0000-7000-8000-00000000d001",
    },
  });
  expect(new Webhook(NEW_SECRET).verify(event?.body ?? "", event?.headers ?? {})).toEqual({
    type: "lead.created",
    timestamp: "2026-11-20T12:00:00.000Z",
    data: { ...leadRow(1), due_at: "2026-11-21T12:00:00.000Z", test: false },
  });
});

test("an event is signed with each secret, so a receiver can change from one to the next", async () => {
  const receiver = await ok();
  await sendTo(`http://crm.internal:${receiver.port}`, { secrets: [NEW_SECRET, OLD_SECRET] });
  const [event] = receiver.events;
  for (const secret of [NEW_SECRET, OLD_SECRET])
    expect(() => new Webhook(secret).verify(event?.body ?? "", event?.headers ?? {})).not.toThrow();
  const stranger = new Webhook(`whsec_${Buffer.alloc(24, "x").toString("base64")}`);
  expect(() => stranger.verify(event?.body ?? "", event?.headers ?? {})).toThrow(/signature/i);
  expect(event?.headers["webhook-signature"]).toMatch(/^v1,\S+ v1,\S+$/);
});

test("an event has the same id and the same content in every attempt, and its own time", async () => {
  const receiver = await ok();
  let now = Date.parse("2026-11-20T13:00:00.900Z");
  const url = `http://crm.internal:${receiver.port}`;
  const channel = channelTo(url, { now: () => now });
  for (const seconds of [0, 61]) {
    now += seconds * 1000;
    await channel.send(outgoing({ kind: "webhook", target: url }));
  }
  const [first, second] = receiver.events;
  expect(second?.body).toBe(first?.body);
  expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
  expect([first, second].map((event) => event?.headers["webhook-timestamp"])).toEqual([
    "1795179600",
    "1795179661",
  ]);
});

test("an event carries a visitor's text exactly as typed", async () => {
  const receiver = await ok();
  const url = `http://crm.internal:${receiver.port}`;
  const name = '"}</script>\u2028\u202E👨‍👩‍👧\\\n=1+1 ё';
  const lead = leadRow(1, { name, problems: "x\r\n\r\nGET / HTTP/1.1" });
  await channelTo(url).send(outgoing({ kind: "webhook", target: url, lead, test: true }));
  const [event] = receiver.events;
  expect(new Webhook(NEW_SECRET).verify(event?.body ?? "", event?.headers ?? {})).toMatchObject({
    data: { name, problems: lead.problems, test: true },
  });
  expect(receiver.events).toHaveLength(1);
});

test("an event about no single lead goes the same way", async () => {
  const receiver = await ok();
  const url = `http://crm.internal:${receiver.port}`;
  const data = { channel: "mail" as const, since: "2026-11-20T10:59:00.000Z", undelivered: 3 };
  const event = { type: "delivery.failing", timestamp: "2026-11-20T12:00:00.000Z", data } as const;
  await expect(channelTo(url).sendEvent("notice-1", url, event)).resolves.toEqual({ kind: "sent" });
  const [received] = receiver.events;
  expect(new Webhook(NEW_SECRET).verify(received?.body ?? "", received?.headers ?? {})).toEqual(event);
});

test.each(["slack", "discord"])("the chat %s gets a message for people", async (chat) => {
  const receiver = await startReceiver((response) => response.writeHead(429, { "retry-after": "30" }).end());
  const target = `${chat}:http://crm.internal:${receiver.port}/services/T00`;
  const result = { kind: "retry", reason: "The receiver answered 429.", retryAfterMs: 30_000 };
  await expect(sendTo(target)).resolves.toEqual(result);
  const [{ path, body } = { body: "" }] = receiver.events;
  expect(path).toBe("/services/T00");
  expect(Object.values(JSON.parse(body)).join()).toContain("New: Dana Ortiz, Ortiz HVAC");
  await expect(sendTo(target, { allowHosts: [] })).resolves.toMatchObject({ kind: "refused" });
  const resolve: Resolve = async () => [{ address: "10.0.0.1", family: 4 }];
  await expect(sendTo(`${chat}:https://hooks.example/x`, { resolve })).resolves.toEqual(PRIVATE);
  const data = { channel: "mail" as const, since: "2026-11-20T10:59:00.000Z", undelivered: 3 };
  await channelTo(target).sendEvent("1", target, { type: "delivery.failing", timestamp: data.since, data });
  expect(receiver.events.at(-1)?.body).toMatch(/3 mails wait since Friday, November 20 at 5:59 AM, /);
});

const LEAD = leadRow(1);
const told = (chat: "slack" | "discord", changes: Partial<Outgoing> = {}) =>
  JSON.parse(
    JSON.stringify(chatMessage(chat, leadLetter(outgoing({ kind: "webhook", ...changes }), mailSettings()))),
  );
const typed = (problems: string, chat: "slack" | "discord") => {
  const { text, content } = told(chat, { lead: { ...LEAD, problems } });
  return String(text ?? content);
};

test("a new lead has the text of the mail, with links before the visitor's words", () => {
  const { text } = told("slack");
  expect(text).toMatch(
    /^\*New: Dana Ortiz, Ortiz HVAC\*\n\nDana Ortiz waits until .*\n\n<https:\S+\|Mark as answered> · <https:\S+\|Show this lead>\n\n\*/,
  );
  expect(text).toContain("> Missed calls after 5pm\n> Slow quotes");
  expect(text).not.toContain("Reply to write");
  expect(told("discord").content).toMatch(/^\*\*New: .*\[Show this lead\]\(<https:\S+>\)/s);
});

test("an answer and an outcome are one line, with the author and a link to the lead", () => {
  const event = { type: "lead.answered", at: "2026-11-20T13:00:00.000Z", by: "ana@agency.example" } as const;
  expect(told("slack", { event }).text).toMatch(
    /^\*Done: Dana Ortiz, Ortiz HVAC\*\n\nBy ana@agency.example\.\n\n<https:\S+\|Show this lead>$/,
  );
  const won = { type: "lead.outcome", at: event.at, outcome: "won" } as const;
  expect(told("discord", { event: won }).content).toMatch(/^\*\*Won: Dana Ortiz, Ortiz HVAC\*\*\n\n\[Show/);
});

test("a test says that it is one", () => {
  expect(told("slack", { test: true }).text).toMatch(/^\*\[Test\] New: .*\*\n\nOnly a test\./);
});

test("a visitor's text in Slack notifies nobody and imitates no link of ours", () => {
  expect(typed("<!channel> <@U1> <https://evil.example|Mark as answered> R&D", "slack")).toContain(
    "> &lt;!channel&gt; &lt;@U1&gt; &lt;https://evil.example|Mark as answered&gt; R&amp;D",
  );
});

test("a visitor's text in Discord notifies nobody and imitates no link of ours", () => {
  expect(typed("@everyone <@1> [Mark as answered](https://evil.example) # x **y** `z`", "discord")).toContain(
    String.raw`> \@everyone \<\@1\> \[Mark as answered\]\(https\://evil.example\) \# x \*\*y\*\* \`z\``,
  );
  expect(told("discord")).toMatchObject({ allowed_mentions: { parse: [] } });
});

test("a visitor's line that imitates ours is quoted", () => {
  for (const chat of ["slack", "discord"] as const)
    expect(typed("x\n*Answered*\r\ny", chat).split("\n")).toEqual(
      expect.arrayContaining([expect.stringMatching(/^> (\\?\*)Answered\1$/), "> y"]),
    );
});

test.each([
  ["slack", "text", 4_000],
  ["discord", "content", 2_000],
] as const)("what %s does not take is cut at a whole character, and the links stay", (chat, key, limit) => {
  for (const shift of ["", "x"]) {
    const problems = `${shift}${"😀".repeat(2_400)}`;
    const text = String(told(chat, { lead: { ...LEAD, problems } })[key]);
    expect(text.length).toBeLessThanOrEqual(limit);
    expect(text.length).toBeGreaterThan(limit - 3);
    expect(text.isWellFormed()).toBe(true);
    expect(text).toMatch(/Show this lead.*…$/s);
  }
});
