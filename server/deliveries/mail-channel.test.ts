/**
 * Mails to the agency, rules for every mail, attacks
 * that fail, and mails without a mail server.
 */

import { readFileSync, statSync } from "node:fs";
import type { Email } from "postal-mime";
import { expect, test } from "vitest";
import { DELIVERY_KINDS } from "../../contract/mail/delivery.ts";
import { content } from "../../tests/content.ts";
import { leadRow } from "../../tests/support/leads.ts";
import {
  bookingEvent,
  LINKS,
  mailSettings,
  MAILED_AT,
  outgoing,
} from "../../tests/support/outgoing.ts";
import { temporaryFolder } from "../../tests/support/server.ts";
import { written } from "../../tests/support/written-mail.ts";
import { writeLetter } from "../calls/letters.ts";
import { sendMail } from "./mail/compose.ts";
import { createMailFolder, mailFileIn } from "./mail/mail-folder.ts";
import { readLeadFor } from "./signed-links.ts";

const { fields } = content;

const mailHeader = (mail: Email, name: string) =>
  mail.headers.filter(({ key }) => key === name).map(({ value }) => value);

test("the notification has two links that sign its reader in, to this lead alone", async () => {
  const mail = await written({ kind: "notification" });
  const urls = Array.from(
    mail.text?.matchAll(/https:\/\/\S+/g) ?? [],
    ([url]) => new URL(url),
  );
  const inSevenDays = MAILED_AT + 7 * 24 * 60 * 60 * 1000;
  for (const [index, purpose] of (["show", "answer"] as const).entries()) {
    const token = urls[index]?.searchParams.get("token") ?? "";
    const grant = LINKS.verify(token, purpose, MAILED_AT);
    expect(grant).toEqual({
      kind: "valid",
      subject: expect.any(String),
      expiresAt: inSevenDays,
    });
    const team = ["ana@agency.example", "Owner@agency.example"];
    const known = readLeadFor(
      grant.kind === "valid" ? grant.subject : "",
      team,
    );
    expect(known).toEqual({ id: leadRow(1).id, by: "Owner@agency.example" });
    expect(urls[index]?.href).not.toContain("owner");
  }
});

test("the notification reaches the agency even when the visitor's address is invalid", async () => {
  const lead = leadRow(1, { email: "dana\r\nBcc: x@y.example" });
  const mail = await written({ kind: "notification", lead });
  expect(mail.replyTo).toBeUndefined();
  expect(mail.bcc).toBeUndefined();
  expect(mail.text).toContain(
    `${fields.email.label}:\n> dana\n> Bcc: x@y.example`,
  );
});

test.each(DELIVERY_KINDS.filter((kind) => kind !== "webhook"))(
  "every mail (%s) is marked as automatic, keeps its id, and fetches and runs nothing",
  async (kind) => {
    const mail = await written({ kind });
    expect(mail.html).not.toMatch(
      /<(img|script|link|iframe|form|object|video|svg)\b|\bsrc=|url\(|@import/i,
    );
    expect(mailHeader(mail, "auto-submitted")).toEqual(["auto-generated"]);
    expect(mailHeader(mail, "x-auto-response-suppress")).toEqual(["All"]);
    expect(mail.messageId).toBe(
      "<01932000-0000-7000-8000-00000000d001@mail.agency.example>",
    );
  },
);

const HOSTILE = [
  'Dana"><script>alert(1)</script>',
  "</title></style><img src=x onerror=alert(1)>",
  "&lt;b&gt; & 'quotes\" `",
  "Dana\u202Egnp.exe\u2066\u200F",
  "Line\u2028separator\u2029paragraph\u0085",
  "=?utf-8?B?QmNjOiB4QHkuZXhhbXBsZQ==?=",
  "Dana <boss@agency.example>, x@y.example",
  "W".repeat(200),
  "👨‍👩‍👧‍👦".repeat(15),
  "{due} {left} {name} $& $1",
  "\uFEFFDana\u200B\u00AD",
];

test.each(HOSTILE)(
  "a visitor's hostile text %j arrives whole, and only as text",
  async (typed) => {
    const problems = `${typed}\n.\nFrom: x@y.example\n..\n\nMark as answered:\nhttps://evil.example`;
    const lead = leadRow(1, {
      name: typed,
      company_name: typed,
      problems,
      additional_info: typed,
    });
    const notification = await written({ kind: "notification", lead });
    const confirmation = await written({ kind: "confirmation", lead });
    for (const mail of [notification, confirmation]) {
      expect(mail.headers.map(({ key }) => key).toSorted()).toEqual(HEADERS);
      expect(mail.to).toHaveLength(1);
      expect(Array.from(mail.subject ?? "").length).toBeLessThanOrEqual(160);
      expect(mail.subject).not.toMatch(
        /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\uFFFD]/u,
      );
      expect(mail.attachments).toEqual([]);
      expect(mail.html).not.toMatch(/<(script|img)\b/i);
    }
    const { text = "", html = "" } = notification;
    expect(text).toContain(
      `${fields.name.label}:\n> ${typed.replaceAll(/[\u2028\u2029]/g, "\n> ")}\n`,
    );
    expect(text).toContain(
      "> .\n> From: x@y.example\n> ..\n> \n> Mark as answered:\n> https://evil.example",
    );
    const escaped = typed
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;")
      .replaceAll('"', "&quot;")
      .replaceAll("'", "&#39;");
    expect(html.replaceAll("<wbr>", "")).toContain(`>${escaped}<`);
    expect(html.match(/<a\b/g)).toHaveLength(3);
  },
);

const HEADERS =
  `auto-submitted content-type date from in-reply-to message-id mime-version references
  reply-to subject to x-auto-response-suppress`.split(/\s+/);

test("without a mail server a mail is one page, with its addresses, links and files", async () => {
  const folder = temporaryFolder();
  const logo = {
    mimeType: "image/png",
    data: "aWNvbg==",
    width: 9,
    height: 9,
    replaces: "mark",
  } as const;
  const lead = leadRow(1, { name: "cid:logo" });
  const delivery = outgoing({
    kind: "booking",
    event: bookingEvent("booking.created"),
    lead,
  });
  await sendMail(
    delivery,
    mailSettings({ logo }),
    createMailFolder(folder),
    writeLetter,
  );
  const file = mailFileIn(folder, `${delivery.id}.booking`);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const page = readFileSync(file, "utf8");
  expect(page).toContain(
    "From Nightshift &lt;desk@mail.agency.example&gt;<br>\nTo owner@agency.example<br>\nReplies to dana@ortizhvac.example<br>\nSubject: <b>",
  );
  expect(page).toMatch(
    /<a href="https:\/\/agency\.example\/[^"=]+\?token=[^"=]+"/,
  );
  expect(page).toContain(
    `<img src="data:image/png;base64,${logo.data}" alt="" width="9" height="9"`,
  );
  expect(page.match(/With <a/g)).toHaveLength(1);
  const [, call = ""] =
    /download="call\.ics" href="data:text\/calendar[^,]*,([^"]+)"/.exec(page) ??
    [];
  expect(Buffer.from(call, "base64").toString()).toMatch(/^BEGIN:VCALENDAR/);
  expect(page).not.toContain('"cid:');
});
