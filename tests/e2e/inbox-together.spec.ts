/** Two people at once in the inbox, and the calls that it books: pressed by mouse and by touch. */
import type { Page } from "@playwright/test";
import { INBOX } from "../../contract/routes.ts";
import { content } from "../content.ts";
import { leadOf, type Answers } from "./booking-form.ts";
import { administer, enterInbox, openLead, sendLead } from "./operator.ts";
import { expectReach } from "./reach.ts";
import { expect, expectErrors, test, type Site, withAndWithoutScript } from "./test.ts";
import { writtenMails } from "./written-mails.ts";

const { calls, inbox, leadContent, linkPages } = content;
const { stale } = linkPages;

test.use({ contextOptions: { reducedMotion: "reduce" } });
test.beforeEach(({ page }) => expectErrors(page, /Failed to load resource.*409/));

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const anyway = (page: Page) => page.getByRole("button", { name: stale.anyway });

/** @returns their ids by their names */
async function twoLeads(site: Site, visitor: Answers): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const name of ["Ada", "Ben"]) ids.set(name, await sendLead(site, { ...leadOf(visitor), name }));
  return ids;
}

withAndWithoutScript("@full", (javaScriptEnabled) => {
  test("whoever comes second reads who did what, loses no word, and does it anyway with one press", async ({
    page,
    site,
    visitor,
    context,
  }) => {
    const id = await sendLead(site, leadOf(visitor));
    await enterInbox(page, site);
    const other = await context.newPage();
    for (const tab of [page, other]) await tab.goto(INBOX.lead(id));
    await button(page, leadContent.outcomes.won).click();
    await button(other, leadContent.outcomes.lost).click();
    await expect(heading(other)).toHaveText(stale.heading);
    await expect(other.locator("main")).toContainText(stale.changes.won);
    const outcome = async () => (await administer(site, "lead", { id })).outcome;
    expect(await outcome()).toBe("won");
    if (javaScriptEnabled) await expectReach(other);
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
    await administer(site, "reopen", { id });
    await page.getByRole("textbox", { name: content.fields.name.label }).fill("Nora Corrected");
    await button(page, inbox.edit.save).click();
    await expect(page.locator("main")).toContainText(stale.changes.reopened);
    await anyway(page).click();
    await expect(heading(page)).toHaveText("Nora Corrected");
  });

  test("of ticked leads those that others changed are left, named, and marked with one more press", async ({
    page,
    site,
    visitor,
  }) => {
    const ids = await twoLeads(site, visitor);
    await enterInbox(page, site);
    await page.goto(`${INBOX.path}?search=${visitor.email}`);
    for (const name of ids.keys())
      await page.getByRole("checkbox", { name: inbox.tick.replace("{name}", name) }).check();
    await administer(site, "outcome", { id: ids.get("Ben") ?? "", outcome: "won" });
    await button(page, leadContent.outcomes.lost).click();
    await expect(page.getByRole("heading", { level: 2 })).toHaveText("Ben");
    const outcomes = async () => {
      const found = [...ids.values()].map((id) => administer(site, "lead", { id }));
      return (await Promise.all(found)).map(({ outcome }) => outcome);
    };
    expect(await outcomes()).toEqual(["lost", "won"]);
    await anyway(page).click();
    await expect(page).toHaveURL(/search=/);
    expect(await outcomes()).toEqual(["lost", "lost"]);
  });
});

for (const way of ["from its page", "from the list"])
  test(`a lead that others changed is deleted ${way} only with one more press`, async ({
    page,
    site,
    visitor,
  }) => {
    const ids = await twoLeads(site, visitor);
    const ben = ids.get("Ben") ?? "";
    await enterInbox(page, site);
    const isOne = way === "from its page";
    await page.goto(isOne ? INBOX.lead(ben) : `${INBOX.path}?search=${visitor.email}`);
    if (!isOne)
      for (const name of ids.keys())
        await page.getByRole("checkbox", { name: inbox.tick.replace("{name}", name) }).check();
    await administer(site, "outcome", { id: ben, outcome: "won" });
    if (isOne) await page.getByRole("link", { name: leadContent.delete }).click();
    else await button(page, inbox.deleteTicked).click();
    await button(page, linkPages.delete.button).click();
    await expect(heading(page)).toHaveText(stale.heading);
    await expect(page.locator("main")).toContainText(stale.changes.won);
    await expect(page.getByRole("heading", { level: 2 })).toHaveText("Ben");
    const found = async () => {
      const { leads } = await administer(site, "list", {
        filter: "all",
        search: visitor.email,
        page: 1,
        size: 9,
      });
      return leads.map(({ name }: { name: string }) => name);
    };
    expect((await found()).toSorted()).toEqual(isOne ? ["Ada", "Ben"] : ["Ben"]);
    await expectReach(page);
    await expect(page.getByRole("link", { name: stale.keep })).toHaveAttribute("href", INBOX.lead(ben));
    await anyway(page).click();
    await expect(page).not.toHaveURL(/delete/);
    expect(await found()).toEqual(isOne ? ["Ada"] : []);
  });

for (const hasTouch of [false, true])
  test.describe(hasTouch ? "by touch" : "by mouse", { tag: hasTouch ? [] : "@full" }, () => {
    test.use({ hasTouch, isMobile: hasTouch, timezoneId: "Asia/Tokyo" });

    test("a call is booked for a lead, shown on its page and in the list, moved and cancelled there", async ({
      page,
      site,
      visitor,
    }) => {
      const press = (name: string) => (hasTouch ? button(page, name).tap() : button(page, name).click());
      await page.setViewportSize(hasTouch ? { width: 360, height: 640 } : { width: 1280, height: 800 });
      const id = await openLead(page, site, leadOf(visitor));
      await page.getByText(calls.book.open, { exact: true }).click();
      await page.getByLabel(calls.number).fill("(201) 555-0142");
      await press(calls.book.button);
      await expect(page.getByRole("alert")).toHaveText(calls.refused["no-time"]);

      await page.getByText(calls.book.open, { exact: true }).click();
      const days = page.getByRole("group", { name: calls.book.openTime });
      await days.locator("summary").nth(1).click();
      const offered = days.getByRole("radio").nth(hasTouch ? 4 : 1);
      await offered.check();
      const startsAt = (await offered.getAttribute("value")) ?? "";
      await page.getByLabel(calls.number).fill("(201) 555-0142");
      await press(calls.book.button);
      const time = page.locator(".lead-call time");
      await expect(time).toHaveAttribute("datetime", startsAt.replace("Z", ".000Z"));
      await expect(page.locator(".lead-call")).toContainText("(201) 555-0142");
      await expect(page.getByText(calls.book.open, { exact: true })).toBeHidden();
      // The time at which somebody booked is not taken for that of the call.
      const set = leadContent.outcomeSet.replace("{outcome}", leadContent.outcomes.booked).split("{time}")[0];
      await expect(page.getByRole("definition").filter({ hasText: set ?? "" })).toBeVisible();
      const invited = () => writtenMails(site, "invitation", visitor.email).length;
      await expect.poll(invited).toBe(1);
      await expectReach(page);
      await page.setViewportSize(hasTouch ? { width: 360, height: 640 } : { width: 1280, height: 800 });

      await page.goto(`${INBOX.path}?search=${visitor.email}`);
      const row = page.getByRole("row").last();
      await expect(row).toContainText((await shown(startsAt)) ?? "");
      await expect(row.getByRole("link", { name: "+12015550142" })).toHaveAttribute("href", /^tel:/);
      await page.goto(INBOX.lead(id));
      const before = await page.content();
      expect(before).toContain(startsAt.replace("Z", ".000Z"));
      await page.getByText(calls.changes.move.open, { exact: true }).click();
      await page.getByLabel(calls.moveTo).fill("2020-01-01T09:00");
      await press(calls.changes.move.button);
      await expect(page.getByRole("alert")).toHaveText(calls.refused.past);
      await page.getByText(calls.changes.move.open, { exact: true }).click();
      await page.getByLabel(calls.moveTo).fill(hasTouch ? "2032-05-04T21:00" : "2032-05-04T22:00");
      await press(calls.changes.move.button);
      await expect(time).toHaveAttribute(
        "datetime",
        hasTouch ? "2032-05-05T01:00:00.000Z" : "2032-05-05T02:00:00.000Z",
      );
      await page.getByText(calls.changes.cancel.open, { exact: true }).click();
      await press(calls.changes.cancel.button);
      await expect(page.locator(".lead-call")).toContainText(calls.states.cancelled);
      await expect(page.getByText(calls.book.open, { exact: true })).toBeVisible();
      await expect.poll(invited).toBe(3);
    });
  });

/** On the agency's clock. */
async function shown(startsAt: string) {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: "America/New_York",
    month: "short",
    day: "numeric",
  });
  return format.format(new Date(startsAt));
}
