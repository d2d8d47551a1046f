import { expect, test } from "vitest";
import { content } from "../../tests/content.ts";
import { leadRow } from "../../tests/support/leads.ts";
import { LINKS, MAILED_AT } from "../../tests/support/outgoing.ts";
import { written } from "../../tests/support/written-mail.ts";

const { greetingWithoutName } = content.mail.confirmation;

test("the confirmation promises no answer before a day has passed, and a test says that it is one", async () => {
  const lead = leadRow(1, { name: "Dr Ortiz" });
  const dueAt = "2026-11-20T15:00:00.000Z";
  const mail = await written({ lead, dueAt, test: true });
  expect(mail.text).toContain(`\n${greetingWithoutName}\n`);
  expect(mail.subject).toBe(
    "[Test] We have your request: answer by Sat, Nov 21, 7:00 AM EST",
  );
});

test("the confirmation comes from the agency, now and without files", async () => {
  expect(await written({})).toMatchObject({
    from: { name: "Nightshift", address: "desk@mail.agency.example" },
    date: "2026-11-20T12:00:30.000Z",
    attachments: [],
  });
});

test("the confirmation has the logo, and the name where pictures are not shown", async () => {
  const data = Buffer.from("a picture").toString("base64");
  const logo = {
    mimeType: "image/png",
    data,
    width: 960,
    height: 96,
    replaces: "mark and name" as const,
  };
  const whole = await written({}, { logo });
  expect(whole.html).toContain(
    '<img src="cid:logo" alt="Nightshift" width="240" height="24"',
  );
  expect(whole.attachments).toMatchObject([
    {
      contentId: "<logo>",
      mimeType: "image/png",
      disposition: "inline",
      filename: "logo.png",
    },
  ]);
  const square = {
    ...logo,
    width: 100,
    height: 100,
    replaces: "mark" as const,
  };
  const mark = await written({ kind: "notification" }, { logo: square });
  expect(mark.html).toContain('alt="" width="48" height="48"');
  const unshown = await written({}, { logo: undefined });
  expect(unshown.html).not.toContain("radial-gradient");
});

test("the confirmation links to the scheduling page by a signed link", async () => {
  const { text, html } = await written({}, { schedulingUrl: undefined });
  const [, token = ""] = /\/schedule\?token=(\S+)/.exec(String(text)) ?? [];
  expect(LINKS.verify(token, "schedule", MAILED_AT)).toMatchObject({
    kind: "valid",
    subject: leadRow(1).id,
  });
  expect(html).not.toContain("calendar.example");
});

test("the confirmation repeats no typed text but a plain first name", async () => {
  const typed = {
    name: "Dana Surnamia",
    company_name: "Compania Ltd",
    problems: "Problemia https://evil.example",
    additional_info: "Additionalia",
    selected_service: "Servicia https://evil.example",
  };
  const mail = await written({ lead: leadRow(1, typed) });
  const all = `${mail.subject}${mail.text}${mail.html}${JSON.stringify(mail.headers)}`;
  expect(all).toContain("Dana");
  for (const words of [
    "Surnamia",
    "Compania",
    "Problemia",
    "evil",
    "Additionalia",
    "Servicia",
  ])
    expect(all).not.toContain(words);
});
