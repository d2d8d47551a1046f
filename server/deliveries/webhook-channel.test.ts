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
import type { Outgoing } from "./outbox-rows.ts";
import { chatMessage } from "./webhook-channel.ts";
import { chatLetter } from "../calls/letters.ts";

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

function message(chat: Chat, changes: Partial<Outgoing> = {}) {
  const letter = chatLetter(
    outgoing({ kind: "webhook", ...changes }),
    mailSettings(),
  );
  return chatMessage(chat, letter);
}
const told = (chat: Chat, changes?: Partial<Outgoing>) => {
  const { text, content }: { text?: string; content?: string } = message(
    chat,
    changes,
  );
  return text ?? content ?? "";
};
const typed = (problems: string, chat: Chat) =>
  told(chat, { lead: { ...LEAD, problems } });

test("a chat message about a new lead says what the mail says, after links to the inbox", () => {
  const text = told("slack");
  expect(text).toContain("*New lead: Dana Ortiz, Ortiz HVAC*\n\nAsked for");
  expect(text).toContain("|Mark as answered> · <https:");
  expect(told("slack", { answeredAt: LEAD.created_at })).not.toMatch(/answer/i);
  expect(told("discord", { test: true })).toContain("**\\[Test\\] New lead: ");
  const quiet = { unfurl_links: false, unfurl_media: false };
  expect(message("slack")).toMatchObject(quiet);
  expect(message("discord")).toMatchObject({ allowed_mentions: { parse: [] } });
});

test("a chat message about an answer or an outcome has a title, the author if known, and a link", () => {
  const event = {
    type: "lead.answered",
    at: "2026-11-20T13:00:00.000Z",
    by: "ana@agency.example",
  } as const;
  const lead = { ...LEAD, name: "Dana* Ortiz" };
  expect(told("slack", { event, lead })).toContain(
    "*Answered: Dana\u2217 Ortiz, Ortiz HVAC*\n\nBy Ana\n\n<https:",
  );
  const won = { type: "lead.outcome", at: event.at, outcome: "won" } as const;
  expect(told("discord", { event: won })).toContain(
    "**Won: Dana Ortiz, Ortiz HVAC**\n\n[Show this lead](<https:",
  );
});

test("a visitor's text in a chat notifies nobody and imitates no link of ours", () => {
  expect(typed("@here [a](https://x.example)", "discord")).toContain(
    "> \\@here \\[a\\]\\(https\\://x.example\\)",
  );
  expect(
    typed(
      "<!channel> <@U1> <https://evil.example|Mark as answered> R&D",
      "slack",
    ),
  ).toContain(
    "> &lt;!channel&gt; &lt;@U1&gt; &lt;https://evil.example|Mark as answered&gt; R&amp;D",
  );
});

test("a visitor's line that imitates ours is quoted", () => {
  for (const chat of ["slack", "discord"] as const)
    expect(typed("x\n*Answered*\r\ny", chat).split("\n")).toEqual(
      expect.arrayContaining([
        expect.stringMatching("^> (\\\\?\\*)Answered\\1$"),
        "> y",
      ]),
    );
});

test.each([
  ["slack", 4_000],
  ["discord", 2_000],
] as const)(
  "a text too long for %s is cut at a whole character, and the links stay",
  (chat, limit) => {
    for (const shift of ["", "x"]) {
      const text = typed(`${shift}${"😀".repeat(2_400)}`, chat);
      expect(text.length).toBeLessThanOrEqual(limit);
      expect(text.length).toBeGreaterThan(limit - 3);
      expect(text.isWellFormed()).toBe(true);
      expect(text).toMatch(/Show this lead.*…$/s);
    }
  },
);
