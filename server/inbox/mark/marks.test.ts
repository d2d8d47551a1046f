import { expect } from "vitest";
import { fillIn } from "../../../contract/content/fill-in.ts";
import { INBOX } from "../../../contract/http/routes.ts";
import { content } from "../../../tests/content.ts";
import { startServer, testFrom } from "../../../tests/support/server.ts";
import {
  member,
  newLead,
  type OpenPage,
  UNKNOWN,
} from "../../../tests/wire/inbox-request.ts";
import { inboxStory } from "../../../tests/wire/inbox-story.ts";

const { inbox, leadContent, linkPages } = content;
const { outcomes } = leadContent;
const { stale } = linkPages;
const ALL = `${INBOX.path}?filter=all`;
const WON = `${INBOX.path}?filter=won`;
const SPAM = `${INBOX.path}?filter=spam`;

/** A member whose presses are a list. */
async function start() {
  const server = await startServer({ at: Date.parse("2026-02-03T15:00:00Z") });
  const { told, ...story } = inboxStory();
  const ana = told(await member(server, "ana@agency.example"));
  const add = (name: string) =>
    newLead(server, { name, email: `${name.replaceAll(" ", "")}@sample.co` });
  return { server, ...ana, add, ...story };
}

const test = testFrom(start);

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
    async (list: OpenPage) => () =>
      list.press(outcomes.spam, ticksOf(list, "Ada", "Ben")),
  ],
  [
    "deleted",
    async (list: OpenPage) => {
      const ticks = ticksOf(list, "Ada", "Ben");
      const asked = await list.press(inbox.deleteTicked, ticks);
      return () => asked.press(linkPages.delete.button);
    },
  ],
  [
    "undone",
    async (list: OpenPage) => {
      const marked = await list.press(
        outcomes.lost,
        ticksOf(list, "Ada", "Ben"),
      );
      return () => marked.press(inbox.undo);
    },
  ],
])(
  "ticked leads are %s; a lead that others changed waits for a second press",
  async (what, prepare) => {
    const { server, open, add, expectSaid } = await start();
    for (const name of ["Ada", "Ben"]) {
      await add(name);
      server.clock.now += 1;
    }
    const press = await prepare(await open(ALL));
    const other = await open(ALL);
    await other.press(outcomes.won, ticksOf(other, "Ben"));
    const refused = await press();
    await open(WON);
    await insist(refused);
    await open(WON);
    await expectSaid(what);
  },
);

test("a page of a lead changes no later version, but a double press and a note count", async ({
  open,
  add,
  expectSaid,
}) => {
  const path = INBOX.lead(await add("Dana"));
  const [page, older] = [await open(path), await open(path)];
  await page.press(leadContent.take);
  await older.press(leadContent.take);
  await older.press(leadContent.addNote, { text: "No answer" });
  await older.press(leadContent.markAnswered);
  const { save } = leadContent.followUp;
  const refused = await older.press(save, { followUpOn: "2099-02-28" });
  await open(path);
  await insist(refused);
  const answered = await (await open(path)).press(leadContent.markAnswered);
  for (let press = 0; press < 2; press += 1)
    await answered.press(stale.changes.reached);
  await (await open(path)).press(outcomes.spam);
  await insist(await answered.press(stale.changes.reached));
  await open(SPAM);
  await expectSaid("stale");
});

test("all leads of a list are marked, which has an undo, or deleted, except leads that came after the page", async ({
  server,
  open,
  add,
  expectSaid,
}) => {
  for (let count = 0; count < 30; count += 1) await add(`Flood ${count}`);
  await add("Honest");
  const list = await open(`${INBOX.path}?search=flood`);
  const asked = await list.follow(fillIn(inbox.all.select.many, { count: 30 }));
  await add("Flood later");
  server.clock.now += 1;
  const marked = await asked.press(outcomes.spam);
  server.clock.now += 1;
  await (await (await open(SPAM)).follow("Flood 7")).press(outcomes.lost);
  await (await (await open(INBOX.path)).follow("Honest")).press(outcomes.won);
  const refused = await marked.press(inbox.undo);
  await open(INBOX.path);
  await insist(refused);
  const found = await open(`${INBOX.path}?search=flood`);
  const deleting = await found.follow(
    fillIn(inbox.all.select.many, { count: 31 }),
  );
  await add("Flood last");
  for (let press = 0; press < 2; press += 1)
    await deleting.press(linkPages.delete.button);
  await open(ALL);
  await expectSaid("all");
});

test("a mark that no page offers is refused", async ({ add, post }) => {
  const lead = await add("Dana");
  for (const mark of ["suspected", ""])
    expect((await post(INBOX.mark, { lead, mark })).status, mark).toBe(400);
  const gone = { lead: UNKNOWN, mark: "spam" };
  expect((await post(INBOX.mark, gone)).status).toBe(404);
});
