/** The team without a terminal, and a mail that was kept back: what one press does. */
import { readFileSync } from "node:fs";
import { INBOX } from "../../contract/routes.ts";
import { content } from "../content.ts";
import { expectNoViolation } from "./axe.ts";
import { leadOf } from "./booking-form.ts";
import { administer, enterInbox, openLead, sendLead } from "./operator.ts";
import { expectReach } from "./reach.ts";
import { expect, test, withAndWithoutScript } from "./test.ts";
import { mailedPath, writtenMails } from "./written-mails.ts";
import { MAILBOX_MAILS_A_DAY } from "../../contract/limits.ts";

const { inbox, leadContent, linkPages } = content;
const { team, health } = inbox;

test.use({ contextOptions: { reducedMotion: "reduce" } });

withAndWithoutScript([], (javaScriptEnabled) => {
  test("a person is invited by keyboard, opens the inbox by the mail's link, and is removed", async ({
    page,
    site,
    browser,
  }, { testId }) => {
    const eve = `eve-${testId}@agency.example`;
    await page.setViewportSize({ width: 360, height: 740 });
    await enterInbox(page, site);
    await page.getByRole("link", { name: team.heading, exact: true }).click();
    await page.getByLabel(team.label).focus();
    await page.keyboard.type(eve);
    await page.keyboard.press("Enter");
    await expect(page.getByText(team.done.invited)).toBeVisible();
    await expect(page.locator("#invited")).toBeFocused();

    const hers = await browser.newContext({ javaScriptEnabled });
    const desk = await hers.newPage();
    await desk.goto(site.origin + mailedPath(site, "sign-in", eve));
    await desk.getByRole("button", { name: linkPages["sign-in"].button }).click();
    await expect(desk.getByRole("heading", { level: 1 })).toHaveText(inbox.heading);
    await desk.goto(site.origin + INBOX.team);
    await expect(desk.getByRole("listitem").filter({ hasText: eve })).toContainText(team.you);

    await page.goto(INBOX.team);
    const member = page.getByRole("listitem").filter({ hasText: eve });
    await expect(member).toContainText(team.signedIn.one);
    if (javaScriptEnabled) {
      await expectNoViolation(page);
      await expectReach(page);
      // It opens what is closed.
      await page.reload();
    }
    await member.getByText(team.remove, { exact: true }).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await expect(member.getByText(team.removeYes)).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByText(team.done.removed)).toBeVisible();
    await expect(page.getByText(eve)).toBeHidden();
    await desk.goto(site.origin + INBOX.path);
    await expect(desk.getByRole("heading", { level: 1 })).toHaveText(linkPages.ask.heading);
    await hers.close();
  });

  test("a person is downloaded and erased from a lead, and health is a link away", async ({
    page,
    site,
    visitor,
  }) => {
    const id = await openLead(page, site, leadOf(visitor));
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: leadContent.exportPerson }).click();
    const { leads } = JSON.parse(readFileSync(await (await download).path(), "utf8"));
    expect(leads).toMatchObject([{ lead: { id, email: visitor.email } }]);
    await page.getByRole("link", { name: leadContent.erasePerson }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(linkPages.erase.heading);
    if (javaScriptEnabled) await expectNoViolation(page);
    await page.getByRole("button", { name: linkPages.erase.button }).click();
    await expect(page.getByText(inbox.done.erased)).toBeVisible();
    await page.getByRole("link", { name: health.heading, exact: true }).click();
    await expect(page.getByText(health.stores)).toBeVisible();
    if (javaScriptEnabled) await expectNoViolation(page);
  });
});

test.describe("beyond the budget of a mailbox", () => {
  test.use({ hasTouch: true });

  test("the inbox names the lead whose mail waits, and one press sends it", async ({
    page,
    site,
    visitor,
  }) => {
    const lead = leadOf(visitor);
    const name = "Nora Withheld";
    // The last mail of the day is kept for an invitation.
    for (let n = 0; n < MAILBOX_MAILS_A_DAY - 1; n++) await sendLead(site, { ...lead, name: `Nora ${n}` });
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
    await expectNoViolation(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await line.tap();
    await expect(page).toHaveURL(new RegExp(`${INBOX.lead(id)}#deliveries$`));
    await expect(page.getByRole("heading", { name: leadContent.deliveries })).toBeInViewport();
    const waiting = page.locator("li.withheld");
    await expect(waiting).toContainText(leadContent.states.withheld);
    const send = waiting.getByRole("button", { name: leadContent.sendNow });
    await send.tap();
    await expect(waiting).toHaveCount(0);
    await expect.poll(confirmed).toBe(MAILBOX_MAILS_A_DAY);
    await expect.poll(state).toBe("written");
    await page.goto(INBOX.path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(inbox.heading);
    await expect(line).toHaveCount(0);
  });
});
