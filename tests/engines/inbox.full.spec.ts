/** The inbox: in by a link, to a lead, and out again. */
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
  await administer(site, "outcome", { id: lead?.["id"], outcome: "won" });
  const { stale } = linkPages;
  await visitor.clicks("button", leadContent.outcomes.lost);
  await visitor.finds("heading", stale.heading);
  await visitor.clicks("button", `${stale.anyway} ${stale.changes.lost}`);
  await visitor.finds("heading", answers.name);
  // The page of the stale change has the same heading.
  await expect.poll(() => administer(site, "lead", { id: lead?.["id"] })).toMatchObject({ outcome: "lost" });
  await visitor.clicks("button", inbox.signOut);
  await expect.poll(() => visitor.sees("button", inbox.signOut)).toBe(false);
  await visitor.open("/inbox");
  expect(await visitor.sees("link", answers.name)).toBe(false);
});
