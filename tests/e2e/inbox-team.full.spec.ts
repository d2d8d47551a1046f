/** The team without a terminal: invite, sign in, remove. */
import { INBOX } from "../../contract/routes.ts";
import { content } from "../content.ts";
import { expectNoViolation } from "./axe.ts";
import { enterInbox, mailedPath } from "./operator.ts";
import { expectReach } from "./reach.ts";
import { expect, test } from "./test.ts";

const { inbox, linkPages } = content;
const { team } = inbox;

test.use({ contextOptions: { reducedMotion: "reduce" } });

test("a person is invited by keyboard, signs in, and is removed", async ({ page, site, browser }, {
  testId,
}) => {
  const eve = `eve-${testId}@agency.example`;
  await page.setViewportSize({ width: 360, height: 740 });
  await enterInbox(page, site);
  await page.getByRole("link", { name: team.heading, exact: true }).click();
  await page.getByLabel(team.label).focus();
  await page.keyboard.type(eve);
  await page.keyboard.press("Enter");
  await expect(page.getByText(inbox.deeds.invited)).toBeVisible();

  const hers = await browser.newContext();
  const desk = await hers.newPage();
  await desk.goto(site.origin + mailedPath(site, "sign-in", eve));
  await desk.getByRole("button", { name: linkPages["sign-in"].button }).click();
  await expect(desk.getByRole("heading", { level: 1 })).toHaveText(inbox.heading);
  await desk.goto(site.origin + INBOX.team);
  await expect(desk.getByRole("listitem").filter({ hasText: eve })).toContainText(team.you);
  await expect(desk.getByText(team.gets.all)).toBeVisible();
  await desk.getByRole("button", { name: team.choices.mine }).click();
  await expect(desk.getByText(inbox.deeds.chosen)).toBeVisible();
  await expect(desk.getByText(team.gets.mine)).toBeVisible();
  await expectReach(desk);

  await page.goto(INBOX.team);
  const member = page.getByRole("listitem").filter({ hasText: eve });
  await expect(member).toContainText(team.signedIn.one);
  await expectNoViolation(page);
  await expectReach(page);
  // It opens what is closed.
  await page.reload();
  await member.getByText(team.remove, { exact: true }).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(member.getByText(team.removeYes)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText(inbox.deeds.removed)).toBeVisible();
  await expect(page.getByText(eve)).toBeHidden();
  await desk.goto(site.origin + INBOX.path);
  await expect(desk.getByRole("heading", { level: 1 })).toHaveText(linkPages.ask.heading);
  await hers.close();
});
