import * as v from "valibot";
import { expect } from "vitest";
import { fillIn } from "../../../contract/content/fill-in.ts";
import { HOUR_MS, isoTime } from "../../../contract/durations.ts";
import { INBOX } from "../../../contract/http/routes.ts";
import { content } from "../../../tests/content.ts";
import { leadRow } from "../../../tests/support/leads.ts";
import { recordResults } from "../../../tests/support/results.ts";
import { startServer } from "../../../tests/support/server.ts";
import {
  member,
  namesIn,
  newLead,
  newLeads,
  inboxTest as test,
} from "../../../tests/wire/inbox-request.ts";
import { insertLeads } from "../../leads/insert-leads.ts";
import { ListQuerySchema, pageCount } from "./list-query.ts";

const { inbox, leadContent } = content;
const { givenUp, tryAgain, deeds } = inbox;
const { outcomes } = leadContent;
const box = (name: string) => fillIn(inbox.tick, { name });
const SPAM = "[url=https://x.example]cheap[/url]";

test("the list offers outcomes for ticked leads, and says what a press did", async ({
  server,
  open,
}) => {
  await newLeads(server, "Ada", "Ben");
  const list = await open(`${INBOX.path}?filter=all&search=ada`);
  expect(list.fields["search"]).toBe("ada");
  expect((await list.press(outcomes.won)).said).toBe(inbox.deeds.nothing);
  await list.press(outcomes.won, list.tick(box("Ada")));
  // A double press can still be undone.
  const after = await list.press(outcomes.won, list.tick(box("Ada")));
  expect(after).toMatchObject({ said: inbox.deeds.won.one, path: list.path });
  expect(after.rows.join()).toContain(outcomes.won);
  const undone = await after.press(inbox.undo);
  expect(undone).toMatchObject({ said: inbox.deeds.undone, path: list.path });
  expect(undone.rows.join()).not.toContain(outcomes.won);
  // A mark that a lead had before the page was shown is not the page's to undo.
  const again = await open(list.path);
  await again.press(outcomes.won, again.tick(box("Ada")));
  const won = await open(`${INBOX.path}?filter=won`);
  const same = await won.press(outcomes.won, won.tick(box("Ada")));
  expect(same.labels).not.toContain(inbox.undo);
});

test("each list has and counts its leads: Open what is due first, the others the latest", async () => {
  const server = await startServer();
  const ana = await member(server, "ana@agency.example");
  // An id that the sender chose makes no lead newer.
  const id = "ffffffff-ffff-7fff-bfff-ffffffffffff";
  await newLead(server, { name: "Late", id });
  server.clock.now += 1;
  await newLeads(server, "Mine", "Won", "Lost", "Answered", "Spam");
  await newLead(server, { name: "Suspect", problems: SPAM });
  const open = await ana.open(INBOX.path);
  await (await open.follow("Mine")).press(leadContent.take);
  for (const [mark, name] of [
    [outcomes.won, "Won"],
    [outcomes.lost, "Lost"],
    [outcomes.spam, "Spam"],
    [leadContent.markAnswered, "Answered"],
  ] as const)
    await open.press(mark, open.tick(box(name)));
  const time = isoTime(server.clock.now);
  const storm = new URLSearchParams({
    filter: "all",
    after: time,
    before: isoTime(server.clock.now + 1),
  });
  server.clock.now += 30 * HOUR_MS;
  await newLead(server, { name: "New" });
  expect(namesIn(await ana.open(`${INBOX.path}?${storm}`))).toHaveLength(6);
  const expected = [
    ["open", "Late Mine New"],
    ["next", ""],
    ["booked", ""],
    ["waiting", "Answered"],
    ["won", "Won"],
    ["lost", "Lost"],
    ["spam", "Suspect Spam"],
    ["all", "New Suspect Spam Answered Lost Won Mine Late"],
  ] as const;
  const { links } = await ana.open(INBOX.path);
  for (const [filter, listed] of expected) {
    const count = listed.split(" ").filter(Boolean).length;
    const link = links[`${inbox.filters[filter]} (${count})`] ?? "";
    expect(namesIn(await ana.open(link)).join(" "), filter).toBe(listed);
  }
  const spam = await ana.open(`${INBOX.path}?filter=spam`);
  const judged = await spam.press(leadContent.notSpam, spam.tick(box("Spam")));
  expect(namesIn(judged)).toEqual(["Suspect"]);
  expect(namesIn(await ana.open(`${INBOX.path}?search=won`))).toEqual(["Won"]);
});

test("a list of an owner's leads alone says so, and counts them alone", async ({
  server,
  open,
}) => {
  const ana = await member(server, "ana@agency.example");
  await newLeads(server, "Ada", "Ben");
  const list = await ana.open(INBOX.path);
  await (await list.follow("Ada")).press(leadContent.take);
  const all = await open(INBOX.path);
  const hers = await all.follow(fillIn(inbox.owned, { by: "Ana" }));
  expect(hers.text).toContain(fillIn(inbox.ofOwner, { by: "Ana" }));
  expect(hers.links[`${inbox.filters.open} (1)`]).toContain("owner=ana");
  expect(namesIn(hers)).toEqual(["Ada"]);
});

test("a page has 25 leads, and the pages of a lead lead back to it", async ({
  server,
  open,
}) => {
  for (let count = 0; count < 27; count += 1)
    await newLead(server, { name: `N${count}` });
  const first = await open(INBOX.path);
  expect(namesIn(first)).toEqual(
    Array.from({ length: 25 }, (_, place) => `N${place}`),
  );
  expect(namesIn(await open(`${INBOX.path}?page=999999`))).toEqual([
    "N25",
    "N26",
  ]);
  expect(namesIn(await open(`${INBOX.path}?search=n&page=2`))).toHaveLength(2);
  expect([25, 26].map((total) => pageCount({ total }))).toEqual([1, 2]);
  const second = await first.follow(inbox.pages.next);
  const all = await second.follow(`${inbox.filters.all} (27)`);
  expect([all.path, second.links[inbox.pages.previous]]).toEqual([
    `${INBOX.path}?filter=all`,
    INBOX.path,
  ]);
  const lead = await second.follow("N26");
  const answered = await lead.press(leadContent.markAnswered);
  const corrected = await answered.follow(leadContent.correct);
  const saved = await corrected.press(inbox.edit.save);
  const deleting = await saved.follow(leadContent.delete);
  expect(deleting.fields["back"]).toContain("page=2");
  const back = await saved.follow(leadContent.back);
  expect(back.path).toContain("page=2");
  expect(back.said).toBe("");
});

test("the download of 1,001 leads has each lead exactly once", async ({
  server,
  get,
}) => {
  const rows = Array.from({ length: 1_001 }, (_, number) => leadRow(number));
  await insertLeads(server.store, { rows });
  const { body, headers } = await get(`${INBOX.sheet}?filter=all`);
  expect(headers).toMatchObject({
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": 'attachment; filename="leads.csv"',
  });
  const ids = body
    .split("\r\n")
    .slice(1, -1)
    .map((line) => line.slice(1, 37));
  expect(ids.toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
});

test.each([
  [{ page: "0" }, { page: 1 }],
  [{ filter: "nonsense" }, { filter: "open" }],
  [{ month: "2027-13" }, { month: "" }],
  [{ after: "2027-03-01T12:00:00Z" }, { after: "" }],
  [{ search: "x".repeat(5000) }, { search: "x".repeat(100) }],
  [{ search: "\0a\u0007\nb\uFFFD" }, { search: "a b\uFFFD" }],
])("an address with %j names a list", (typed, query) => {
  expect(v.parse(ListQuerySchema, typed)).toMatchObject(query);
});

test("what was given up of open leads stands above the list, until one press tries it again", async ({
  server,
  open,
}) => {
  for (const name of ["Ada", "Ben", "Cleo"])
    await newLead(server, { name, email: `${name}@visitor.example` });
  const reason = "No such mailbox.";
  await recordResults(server.store, "mail", { kind: "refused", reason });
  const lead = await (await open(INBOX.path)).follow("Cleo");
  await lead.press(leadContent.markAnswered);
  const list = await open(INBOX.path);
  // The mails to the agency are tried again by themselves.
  const alarm = fillIn(givenUp.many, { count: 2 });
  expect(list.text).toContain(`${alarm} Ben Ada`);
  const ben = await list.follow("Ben");
  const sent = await ben.press(leadContent.revive);
  expect(sent.said).toBe(deeds.sent);
  // The mail to the agency still has it.
  expect(sent.text.split(reason)).toHaveLength(2);
  expect((await open(INBOX.path)).text).toContain(`${givenUp.one} Ada`);
  const after = await list.press(fillIn(tryAgain.many, { count: 2 }));
  expect(after.said).toBe(deeds.revived);
  expect(after.text).not.toContain(alarm);
  // Nobody waits for the mail of a lead with an answer.
  expect((await open(lead.path)).labels).toContain(leadContent.revive);
});
