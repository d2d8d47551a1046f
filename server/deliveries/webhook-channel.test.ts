import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { leadRow } from "../../tests/support/leads.ts";
import {
  bookingEvent,
  outgoing,
  mailSettings,
} from "../../tests/support/outgoing.ts";
import {
  startReceiver,
  type ReceivedEvent,
} from "../../tests/support/receiver.ts";
import {
  channelTo,
  NEW_SECRET,
  ok,
  sendTo,
} from "../../tests/support/webhook-sender.ts";
import { chatLetter } from "../calls/letters.ts";
import type { Outgoing } from "./outbox-rows.ts";
import { chatMessage } from "./webhook-channel.ts";

const verified = (event: ReceivedEvent | undefined, secret = NEW_SECRET) =>
  new Webhook(secret).verify(event?.body ?? "", event?.headers ?? {});

const FAILING = {
  type: "delivery.failing",
  timestamp: "2026-11-20T12:00:00.000Z",
  data: { channel: "mail", since: "2026-11-20T10:59:00.000Z", undelivered: 3 },
} as const;

test("an event is verified by Standard Webhooks", async () => {
  const { events, port } = await ok();
  const secrets = [`whsec_${Buffer.alloc(32, "old").toString("base64")}`];
  await expect(
    sendTo(`http://crm.internal:${port}/leads?key=1`, {
      secrets: [NEW_SECRET, ...secrets],
    }),
  ).resolves.toEqual({ kind: "sent" });
  const host = `crm.internal:${port}`;
  const headers = {
    host,
    "content-type": "application/json",
    "user-agent": "Nightshift-Webhooks",
    "webhook-id": outgoing().id,
  };
  expect(events).toMatchObject([
    { method: "POST", path: "/leads?key=1", headers },
  ]);
  expect(verified(events[0], secrets[0])).toEqual(verified(events[0]));
  expect(verified(events[0])).toEqual({
    type: "lead.created",
    timestamp: "2026-11-20T12:00:00.000Z",
    data: { ...leadRow(1), due_at: "2026-11-21T12:00:00.000Z", test: false },
  });
});

test("an event has the same id and content in both attempts, but the time of each attempt", async () => {
  const { events, port } = await ok();
  let now = Date.parse("2026-11-20T13:00:00.900Z");
  const url = `http://crm.internal:${port}`;
  const channel = channelTo(url, { now: () => now });
  await channel.send(outgoing({ kind: "webhook", target: url }));
  now += 61_000;
  await channel.send(outgoing({ kind: "webhook", target: url }));
  const [first, second] = events;
  expect(second?.body).toBe(first?.body);
  expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
  const times = events.map(({ headers }) => headers["webhook-timestamp"]);
  expect(times).toEqual(["1795179600", "1795179661"]);
});

test("an event has the visit, the number and the call, whose fields are named like a lead's", async () => {
  const { events, port } = await ok();
  const target = `http://crm.internal:${port}`;
  const visit = { from: "google", campaign: {} } as const;
  const phone = "+12015550142";
  const movedFrom = "2026-11-20T15:00:00.000Z";
  const zone = "-05:00[America/Winnipeg]";
  const by = "ana@agency.example";
  const event = { ...bookingEvent("booking.moved", { zone }), movedFrom, by };
  const lead = leadRow(1, { email: `${phone}@phone.invalid` });
  const about = { kind: "webhook", target, visit, event, lead } as const;
  await channelTo(target).send(outgoing(about));
  expect(verified(events[0])).toMatchObject({
    data: {
      email: "",
      phone,
      visit,
      by,
      booking: {
        starts_at: "2026-11-23T15:00:00.000Z",
        ends_at: "2026-11-23T15:20:00.000Z",
        sequence: 0,
        phone_typed: "+44 20 7946 0958",
        zone: "America/Winnipeg",
        moved_from: movedFrom,
      },
    },
  });
  const early = bookingEvent("booking.moved", { phoneTyped: undefined });
  const wish = { zone, phone, typed: "201 555 0142" };
  const wished = { ...about, event: early, lead: leadRow(1), wish };
  await channelTo(target).send(outgoing(wished));
  expect(verified(events[1])).toMatchObject({
    data: {
      phone,
      phone_typed: wish.typed,
      booking: { phone_typed: early.booking?.phone },
    },
  });
});

test.each(["slack", "discord"])(
  "a message for people goes to %s, to an allowed host",
  async (chat) => {
    const receiver = await startReceiver((response) =>
      response.writeHead(429).end(),
    );
    const target = `${chat}:http://crm.internal:${receiver.port}/services/T00`;
    const result = { kind: "retry", reason: "The receiver answered 429." };
    await expect(sendTo(target)).resolves.toEqual(result);
    const [{ path, body } = { body: "" }] = receiver.events;
    expect(path).toBe("/services/T00");
    expect(body).toContain("New lead: Dana Ortiz, Ortiz HVAC");
    await expect(sendTo(target, { allowHosts: [] })).resolves.toMatchObject({
      kind: "refused",
    });
    await channelTo(target).sendEvent("1", target, FAILING);
    expect(receiver.events.at(-1)?.body).toContain(
      "haven't been delivered since Fri, Nov 20, 5:59 AM EST: 3.",
    );
  },
);

const LEAD = leadRow(1);
type Chat = "slack" | "discord";

function told(chat: Chat, changes: Partial<Outgoing> = {}) {
  const letter = chatLetter(
    outgoing({ kind: "webhook", ...changes }),
    mailSettings(),
  );
  const { text, content, ...rules }: { text?: string; content?: string } =
    chatMessage(chat, letter);
  return { text: text ?? content ?? "", rules };
}
const typed = (problems: string) => ({ lead: { ...LEAD, problems } });
const at = "2026-11-20T13:00:00.000Z";

const MESSAGES: Record<string, Partial<Outgoing>> = {
  "a new lead": {},
  "a new lead that was answered": { answeredAt: LEAD.created_at },
  "a test": { test: true },
  "an answer": {
    event: { type: "lead.answered", at, by: "ana@agency.example" },
    lead: { ...LEAD, name: "Dana* Ortiz" },
  },
  "an outcome": { event: { type: "lead.outcome", at, outcome: "won" } },
  "a text that would notify and link, with a line like ours": typed(
    "@here [a](https://x.example) <!channel> <@U1> <https://evil.example|Mark as answered> R&D\n*Answered*\r\ny",
  ),
};

test("a chat message says what stands in webhook-channel.said.txt: a visitor's text notifies nobody and imitates no link of ours", async () => {
  const said = Object.entries(MESSAGES).flatMap(([what, changes]) =>
    (["slack", "discord"] as const).map((chat) => {
      const { text, rules } = told(chat, changes);
      return `== ${what}, in ${chat} ${JSON.stringify(rules)}\n${text}\n`;
    }),
  );
  const all = said.join("\n").replaceAll(/(?<=token=)[\w.-]+/g, "");
  await expect(all).toMatchFileSnapshot("webhook-channel.said.txt");
});

test.each([
  ["slack", 4_000],
  ["discord", 2_000],
] as const)(
  "a text too long for %s is cut at a whole character, and the links stay",
  (chat, limit) => {
    for (const shift of ["", "x"]) {
      const { text } = told(chat, typed(shift + "😀".repeat(2_400)));
      expect(text.length).toBeLessThanOrEqual(limit);
      expect(text.length).toBeGreaterThan(limit - 3);
      expect(text.isWellFormed()).toBe(true);
      expect(text).toMatch(/Show this lead.*…$/s);
    }
  },
);
