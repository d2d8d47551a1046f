import { expect } from "vitest";
import type { LeadDetail } from "../../../contract/inbox/leads-admin.ts";
import { VISITOR } from "../../../contract/mail/delivery.ts";
import { MINUTE_MS } from "../../../contract/durations.ts";
import { fillIn } from "../../../contract/content/fill-in.ts";
import { INBOX } from "../../../contract/http/routes.ts";
import { content } from "../../../tests/content.ts";
import {
  deadHook,
  booking,
  LATER,
  lead,
  leadText,
  NOW,
} from "../../../tests/support/inbox-views.ts";
import { startServer } from "../../../tests/support/server.ts";
import {
  member,
  newLead,
  operator,
  UNKNOWN,
  inboxTest as test,
} from "../../../tests/wire/inbox-request.ts";

const { calls, fields, inbox, leadContent, linkPages, services } = content;
const { move, missed } = calls.changes;
const { changes, visitor } = linkPages.stale;
const owned = fillIn(inbox.owned, { by: "Ana" });
const ANA = "ana@agency.example";

const change = { changedAt: NOW, author: ANA };
const over = { startsAt: NOW, endsAt: NOW };
const NOON = "12:00 PM UTC";

test.each<[string, Partial<LeadDetail>, string]>([
  [
    "who waits",
    {
      test: true,
      againOf: "1",
      againSince: NOW,
      wish: { at: LATER, zone: "UTC", phone: booking.phone, typed: "0142" },
      lead: { ...lead, problems: "a\n".repeat(9) },
      deliveries: [
        { ...deadHook, state: "cancelled" },
        { ...deadHook, id: "2", state: "due", lastError: "Gone." },
        { ...deadHook, id: "3", state: "sent", sentAt: LATER },
        { ...deadHook, id: "4", why: "written", lastError: "x" },
      ],
    },
    `${lead.name} 1 day left ${fillIn(inbox.waitingSince, { day: "Monday, March 1" })} ${inbox.testMark}
    ${inbox.testMark} Call ${booking.phone} ${leadContent.reply}
    ${leadContent.reached} ${leadContent.markAnswered} ${leadContent.noAnswer}
    ${leadContent.noAnswer} ${leadContent.take} ${leadContent.wished} Tue, Mar 2, ${NOON} ${fields.problems.label}
    a a ${leadContent.unfold}
    ${calls.book.openTime} Tue, Mar 2 12:00 PM ${calls.book.otherTime}
    ${calls.book.otherTime} ${calls.number} ${calls.book.mailed}
    ${lead.company_name} ${fields.selected_service.short} ${services[0]?.label}
    ${calls.number} ${booking.phone} 0142 ${inbox.columns.came}
    ${leadContent.due} Mar 2, ${NOON}
    ${leadContent.deliveries} Webhook waiting, Mar 1, ${NOON}, 3 tries Gone.
    Gone. Webhook sent, Mar 2, ${NOON}, 3 tries Webhook
    ${leadContent.why.written} ${leadContent.revive} ${leadContent.goodbye}`,
  ],
  [
    "who came to a call",
    {
      againOf: "1",
      againSince: NOW,
      answeredAt: NOW,
      lead: { ...lead, email: "2015550142@phone.invalid" },
      bookings: [
        { ...booking, id: "1", state: "cancelled" },
        { ...booking, ...over, state: "came", zone: "UTC", phoneTyped: "0142" },
      ],
      history: [
        { ...change, kind: "answered" },
        { ...change, kind: "reached" },
        { ...change, kind: "reopened" },
        { ...change, kind: "reached" },
        {
          ...change,
          kind: "call-moved",
          author: VISITOR,
          startsAt: LATER,
          reason: "Ill",
        },
        { ...change, kind: "follow-up", reason: "2027-03-09" },
      ],
    },
    `${inbox.answered} ${inbox.again} Call 2015550142 ${leadContent.reached}
    ${leadContent.reached} ${leadContent.reopen}
    Mon, Mar 1, ${NOON} ${calls.number} ${booking.phone} 0142 ${calls.states.came}
    ${calls.states.came} ${missed.open} ${calls.unmailed}
    12:00 PM GMT for the visitor ${calls.number} ${booking.phone} ${calls.states.cancelled} ${leadContent.outcome}
    ${calls.book.unmailed}
    ${leadContent.notes} ${changes.reopened} by Ana, Mar 1, ${NOON} ${changes.reached} by Ana, Mar 1, ${NOON}
    ${NOON} ${leadContent.noteLabel}
    ${inbox.edit.emailOrPhone} 2015550142
    ${leadContent.answeredAt} Mar 1, ${NOON} by H
    : Tue, Mar 2, ${NOON} by ${visitor}, Mar 1, ${NOON} Ill
    Ill ${changes["follow-up"]}: Mar 9 by Ana, Mar 1, ${NOON}
    ${NOON} ${leadContent.goodbye}`,
  ],
  [
    "who looks like spam and had a call",
    {
      outcome: "suspected",
      answeredAt: NOW,
      answeredBy: "zoe@agency.example",
      bookings: [{ ...booking, ...over }],
      deliveries: [{ ...deadHook, state: "cancelled" }],
    },
    `${leadContent.reply} ${leadContent.notSpam} ${leadContent.take} Business problems
    ${missed.open} ${calls.unmailed}
    ${leadContent.followUp.save} ${leadContent.notes}
    direct ${leadContent.outcome} ${leadContent.outcomes.suspected} (set on Mar 1, ${NOON}) by H
    Webhook ${leadContent.waitsForReview}, 3 tries ${leadContent.goodbye}`,
  ],
  [
    "who has a call ahead",
    {
      answeredAt: NOW,
      bookings: [booking],
      lead: { ...lead, problems: "a".repeat(241) },
    },
    `a ${leadContent.unfold}
    ${move.open} ${move.mailed}
    ${leadContent.followUp.save} ${leadContent.notes}`,
  ],
])(
  "the page of somebody %s says what is known and can be done",
  (_, who, lines) => {
    const text = leadText(who);
    for (const line of lines.split("\n")) expect(text).toContain(line.trim());
  },
);

test("a member takes a lead and gives it back; who has no address only gives back", async ({
  server,
  open,
}) => {
  const id = await newLead(server);
  expect((await open(INBOX.lead(id))).labels).not.toContain(leadContent.take);
  const ana = await member(server, ANA);
  const taken = await (await ana.open(INBOX.lead(id))).press(leadContent.take);
  expect(taken.said).toBe(inbox.deeds.owned);
  expect(taken.labels).not.toContain(leadContent.take);
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

test("a day to follow up stands on the list's first page until it is taken away", async () => {
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
  expect((await page.press(addNote, { text: " \r\n" })).said).toBe("");
  const noted = await page.press(addNote, {
    text: "Called.\r\n<b>Wants</b> a quote \uFFFD\u0007",
  });
  expect(noted.text).toContain("Called. <b>Wants</b> a quote \uFFFD");
  const noteId = noted.fields["noteId"] ?? "";
  expect((await ben.open(path)).fields).not.toHaveProperty("noteId");
  // The form that corrects a note stands before the form of a new note, and has the note.
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

test("an unknown or unreadable id is no lead", async ({ open, post }) => {
  for (const id of [UNKNOWN, "1"]) {
    const { heading } = linkPages.errors.missing;
    const title = `${heading} | Nightshift`;
    expect(await open(INBOX.lead(id))).toMatchObject({ status: 404, title });
    expect((await post(INBOX.lead(id), { text: "Hello?" })).status).toBe(404);
  }
});
