import { expect } from "vitest";
import { fillIn } from "../../../contract/content/fill-in.ts";
import { INBOX } from "../../../contract/http/routes.ts";
import { content } from "../../../tests/content.ts";
import { LEAD } from "../../../tests/support/leads.ts";
import { startServer } from "../../../tests/support/server.ts";
import {
  member,
  newLead,
  operator,
  UNKNOWN,
  inboxTest as test,
} from "../../../tests/wire/inbox-request.ts";

const { inbox, leadContent, linkPages } = content;
const owned = fillIn(inbox.owned, { by: "Ana" });
const ANA = "ana@agency.example";

test("a lead's page shows what the visitor typed, as text", async ({
  server,
  open,
}) => {
  const problems = `${LEAD.problems}\n<b>Fast</b> & "cheap"`;
  const { text } = await open(
    INBOX.lead(await newLead(server, { ...LEAD, problems })),
  );
  const typed = [LEAD.name, LEAD.company_name, LEAD.email];
  for (const part of [...typed, ...problems.split("\n")])
    expect(text).toContain(part);
});

test("a member takes a lead and gives it back; who has no address only gives back", async ({
  server,
  open,
}) => {
  const id = await newLead(server);
  expect((await open(INBOX.lead(id))).labels).not.toContain(leadContent.take);
  const ana = await member(server, ANA);
  const taken = await (await ana.open(INBOX.lead(id))).press(leadContent.take);
  expect(taken).toMatchObject({ said: inbox.deeds.owned });
  expect(taken.text).toContain(owned);
  expect(taken.labels).not.toContain(leadContent.take);
  const seen = await open(INBOX.lead(id));
  expect(seen.text).toContain(owned);
  const free = await seen.press(leadContent["given-back"]);
  expect(free.text).not.toContain(owned);
  for (const [{ post }, owner] of [
    [ana, "eve@evil.example"],
    [await operator(), ANA],
  ] as const)
    expect((await post(INBOX.lead(id), { owner })).status).toBe(400);
});

test("a day to follow up stands on the list's first page until it is taken away", async () => {
  const server = await startServer({
    at: Date.parse("2026-01-31T12:00:00Z"),
  });
  const path = INBOX.lead(await newLead(server));
  const { open, post } = await member(server, ANA);
  const { heading, save } = leadContent.followUp;
  const press = async (followUpOn: string) =>
    (await open(path)).press(save, { followUpOn });
  const today = fillIn("{heading} {followUp} Dana Ortiz", inbox.today);
  expect((await press("0026-02-01")).said).toBe(inbox.deeds.past);
  expect((await open(INBOX.path)).text).not.toContain(today);
  const saved = await press("2026-01-31");
  expect(saved.said).toBe(inbox.deeds["follow-up"]);
  expect(saved.fields).toMatchObject({ followUpOn: "2026-01-31" });
  expect(saved.text).toContain(heading);
  expect((await open(INBOX.path)).text).toContain(today);
  expect((await open(`${INBOX.path}?filter=all`)).text).not.toContain(today);
  await press("");
  expect((await open(INBOX.path)).text).not.toContain(today);
  for (const followUpOn of ["2026-02-31", "soon"])
    expect((await post(path, { followUpOn })).status, followUpOn).toBe(400);
});

test("a note is kept as it was typed, and only its author corrects it", async () => {
  const server = await startServer({
    outbox: { notifyEmail: [ANA, "ben@agency.example"] },
  });
  const [ana, ben] = [
    await member(server, ANA),
    await member(server, "ben@agency.example"),
  ];
  const path = INBOX.lead(await newLead(server));
  const page = await ana.open(path);
  const { addNote } = leadContent;
  expect((await page.press(addNote, { text: " \r\n" })).said).toBe("");
  const noted = await page.press(addNote, {
    text: "Called.\r\n<b>Wants</b> a quote \uFFFD\u0007",
  });
  expect(noted.said).toBe(inbox.deeds.noted);
  expect(noted.text).toContain("Called. <b>Wants</b> a quote \uFFFD");
  const noteId = noted.fields["noteId"] ?? "";
  expect((await ben.open(path)).fields).not.toHaveProperty("noteId");
  for (const [{ post }, id] of [
    [ben, noteId],
    [ana, UNKNOWN],
  ] as const)
    expect((await post(path, { noteId: id, text: "Eve" })).status).toBe(404);
  // The form that corrects a note stands before the form of a new note.
  const corrected = await noted.press(addNote, { text: "Wants an audit" });
  expect(corrected.text).toContain("Wants an audit");
  expect(corrected.text).not.toMatch(/Called\.|\bEve\b/);
});

test("a note sent twice is kept once, and so are the same words of somebody else", async ({
  server,
  open,
}) => {
  const path = INBOX.lead(await newLead(server));
  const ana = await member(server, ANA);
  for (const page of [await ana.open(path), await open(path)])
    for (let press = 0; press < 2; press += 1)
      await page.press(leadContent.addNote, { text: "No answer" });
  expect((await open(path)).text.match(/No answer/g)).toHaveLength(2);
});

test.each([UNKNOWN, "1", "%2e%2e", "x".repeat(90), `${UNKNOWN}'`])(
  "%s is not a lead",
  async (id) => {
    const { open, post } = await operator();
    expect(await open(INBOX.lead(id))).toMatchObject({
      status: 404,
      heading: linkPages.errors.missing.heading,
    });
    expect((await post(INBOX.lead(id), { text: "Hello?" })).status).toBe(404);
  },
);
