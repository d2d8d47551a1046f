/** The team without a terminal: invite, sign in, remove; and what an open page says of others' changes. */
import { readFileSync } from "node:fs";
import { INBOX } from "../../contract/routes.ts";
import { content } from "../content.ts";
import { expectNoViolation } from "./axe.ts";
import { leadOf } from "./booking-form.ts";
import { administer, enterInbox, openLead, sendLead } from "./operator.ts";
import { expectReach } from "./reach.ts";
import { expect, expectErrors, test, withAndWithoutScript } from "./test.ts";
import { mailedPath } from "./written-mails.ts";

const { inbox, leadContent, linkPages } = content;
const { team, health, changes } = inbox;

test.use({ contextOptions: { reducedMotion: "reduce" } });

withAndWithoutScript([], (javaScriptEnabled) => {
  test("a person is invited by keyboard, opens the inbox with the link of the mail, is removed, and is out", async ({
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

/** The page asks now, as when a person comes back to its tab. */
const comeBack = () => document.dispatchEvent(new Event("visibilitychange"));

test("an open lead says who changed it, and shows it without losing what was typed", async ({
  page,
  site,
  visitor,
}) => {
  expectErrors(page, /Failed to load resource.*409/);
  const id = await openLead(page, site, leadOf(visitor));
  await page.getByLabel(leadContent.noteLabel).fill("Half a sentence");
  await page.getByLabel(leadContent.keeping.followUp).fill("2031-05-04");
  const status = page.getByRole("status").filter({ hasText: /\S/ });
  await page.evaluate(comeBack);
  await expect(status).toHaveCount(0);
  await administer(site, "outcome", { id, outcome: "won" });
  await page.evaluate(comeBack);
  await expect(status).toHaveText(changes.changed.replace("{by}", linkPages.stale.nobody));
  await expectNoViolation(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByLabel(leadContent.noteLabel).scrollIntoViewIfNeeded();
  await expect(page.getByRole("button", { name: changes.show })).toBeInViewport({ ratio: 1 });
  await page.getByRole("button", { name: changes.show }).click();
  await expect(page.getByRole("button", { name: leadContent.outcomes.won })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await expect(page.getByLabel(leadContent.noteLabel)).toHaveValue("Half a sentence");
  await expect(page.getByLabel(leadContent.keeping.followUp)).toHaveValue("2031-05-04");
  await page.getByRole("button", { name: leadContent.addNote }).click();
  await expect(page.getByRole("listitem").getByText("Half a sentence")).toBeVisible();
  await expect(page.getByLabel(leadContent.noteLabel)).toHaveValue("");
  await administer(site, "remove", { ids: [id] });
  await page.evaluate(comeBack);
  await expect(status).toHaveText(changes.deleted);
  await expect(page.getByRole("button", { name: changes.show })).toBeHidden();
});

test("a row of the list says who changed it; its ticks stay when the list is shown anew", async ({
  page,
  site,
  visitor,
}) => {
  const id = await sendLead(site, { ...leadOf(visitor), name: "Ada" });
  await sendLead(site, { ...leadOf(visitor), name: "Ben" });
  await enterInbox(page, site);
  await page.goto(`${INBOX.path}?search=${visitor.email}`);
  await page.getByRole("checkbox", { name: inbox.tick.replace("{name}", "Ben") }).check();
  await administer(site, "outcome", { id, outcome: "won" });
  await page.evaluate(comeBack);
  const said = changes.changed.replace("{by}", linkPages.stale.nobody);
  const row = page.getByRole("row").filter({ hasText: "Ada" });
  await expect(row).toContainText(said);
  await expect(row).not.toContainText(leadContent.outcomes.won);
  await expect(page.getByRole("status").filter({ hasText: /\S/ })).toHaveText(`Ada: ${said}`);
  await page.getByRole("button", { name: changes.show }).click();
  await expect(row).toContainText(leadContent.outcomes.won);
  await expect(row).toContainText(said);
  await expect(page.getByRole("checkbox", { name: inbox.tick.replace("{name}", "Ben") })).toBeChecked();
  await expect(page.getByRole("button", { name: changes.show })).toBeHidden();
});
