import { expect } from "vitest";
import { fillIn } from "../../../contract/content/fill-in.ts";
import { INBOX } from "../../../contract/http/routes.ts";
import { content } from "../../../tests/content.ts";
import { startServer } from "../../../tests/support/server.ts";
import {
  member,
  newLead,
  newLeads,
  operator,
  type OpenPage,
  UNKNOWN,
  inboxTest as test,
} from "../../../tests/wire/inbox-request.ts";

const { inbox, leadContent, linkPages } = content;
const { outcomes } = leadContent;
const { stale } = linkPages;
const { deeds } = inbox;
const ticksOf = (page: OpenPage, ...names: string[]) =>
  page.tick(...names.map((name) => fillIn(inbox.tick, { name })));

/** Presses the button that does what was refused. */
function insist(page: OpenPage) {
  const label = page.labels.find((one) => one.startsWith(stale.anyway));
  return page.press(label ?? stale.anyway);
}

test.each([
  [
    "marked",
    deeds.spam.one,
    async (list: OpenPage) => () =>
      list.press(outcomes.spam, ticksOf(list, "Ada", "Ben")),
  ],
  [
    "deleted",
    deeds.deleted.one,
    async (list: OpenPage) => {
      const ticks = ticksOf(list, "Ada", "Ben");
      return async () => {
        const asked = await list.press(inbox.deleteTicked, ticks);
        return asked.press(linkPages.delete.button);
      };
    },
  ],
  [
    "taken back",
    deeds.undone,
    async (list: OpenPage) => {
      const ticks = ticksOf(list, "Ada", "Ben");
      const marked = await list.press(outcomes.lost, ticks);
      return () => marked.press(inbox.undo);
    },
  ],
])(
  "ticked leads are %s; a lead that others changed waits for a second press",
  async (_, said, prepare) => {
    const { server, open } = await operator();
    await newLeads(server, "Ada", "Ben");
    const path = `${INBOX.path}?filter=all`;
    const press = await prepare(await open(path));
    const other = await open(path);
    await other.press(outcomes.won, ticksOf(other, "Ben"));
    const refused = await press();
    expect(refused).toMatchObject({
      status: 409,
      heading: stale.heading,
      said,
    });
    expect(refused.text).toContain(`Ben ${stale.changes.won}`);
    expect(refused.text).not.toContain("Ada");
    expect(refused.links[stale.keep]).toBe(path);
    const won = async () =>
      (await open(`${INBOX.path}?filter=won`)).rows.join();
    expect(await won()).toContain("Ben");
    expect((await insist(refused)).path).toBe(path);
    expect(await won()).not.toContain("Ben");
  },
);

test("a page of a lead changes no later version, but a double press and a note count", async () => {
  const server = await startServer();
  const ana = await member(server, "ana@agency.example");
  const path = INBOX.lead(await newLead(server));
  const [page, older] = [await ana.open(path), await ana.open(path)];
  expect((await page.press(leadContent.take)).said).toBe(deeds.owned);
  expect((await older.press(leadContent.take)).said).toBe(deeds.owned);
  const noted = await older.press(leadContent.addNote, { text: "No answer" });
  expect(noted.said).toBe(deeds.noted);
  expect((await older.press(leadContent.markAnswered)).status).toBe(409);
  const { save } = leadContent.followUp;
  const refused = await older.press(save, { followUpOn: "2099-02-28" });
  expect(refused).toMatchObject({ status: 409, heading: stale.heading });
  expect((await ana.open(path)).fields["followUpOn"]).toBe("");
  expect((await insist(refused)).said).toBe(deeds["follow-up"]);
  const later = await ana.open(path);
  expect(later.fields["followUpOn"]).toBe("2099-02-28");
  const answered = await later.press(leadContent.markAnswered);
  for (let press = 0; press < 2; press += 1)
    expect(await answered.press(stale.changes.reached)).toMatchObject({
      said: deeds.reached.one,
      anchor: "answer",
    });
  await (await ana.open(path)).press(outcomes.spam);
  await insist(await answered.press(stale.changes.reached));
  const { rows } = await ana.open(`${INBOX.path}?filter=spam`);
  expect(rows).toEqual([]);
});

test("all leads of a list are marked, which has an undo, or deleted, except leads that came after the page", async ({
  server,
  open,
}) => {
  for (let count = 0; count < 30; count += 1)
    await newLead(server, { name: `Flood ${count}` });
  await newLead(server, { name: "Honest" });
  const list = await open(`${INBOX.path}?search=flood`);
  const asked = await list.follow(fillIn(inbox.all.select.many, { count: 30 }));
  await newLead(server, { name: "Flood, later" });
  server.clock.now += 1;
  const marked = await asked.press(outcomes.spam);
  expect(marked.said).toBe(fillIn(deeds.spam.many, { count: 30 }));
  const spam = await open(`${INBOX.path}?filter=spam`);
  expect(spam.links).toHaveProperty([`${inbox.filters.spam} (30)`]);
  server.clock.now += 1;
  await (await spam.follow("Flood 7")).press(outcomes.lost);
  await (await (await open(INBOX.path)).follow("Honest")).press(outcomes.won);
  const refused = await marked.press(inbox.undo);
  expect(refused).toMatchObject({ status: 409, heading: stale.heading });
  const { links } = await open(INBOX.path);
  expect(links).toHaveProperty([`${inbox.filters.open} (30)`]);
  expect(links).toHaveProperty([`${inbox.filters.won} (1)`]);
  await insist(refused);
  const found = await open(`${INBOX.path}?search=flood`);
  const deleting = await found.follow(
    fillIn(inbox.all.select.many, { count: 31 }),
  );
  await newLead(server, { name: "Flood, last" });
  for (let press = 0; press < 2; press += 1)
    expect((await deleting.press(linkPages.delete.button)).said).toBe(
      fillIn(deeds.deleted.many, { count: 31 }),
    );
  const { rows } = await open(`${INBOX.path}?filter=all`);
  expect(rows.slice(1).map((row) => row.split(" Ortiz")[0])).toEqual([
    "Flood, last",
    "Honest",
  ]);
});

test("a mark that no page offers is refused", async ({ server, post }) => {
  const lead = await newLead(server);
  for (const mark of ["suspected", ""])
    expect((await post(INBOX.mark, { lead, mark })).status, mark).toBe(400);
  const gone = { lead: UNKNOWN, mark: "spam" };
  expect((await post(INBOX.mark, gone)).status).toBe(404);
});
