/** A mail beyond the budget of its mailbox: the inbox names it, and one press on the page of its lead sends it. */
import { MAILBOX_MAILS_A_DAY } from "../../contract/limits.ts";
import { INBOX } from "../../contract/routes.ts";
import { content } from "../content.ts";
import { expectNoViolation } from "./axe.ts";
import { leadOf } from "./booking-form.ts";
import { administer, enterInbox, sendLead } from "./operator.ts";
import { expect, test } from "./test.ts";
import { writtenMails } from "./written-mails.ts";

const { inbox, leadContent } = content;

test.use({ contextOptions: { reducedMotion: "reduce" } });

for (const [way, viewport, javaScriptEnabled] of [
  ["by mouse", { width: 1280, height: 800 }, true],
  ["by touch", { width: 360, height: 740 }, true],
  ["by touch, sideways and without a script", { width: 740, height: 360 }, false],
] as const)
  test.describe(way, { tag: way === "by touch" ? [] : "@full" }, () => {
    const hasTouch = way !== "by mouse";
    test.use({ viewport, hasTouch, javaScriptEnabled });

    test(
      "the inbox names the lead, and one press sends the mail",
      { tag: "@full" },
      async ({ page, site, visitor }) => {
        const lead = leadOf(visitor);
        const name = `Nora ${way}`;
        // The last mail of the day is kept for an invitation.
        for (let n = 0; n < MAILBOX_MAILS_A_DAY - 1; n++)
          await sendLead(site, { ...lead, name: `Nora ${n}` });
        const confirmed = () => writtenMails(site, "confirmation", visitor.email).length;
        await expect.poll(confirmed).toBe(MAILBOX_MAILS_A_DAY - 1);
        const id = await sendLead(site, { ...lead, name });
        const state = async () => {
          const { deliveries } = await administer(site, "lead", { id });
          return deliveries.find(({ kind }) => kind === "confirmation")?.state;
        };
        await expect.poll(state).toBe("withheld");
        await enterInbox(page, site);
        const line = page.locator(".alarm").getByRole("link", { name, exact: true });
        await expect(line).toBeVisible();
        if (javaScriptEnabled) await expectNoViolation(page);
        await page.setViewportSize(viewport);
        await (hasTouch ? line.tap() : line.click());
        await expect(page).toHaveURL(new RegExp(`${INBOX.lead(id)}#deliveries$`));
        await expect(page.getByRole("heading", { name: leadContent.deliveries })).toBeInViewport();
        const waiting = page.locator("li.withheld");
        await expect(waiting).toContainText(leadContent.states.withheld);
        const send = waiting.getByRole("button", { name: leadContent.sendNow });
        await (hasTouch ? send.tap() : send.click());
        await expect(waiting).toHaveCount(0);
        await expect.poll(confirmed).toBe(MAILBOX_MAILS_A_DAY);
        await expect.poll(state).toBe("written");
        await page.goto(INBOX.path);
        await expect(page.getByRole("heading", { level: 1 })).toHaveText(inbox.heading);
        await expect(line).toHaveCount(0);
      },
    );
  });
