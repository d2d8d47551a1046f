/** Mails about calls that are held. */
import { expect, test } from "vitest";
import { bookingEvent, LINKS, MAILED_AT } from "../../../../tests/fakes/outgoing.ts";
import { leadRow } from "../../../../tests/fakes/leads.ts";
import { written } from "../../../../tests/fakes/written-mail.ts";

const UNTIL = "2026-11-20T12:15:00.000Z";

test("the visitor reads what is held and until when, with a link that alone confirms it, and no invitation", async () => {
  const event = bookingEvent("booking.created", { state: "held", heldUntil: UNTIL });
  const lead = leadRow(1, { name: "Dana https://spam.example", company_name: "Buy now" });
  const mail = await written({ kind: "hold", event, lead });
  expect(mail.to).toMatchObject([{ address: lead.email }]);
  const time = "Monday, November 23 at 3:00 PM, London (GMT)";
  expect(mail.subject).toBe(`Nightshift waits: ${time}`);
  expect(mail.text).toContain(`${time} is kept until Fri, Nov 20, 12:15 PM GMT`);
  expect(mail.text).not.toMatch(/spam|Buy now/);
  expect(mail.attachments.filter(({ mimeType }) => mimeType.includes("calendar"))).toEqual([]);
  const [, token = ""] = /schedule\/confirm\?token=(\S+)/.exec(mail.text ?? "") ?? [];
  expect(LINKS.verify(token, "confirm", MAILED_AT)).toMatchObject({
    kind: "valid",
    subject: event.booking?.id,
  });
  expect(LINKS.verify(token, "booking", MAILED_AT)).toEqual({ kind: "bad" });
});

test("the agency reads that calls are held, and nothing of a lead", async () => {
  const mail = await written({ kind: "holding", event: bookingEvent() });
  expect(mail.to).toMatchObject([{ address: "owner@agency.example" }]);
  expect(mail.text).toContain("For 15 minutes.");
  expect(mail.text).not.toContain(leadRow(1).email);
});
