import { expect, test } from "vitest";
import { leadRow } from "../../../../tests/fakes/leads.ts";
import { mailSettings, NOW, outgoing } from "../../../../tests/fakes/outgoing.ts";
import type { Outgoing } from "../../../../contract/delivery.ts";
import { chatMessage, failingLetter, leadLetter } from "../webhook-channel.ts";

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

test("failing mail is reported with a count and a time", () => {
  const data = { channel: "mail" as const, since: new Date(NOW).toISOString(), undelivered: 3 };
  const event = { type: "delivery.failing", timestamp: data.since, data } as const;
  expect(chatMessage("slack", failingLetter(event, mailSettings()))).toMatchObject({
    text: expect.stringMatching(/^\*3 mails wait since Friday, November 20 at 7:00 AM .*\.\*$/),
  });
});

test("a visitor's text has no special meaning in Slack, where it could notify everybody, mention somebody or imitate a link of ours", () => {
  expect(typed("<!channel> <@U1> <https://evil.example|Mark as answered> R&D", "slack")).toContain(
    "> &lt;!channel&gt; &lt;@U1&gt; &lt;https://evil.example|Mark as answered&gt; R&amp;D",
  );
});

test("a visitor's text has no special meaning in Discord, where nobody is notified either", () => {
  expect(typed("@everyone <@1> [Mark as answered](https://evil.example) # x **y** `z`", "discord")).toContain(
    String.raw`> \@everyone \<\@1\> \[Mark as answered\]\(https\://evil.example\) \# x \*\*y\*\* \`z\``,
  );
  expect(told("discord")).toMatchObject({ allowed_mentions: { parse: [] } });
});

test("a visitor's text has no special meaning line by line: a line that imitates ours is quoted", () => {
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
