/** What the site mails, and the links in it, in each engine: to one of several members, and after a call that was missed. */
import { HOUR_MS } from "../../contract/durations.ts";
import { INBOX, LINK_PATHS } from "../../contract/routes.ts";
import { content } from "../content.ts";
import { leadOf } from "../e2e/booking-form.ts";
import { administer, inboxLink, inStore, sendLead } from "../e2e/operator.ts";
import { writtenMails } from "../e2e/written-mails.ts";
import { expect, test } from "./test.ts";

const { calls, inbox, linkPages, schedulePage } = content;
const ANA = "ana@agency.example";

test.use({ siteEnv: { NOTIFY_EMAIL: `owner@agency.example,${ANA}` } });

test("a member's own link names who answered, and a missed call's mail leads to the open times", async ({
  visitor,
  site,
  answers,
}) => {
  /** Opens a link of the mail to an address. */
  const follows = async (kind: string, address: string, path: string) => {
    const linked = () =>
      writtenMails(site, kind)
        .find(({ to }) => to === address)
        ?.links.find((link) => new URL(link).pathname === path);
    await expect.poll(linked).toEqual(expect.any(String));
    const { pathname, search } = new URL(String(linked()));
    await visitor.open(pathname + search);
  };
  const id = await sendLead(site, leadOf(answers));
  await follows("notification", ANA, LINK_PATHS.answer);
  await visitor.clicks("button", linkPages.answer.button);
  await expect.poll(() => visitor.look(() => document.body.innerText)).toContain(linkPages.answered);
  expect(await administer(site, "lead", { id })).toMatchObject({
    history: [{ kind: "answered", author: ANA }],
  });

  const startsAt = new Date(Date.now() + HOUR_MS).toISOString();
  await administer(site, "bookCall", { id, startsAt, phone: "+12015550142" });
  const begun = new Date(Date.now() - HOUR_MS).toISOString();
  inStore(site, "UPDATE bookings SET starts_at = ? WHERE lead_id = ?", begun, id);
  const { pathname, search } = new URL(inboxLink(site));
  await visitor.open(pathname + search);
  await visitor.clicks("button", linkPages["sign-in"].button);
  await visitor.finds("heading", inbox.heading);
  await visitor.open(INBOX.lead(id));
  await visitor.clicks("button", calls.missed);
  await expect.poll(() => visitor.look(() => document.body.innerText)).toContain(calls.states.missed);
  await follows("missed", answers.email, LINK_PATHS.schedule);
  await visitor.finds("heading", schedulePage.heading);
});
