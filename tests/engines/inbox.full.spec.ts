/** The inbox: in by a link, to a lead, and out again. */
import { INBOX } from "../../contract/routes.ts";
import { content } from "../content.ts";
import { leadOf } from "../e2e/booking-form.ts";
import { administer, inboxLink, sendLead } from "../e2e/operator.ts";
import { expect, test } from "./test.ts";

const { inbox, leadContent, linkPages } = content;

test("its link asks, a lead is answered, and it is closed", async ({ visitor, site, answers }) => {
  await sendLead(site, { ...leadOf(answers), company_name: answers.email });
  const { pathname, search } = new URL(inboxLink(site));
  await visitor.open(pathname + search);
  await visitor.clicks("button", linkPages["sign-in"].button);
  await visitor.finds("heading", content.inbox.heading);
  await visitor.open(`/inbox?search=${encodeURIComponent(answers.email)}`);
  await visitor.clicks("link", answers.name);
  await visitor.finds("heading", answers.name);
  await visitor.clicks("button", leadContent.markAnswered);
  await expect.poll(() => visitor.look(() => document.body.innerText)).toContain(inbox.answered);
  // Somebody else is faster.
  const [lead] = site.leads(answers.email);
  await administer(site, "outcome", { id: String(lead?.["id"]), outcome: "won" });
  const { stale } = linkPages;
  await visitor.clicks("button", leadContent.outcomes.lost);
  await visitor.finds("heading", stale.heading);
  await visitor.clicks("button", `${stale.anyway} ${stale.changes.lost}`);
  // The page of the stale change has the same heading, and no outcome.
  const outcome = () => visitor.look(() => document.querySelector("[aria-pressed=true]")?.textContent);
  await expect.poll(outcome).toBe(leadContent.outcomes.lost);
  await visitor.clicks("button", inbox.signOut);
  await expect.poll(() => visitor.sees("button", inbox.signOut)).toBe(false);
  await visitor.open("/inbox");
  expect(await visitor.sees("link", answers.name)).toBe(false);
});

test("somebody is invited and removed, and an open lead says that it was changed and keeps what was typed", async ({
  visitor,
  site,
  answers,
}) => {
  const { team, changes } = inbox;
  const eve = `eve-${answers.email}`;
  const id = await sendLead(site, leadOf(answers));
  const { pathname, search } = new URL(inboxLink(site));
  await visitor.open(pathname + search);
  await visitor.clicks("button", linkPages["sign-in"].button);
  await visitor.finds("heading", inbox.heading);
  await visitor.clicks("link", team.heading);
  await visitor.types(team.label, eve);
  await visitor.clicks("button", team.invite);
  await expect.poll(() => visitor.look(() => document.body.innerText)).toContain(team.done.invited);
  await visitor.look(() => document.querySelector("summary")?.click());
  await visitor.clicks("button", `${team.removeYes} ${eve}`);
  await expect.poll(() => visitor.look(() => document.body.innerText)).toContain(team.done.removed);
  await visitor.open(INBOX.lead(id));
  await visitor.types(leadContent.noteLabel, "Half a sentence");
  await administer(site, "outcome", { id, outcome: "won" });
  await visitor.look(() => document.dispatchEvent(new Event("visibilitychange")));
  await visitor.clicks("button", changes.show);
  const shown = () =>
    visitor.look(() => [
      document.querySelector("[aria-pressed=true]")?.textContent,
      document.querySelector<HTMLTextAreaElement>("#note")?.value,
    ]);
  await expect.poll(shown).toEqual([leadContent.outcomes.won, "Half a sentence"]);
});
