import { expect } from "vitest";
import { MINUTE_MS } from "../../../contract/durations.ts";
import { INBOX } from "../../../contract/http/routes.ts";
import { content } from "../../../tests/content.ts";
import { startServer, testFrom } from "../../../tests/support/server.ts";
import {
  member,
  newLead,
  operatorOf,
  UNKNOWN,
} from "../../../tests/wire/inbox-request.ts";
import { inboxStory } from "../../../tests/wire/inbox-story.ts";
import { readLead } from "../../leads/read-lead.ts";

const { leadContent } = content;
const ANA = "ana@agency.example";
const BEN = "ben@agency.example";

/** A lead on a Saturday evening in New York, and three at its page. */
async function start() {
  const server = await startServer({
    at: Date.parse("2026-02-01T03:00:00Z"),
    outbox: { notifyEmail: [ANA, BEN] },
  });
  const id = await newLead(server, { email: "dana@sample.co" });
  const { told, ...story } = inboxStory();
  return {
    server,
    id,
    path: INBOX.lead(id),
    ana: told(await member(server, ANA)),
    ben: told(await member(server, BEN)),
    operator: told(await operatorOf(server)),
    ...story,
  };
}

const test = testFrom(start);

test("a member takes a lead and gives it back; who has no address only gives back", async ({
  path,
  ana,
  operator,
  expectSaid,
}) => {
  await (await ana.open(path)).press(leadContent.take);
  await ana.open(INBOX.path);
  await (await operator.open(path)).press(leadContent["given-back"]);
  for (const [{ post }, owner] of [
    [ana, "eve@evil.example"],
    [operator, ANA],
  ] as const)
    expect((await post(path, { owner })).status).toBe(400);
  await expectSaid("taken");
});

test("a day to follow up stands above the open leads until it is taken away", async ({
  path,
  ana: { open, post },
  expectSaid,
}) => {
  const { save } = leadContent.followUp;
  await open(INBOX.path);
  await (await open(path)).press(save, { followUpOn: "0026-02-01" });
  await (await open(path)).press("Sat, Jan 31");
  await open(INBOX.path);
  await open(`${INBOX.path}?filter=all`);
  await (await open(path)).press(save, { followUpOn: "" });
  await open(INBOX.path);
  for (const followUpOn of ["2026-02-31", "soon"])
    expect((await post(path, { followUpOn })).status, followUpOn).toBe(400);
  await expectSaid("follow-up");
});

test("a note is kept as it was typed, only its author corrects it, and a change meanwhile loses none", async ({
  server,
  id,
  path,
  ana,
  ben,
  operator,
  expectSaid,
}) => {
  const { addNote } = leadContent;
  const page = await ana.open(path);
  await page.press(addNote, { text: " \r\n" });
  const noted = await page.press(addNote, {
    text: "Called.\r\n<b>Wants</b> a quote \uFFFD\u0007",
  });
  await ana.open(`${INBOX.path}?search=wants`);
  await ben.open(path);
  // The form that corrects a note stands before
  // the form of a new note, and has the note.
  await noted.press(addNote);
  await (await operator.open(path)).press(addNote, { text: "Nobody's" });
  const { notes = [] } = (await readLead(server.store, id)) ?? {};
  for (const [{ post }, noteId] of [
    [ben, notes[0]?.id],
    [ana, UNKNOWN],
    [operator, notes[1]?.id],
  ] as const) {
    const { status } = await post(path, { noteId: noteId ?? "", text: "Eve" });
    expect(status).toBe(404);
  }
  await (await ben.open(path)).press(leadContent.markAnswered);
  await noted.press(addNote, { text: "Wants an audit" });
  await ana.open(`${INBOX.path}?search=audit`);
  for (const [length, status] of [
    [250_000, 303],
    [270_000, 413],
  ] as const)
    expect((await ana.post(path, { text: "x".repeat(length) })).status).toBe(
      status,
    );
  await expectSaid("noted");
});

test("a note sent twice is kept once, but also from somebody else or a minute later", async ({
  server,
  path,
  ana,
  ben,
}) => {
  for (const page of [await ana.open(path), await ben.open(path)])
    for (let press = 0; press < 2; press += 1)
      await page.press(leadContent.addNote, { text: "No answer" });
  server.clock.now += MINUTE_MS;
  await (
    await ben.open(path)
  ).press(leadContent.addNote, {
    text: "No answer",
  });
  const { text } = await ben.open(path);
  expect(text.match(/No answer/g)).toHaveLength(3);
});
