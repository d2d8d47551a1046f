import { expect } from "vitest";
import { fillIn } from "../../../contract/content/fill-in.ts";
import { MINUTE_MS } from "../../../contract/durations.ts";
import { INBOX } from "../../../contract/http/routes.ts";
import { content } from "../../../tests/content.ts";
import { startServer } from "../../../tests/support/server.ts";
import {
  member,
  namesIn,
  newLead,
  operator,
  UNKNOWN,
  inboxTest as test,
} from "../../../tests/wire/inbox-request.ts";

const { inbox, leadContent } = content;
const owned = fillIn(inbox.owned, { by: "Ana" });
const ANA = "ana@agency.example";

test("a member takes a lead and gives it back; who has no address only gives back", async ({
  server,
  open,
}) => {
  const id = await newLead(server);
  const ana = await member(server, ANA);
  const taken = await (await ana.open(INBOX.lead(id))).press(leadContent.take);
  expect(taken.said).toBe(inbox.deeds.owned);
  const seen = await open(INBOX.lead(id));
  expect(seen.text).toContain(owned);
  expect((await seen.press(leadContent["given-back"])).text).not.toContain(
    owned,
  );
  for (const [{ post }, owner] of [
    [ana, "eve@evil.example"],
    [await operator(), ANA],
  ] as const)
    expect((await post(INBOX.lead(id), { owner })).status).toBe(400);
});

test("a day to follow up stands above the open leads until it is taken away", async () => {
  const server = await startServer({
    at: Date.parse("2026-02-01T03:00:00Z"),
  });
  const path = INBOX.lead(await newLead(server));
  const { open, post } = await member(server, ANA);
  const { heading, save } = leadContent.followUp;
  const press = async (followUpOn: string) =>
    (await open(path)).press(save, { followUpOn });
  const today = fillIn("{heading} {followUp} Dana Ortiz", inbox.today);
  expect((await press("0026-02-01")).said).toBe(inbox.deeds.past);
  expect((await open(INBOX.path)).text).not.toContain(today);
  const saved = await (await open(path)).press("Sat, Jan 31");
  expect(saved.said).toBe(inbox.deeds["follow-up"]);
  expect(saved.text).toContain(`${heading} Jan 31`);
  expect((await open(INBOX.path)).text).toContain(today);
  expect((await open(`${INBOX.path}?filter=all`)).text).not.toContain(today);
  await press("");
  expect((await open(INBOX.path)).text).not.toContain(today);
  for (const followUpOn of ["2026-02-31", "soon"])
    expect((await post(path, { followUpOn })).status, followUpOn).toBe(400);
});

test("a note is kept as it was typed, only its author corrects it, and a change meanwhile loses none", async () => {
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
  const empty = await page.press(addNote, { text: " \r\n" });
  expect(empty).toMatchObject({ status: 200, said: "" });
  const noted = await page.press(addNote, {
    text: "Called.\r\n<b>Wants</b> a quote \uFFFD\u0007",
  });
  expect(noted.text).toContain("Called. <b>Wants</b> a quote \uFFFD");
  const found = async (search: string) =>
    namesIn(await ana.open(`${INBOX.path}?search=${search}`));
  expect(await found("wants")).toEqual(["Dana"]);
  const noteId = noted.fields["noteId"] ?? "";
  expect((await ben.open(path)).fields).not.toHaveProperty("noteId");
  // The form that corrects a note stands before
  // the form of a new note, and has the note.
  expect((await noted.press(addNote)).said).toBe(inbox.deeds.noted);
  for (const [{ post }, id] of [
    [ben, noteId],
    [ana, UNKNOWN],
  ] as const)
    expect((await post(path, { noteId: id, text: "Eve" })).status).toBe(404);
  await (await ben.open(path)).press(leadContent.markAnswered);
  const corrected = await noted.press(addNote, { text: "Wants an audit" });
  expect(corrected.text).toContain("Wants an audit");
  expect(corrected.text).not.toMatch(/Called\.|\bEve\b/);
  expect(await found("audit")).toEqual(["Dana"]);
  for (const [length, status] of [
    [250_000, 303],
    [270_000, 413],
  ] as const)
    expect((await ana.post(path, { text: "x".repeat(length) })).status).toBe(
      status,
    );
});

test("a note sent twice is kept once, but also from somebody else or a minute later", async ({
  server,
  open,
}) => {
  const path = INBOX.lead(await newLead(server));
  const ana = await member(server, ANA);
  for (const page of [await ana.open(path), await open(path)])
    for (let press = 0; press < 2; press += 1)
      await page.press(leadContent.addNote, { text: "No answer" });
  server.clock.now += MINUTE_MS;
  await (await open(path)).press(leadContent.addNote, { text: "No answer" });
  expect((await open(path)).text.match(/No answer/g)).toHaveLength(3);
});
