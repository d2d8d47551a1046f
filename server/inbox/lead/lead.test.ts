import { expect, test } from "vitest";
import { fillIn } from "../../../contract/content/fill-in.ts";
import { INBOX } from "../../../contract/http/routes.ts";
import { content } from "../../../tests/content.ts";
import { LEAD } from "../../../tests/support/leads.ts";
import {
  member,
  newLead,
  operator,
} from "../../../tests/wire/inbox-request.ts";

const { inbox, leadContent } = content;
const owned = fillIn(inbox.owned, { by: "Ana" });
const labelsOf = ({ buttons }: { buttons: { label: string }[] }) =>
  buttons.map(({ label }) => label);

test("a member takes a lead and gives it back; who has no address only gives back", async () => {
  const { server, open } = await operator();
  const id = await newLead(server);
  expect(labelsOf(await open(INBOX.lead(id)))).not.toContain(leadContent.take);
  const ana = await member(server, "ana@agency.example");
  const taken = await (await ana.open(INBOX.lead(id))).press(leadContent.take);
  expect(taken).toMatchObject({ said: inbox.deeds.owned });
  expect(taken.text).toContain(owned);
  expect(labelsOf(taken)).not.toContain(leadContent.take);
  const seen = await open(INBOX.lead(id));
  expect(seen.text).toContain(owned);
  expect(labelsOf(seen)).not.toContain(leadContent.take);
  const free = await seen.press(leadContent.giveBack);
  expect(free.text).not.toContain(owned);
});

test("a lead's page shows what the visitor typed, and keeps a note", async () => {
  const { server, open } = await operator();
  const page = await open(INBOX.lead(await newLead(server)));
  for (const typed of [
    LEAD.name,
    LEAD.company_name,
    LEAD.email,
    ...LEAD.problems.split("\n"),
  ])
    expect(page.text).toContain(typed);
  const noted = await page.press(leadContent.addNote, {
    text: "Called.\r\n<b>Wants</b> a quote",
  });
  expect(noted.said).toBe(inbox.deeds.noted);
  expect(noted.text).toContain("Called. <b>Wants</b> a quote");
});
