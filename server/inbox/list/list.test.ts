import { expect, test } from "vitest";
import { fillIn } from "../../../contract/content/fill-in.ts";
import { INBOX } from "../../../contract/http/routes.ts";
import { content } from "../../../tests/content.ts";
import {
  member,
  newLead,
  operator,
} from "../../../tests/wire/inbox-request.ts";

const { inbox, leadContent } = content;
const { outcomes } = leadContent;
const box = fillIn(inbox.tick, { name: "Ada" });

test("the list offers outcomes for ticked leads, and says what a press did", async () => {
  const { server, open } = await operator();
  await newLead(server, { name: "Ada" });
  const list = await open(INBOX.path);
  const offered = list.buttons
    .filter(({ to }) => to === INBOX.mark)
    .map(({ label }) => label);
  expect(offered).toEqual([
    leadContent.markAnswered,
    outcomes.won,
    outcomes.lost,
    outcomes.spam,
  ]);
  await list.press(outcomes.won, list.tick(box));
  const after = await list.press(outcomes.won, list.tick(box)); // A double press can still be undone.
  expect(after.said).toContain(inbox.deeds.won.one);
  expect(after.rows.join()).not.toContain("Ada");
  expect((await after.press(inbox.undo)).rows.join()).toContain("Ada");
});

test("the lists of suspects and of spam offer to judge", async () => {
  const { server, open } = await operator();
  await newLead(server, { name: "Ada" });
  const all = await open(INBOX.path);
  await all.press(outcomes.spam, all.tick(box));
  const list = await open(`${INBOX.path}?filter=spam`);
  const offered = list.buttons
    .filter(({ to }) => to === INBOX.mark)
    .map(({ label }) => label);
  expect(offered).toEqual([leadContent.notSpam, outcomes.spam]);
  const judged = await list.press(leadContent.notSpam, list.tick(box));
  expect(judged.rows.join()).not.toContain("Ada");
  expect((await open(INBOX.path)).rows.join()).toContain("Ada");
});

test("the name of a lead's owner opens the list of the owner's leads alone", async () => {
  const { server, open } = await operator();
  const ana = await member(server, "ana@agency.example");
  for (const name of ["Ada", "Ben"]) await newLead(server, { name });
  const { links } = await ana.open(INBOX.path);
  await (await ana.open(links["Ada"] ?? "")).press(leadContent.take);
  const all = await open(INBOX.path);
  expect(all.rows.join()).toContain("Ben");
  const owned = fillIn(inbox.owned, { by: "Ana" });
  const hers = await open(all.links[owned] ?? "");
  expect(hers.text).toContain(fillIn(inbox.ofOwner, { by: "Ana" }));
  expect(hers.links[`${inbox.filters.open} (1)`]).toContain("owner=ana");
  expect(hers.rows.join()).toContain("Ada");
  expect(hers.rows.join()).not.toContain("Ben");
  const whole = await open(hers.links[inbox.wholeList] ?? "");
  expect(whole.rows.join()).toContain("Ben");
});
