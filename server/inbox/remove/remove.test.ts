import { expect, vi } from "vitest";
import { fillIn } from "../../../contract/content/fill-in.ts";
import { INBOX } from "../../../contract/http/routes.ts";
import { content } from "../../../tests/content.ts";
import { readAll } from "../../../tests/store/contract/rows.ts";
import { LEAD } from "../../../tests/support/leads.ts";
import { startServer } from "../../../tests/support/server.ts";
import {
  member,
  newLead,
  newLeads,
  inboxTest as test,
} from "../../../tests/wire/inbox-request.ts";
import { inboxStory } from "../../../tests/wire/inbox-story.ts";

const { inbox, leadContent, linkPages } = content;
const { deeds } = inbox;
const OTHER = { ...LEAD, email: "somebody@else.example" };

test("deleting asks first, and then deletes the ticked leads and no others", async ({
  server,
  open,
  post,
}) => {
  await newLeads(server, "Ada", "Ben", "Cleo");
  const list = await open(`${INBOX.path}?filter=all`);
  const ticks = ["Ada", "Cleo"].map((name) => fillIn(inbox.tick, { name }));
  const asked = await list.press(inbox.deleteTicked, list.tick(...ticks));
  expect(asked.heading).toBe(linkPages.delete.heading);
  expect(asked.text).toMatch(/Ada.*Cleo/);
  expect(asked.text).not.toContain("Ben");
  expect((await readAll(server.store)).length).toBe(3);
  const forget = vi.spyOn(server.store, "forgetDeleted");
  const after = await asked.press(linkPages.delete.button);
  expect(forget, "they are in no log of the store").toHaveBeenCalled();
  expect(after).toMatchObject({
    said: fillIn(deeds.deleted.many, { count: 2 }),
    path: list.path,
  });
  expect(after.rows.join()).not.toMatch(/Ada|Cleo/);
  expect(after.rows.join()).toContain("Ben");
  expect((await list.follow("Ada")).status).toBe(404);
  const nothing = await list.press(inbox.deleteTicked);
  expect(nothing).toMatchObject({ said: deeds.nothing, path: list.path });
  const lead = await newLead(server);
  const { headers } = await post(INBOX.delete, {
    lead,
    back: "//evil.example",
  });
  expect(headers["location"]).toBe(INBOX.path);
});

const PERSON = { email: "dana@ortizhvac.example" };

test("everything about a person is shown and downloaded, and nothing about anybody else", async ({
  server,
  open,
  get,
}) => {
  const first = await newLead(server, {
    ...PERSON,
    problems: "<script>alert(1)</script>",
  });
  const page = await open(INBOX.lead(first));
  await page.press(leadContent.addNote, { text: "Called." });
  const second = await newLead(server, {
    ...PERSON,
    problems: "Slow quotes",
  });
  const other = await newLead(server, OTHER);
  const shown = await page.follow(linkPages.person.heading);
  for (const part of ["<script>alert(1)</script>", "Called.", "Slow quotes"])
    expect(shown.text).toContain(part);
  const path = shown.links[linkPages.person.file] ?? "";
  const answer = await get(path.replace(first, second));
  expect(answer.headers).toMatchObject({
    "content-type": "application/json; charset=utf-8",
    "content-disposition": 'attachment; filename="person.json"',
    "cache-control": "no-store",
  });
  expect(JSON.parse(answer.body).leads).toMatchObject([
    { lead: { id: first }, notes: [{ text: "Called." }] },
    { lead: { id: second, problems: "Slow quotes" } },
  ]);
  expect(answer.body).not.toContain(other);
});

test("an erasure first shows a person's leads, and then leaves nothing of the person", async () => {
  const server = await startServer({ at: Date.parse("2026-02-03T15:00:00Z") });
  const { told, expectSaid } = inboxStory();
  const { open } = told(await member(server, "ana@agency.example"));
  const first = await newLead(server, PERSON);
  server.clock.now += 1;
  await newLead(server, { ...PERSON, problems: "Slow quotes" });
  server.clock.now += 1;
  const other = await newLead(server, { ...PERSON, name: "Ada" });
  await (await open(INBOX.lead(first))).press(leadContent.parted);
  const lead = await open(INBOX.lead(first));
  await lead.press(leadContent.addNote, { text: "Called." });
  const asked = await lead.follow(leadContent.erasePerson);
  await (await open(INBOX.lead(first))).press(leadContent.take);
  const refused = await asked.press(linkPages.erase.button);
  await refused.press(refused.labels.at(-1) ?? "");
  await open(INBOX.receipt);
  await asked.press(linkPages.erase.button);
  expect((await readAll(server.store)).map(({ id }) => id)).toEqual([other]);
  await (await open(INBOX.erase(other))).press(linkPages.erase.button);
  expect(server.log()).toContain(
    `"leads":2,"by":"ana@agency.example","msg":"leads were deleted in the inbox"`,
  );
  await expectSaid("erased");
});
