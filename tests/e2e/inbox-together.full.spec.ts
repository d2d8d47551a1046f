/** Several people in the inbox: who is invited, two at once, and the calls that they book. */
import { reopenLead } from "../../server/inbox/admin-changes.ts";
import type { Page } from "@playwright/test";
import { INBOX } from "../../contract/routes.ts";
import { content } from "../content.ts";
import { expectNoViolation } from "./axe.ts";
import { leadOf, type Answers } from "./booking-form.ts";
import {
  administer,
  detailOf,
  enterInbox,
  mailedPath,
  openLead,
  sendLead,
  win,
  writtenMails,
} from "./operator.ts";
import { expectReach } from "./reach.ts";
import { expect, expectErrors, test, type Site } from "./test.ts";

const { calls, inbox, leadContent, linkPages } = content;
const { stale } = linkPages;

test.use({ contextOptions: { reducedMotion: "reduce" } });
test.beforeEach(({ page }) => expectErrors(page, /Failed to load resource.*409/));

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const anyway = (page: Page) => page.getByRole("button", { name: stale.anyway });

/** Sends two leads and ticks them in the list. @returns their ids by their names */
async function tickTwoLeads(page: Page, site: Site, visitor: Answers): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const name of ["Ada", "Ben"]) ids.set(name, await sendLead(site, { ...leadOf(visitor), name }));
  await enterInbox(page, site);
  await page.goto(`${INBOX.path}?search=${visitor.email}`);
  for (const name of ids.keys())
    await page.getByRole("checkbox", { name: inbox.tick.replace("{name}", name) }).check();
  return ids;
}

test("who comes second reads it, and does it anyway", async ({ page, site, visitor, context }) => {
  const id = await sendLead(site, leadOf(visitor));
  await enterInbox(page, site);
  const other = await context.newPage();
  for (const tab of [page, other]) await tab.goto(INBOX.lead(id));
  await button(page, leadContent.outcomes.won).click();
  await button(other, leadContent.outcomes.lost).click();
  await expect(heading(other)).toHaveText(stale.heading);
  await expect(other.locator("main")).toContainText(stale.changes.won);
  const outcome = async () => (await detailOf(site, id)).outcome;
  expect(await outcome()).toBe("won");
  await expectReach(other);
  await other.getByRole("link", { name: stale.keep }).click();
  await expect(button(other, leadContent.outcomes.won)).toHaveAttribute("aria-pressed", "true");

  // A note conflicts with nothing.
  await other.getByLabel(leadContent.noteLabel).fill("Won, says Ben.");
  await button(other, leadContent.addNote).click();
  await page.getByLabel(leadContent.noteLabel).fill("Two words & more");
  await button(page, leadContent.addNote).click();
  await expect(page.getByText("Two words & more")).toBeVisible();
  await expect(page.getByText("Won, says Ben.")).toBeVisible();

  await button(other, leadContent.outcomes.lost).click();
  await anyway(other).click();
  // Its name also says that it was saved.
  const lost = other.getByRole("button", { name: leadContent.outcomes.lost });
  await expect(lost).toHaveAttribute("aria-pressed", "true");
  expect(await outcome()).toBe("lost");

  // Pages that correct it, and links in the list, show an older state, too.
  await page.goto(INBOX.edit(id));
  await administer(site, ({ store, change }) => reopenLead(store, change({ id })));
  await page.getByRole("textbox", { name: content.fields.name.label }).fill("Nora Corrected");
  await button(page, inbox.edit.save).click();
  await expect(page.locator("main")).toContainText(stale.changes.reopened);
  await anyway(page).click();
  await expect(heading(page)).toHaveText("Nora Corrected");
});

test("ticked leads that others changed need one more press", async ({ page, site, visitor }) => {
  const ids = await tickTwoLeads(page, site, visitor);
  await win(site, ids.get("Ben") ?? "");
  await button(page, leadContent.outcomes.lost).click();
  await expect(page.getByRole("heading", { level: 2 })).toHaveText("Ben");
  const outcomes = async () => {
    const found = [...ids.values()].map((id) => detailOf(site, id));
    return (await Promise.all(found)).map(({ outcome }) => outcome);
  };
  expect(await outcomes()).toEqual(["lost", "won"]);
  await anyway(page).click();
  await expect(page).toHaveURL(/search=/);
  expect(await outcomes()).toEqual(["lost", "lost"]);
});

test("a lead that others changed is deleted with one more press", async ({ page, site, visitor }) => {
  const ids = await tickTwoLeads(page, site, visitor);
  const ben = ids.get("Ben") ?? "";
  await win(site, ben);
  await button(page, inbox.deleteTicked).click();
  await button(page, linkPages.delete.button).click();
  await expect(heading(page)).toHaveText(stale.heading);
  await expect(page.locator("main")).toContainText(stale.changes.won);
  await expect(page.getByRole("heading", { level: 2 })).toHaveText("Ben");
  const names = () => site.leads(visitor.email).map(({ name }) => name);
  expect(names()).toEqual(["Ben"]);
  await expectReach(page);
  await expect(page.getByRole("link", { name: stale.keep })).toHaveAttribute("href", /search=/);
  await anyway(page).click();
  await expect(page).not.toHaveURL(/delete/);
  expect(names()).toEqual([]);
});

test(
  "a person is invited by keyboard and removed",
  { tag: "@full" },
  async ({ page, site, visitor: { email: eve }, browser }) => {
    const { team } = inbox;
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
    await expect(heading(desk)).toHaveText(inbox.heading);
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
    await expect(heading(desk)).toHaveText(linkPages.ask.heading);
    await hers.close();
  },
);

test.describe("on a phone elsewhere", () => {
  test.use({ hasTouch: true, isMobile: true, timezoneId: "Asia/Tokyo" });

  test("a call is booked for a lead, moved and canceled", async ({ page, site, visitor }) => {
    const press = (name: string) => button(page, name).tap();
    await page.setViewportSize({ width: 360, height: 640 });
    const id = await openLead(page, site, leadOf(visitor));
    await page.getByText(calls.book.open, { exact: true }).click();
    await page.getByLabel(calls.number).fill("(201) 555-0142");
    await press(calls.book.button);
    await expect(page.getByRole("status")).toHaveText(inbox.deeds["no-time"]);

    await page.getByText(calls.book.open, { exact: true }).click();
    const days = page.getByRole("group", { name: calls.book.openTime });
    await days.locator("summary").nth(1).click();
    const offered = days.getByRole("radio").nth(4);
    await offered.check();
    const startsAt = (await offered.getAttribute("value")) ?? "";
    await page.getByLabel(calls.number).fill("(201) 555-0142");
    await press(calls.book.button);
    const call = page.locator(".lead-call");
    await expect(call.locator("time")).toHaveAttribute("datetime", startsAt.replace("Z", ".000Z"));
    await expect(call).toContainText("(201) 555-0142");
    // The time at which somebody booked is not taken for that of the call.
    const set = leadContent.outcomeSet.replace("{outcome}", leadContent.outcomes.booked).split("{time}")[0];
    await expect(page.getByRole("definition").filter({ hasText: set ?? "" })).toBeVisible();
    const invited = () => writtenMails(site, "invitation", visitor.email).length;
    await expect.poll(invited).toBe(1);
    await expectReach(page, [360]);

    await page.goto(`${INBOX.path}?search=${visitor.email}`);
    const number = page.getByRole("row").last().getByRole("link", { name: "+12015550142" });
    await expect(number).toHaveAttribute("href", "tel:+12015550142");
    await page.goto(INBOX.lead(id));
    for (const typed of ["2020-01-01T09:00", "2032-05-04T21:00"]) {
      await page.getByText(calls.changes.move.open, { exact: true }).click();
      await page.getByLabel(calls.moveTo).fill(typed);
      await press(calls.changes.move.button);
      if (typed.startsWith("2020")) await expect(page.getByRole("status")).toHaveText(inbox.deeds.past);
    }
    await expect(call.locator("time")).toHaveAttribute("datetime", "2032-05-05T01:00:00.000Z");
    await page.getByText(calls.changes.cancel.open, { exact: true }).click();
    await press(calls.changes.cancel.button);
    await expect(call).toContainText(calls.states.cancelled);
    await expect.poll(invited).toBe(3);
  });
});
