/** Choosing a time on the board: nothing is chosen until a time is tapped, and another day drops it. */
import { SCHEDULE_PATH } from "../../contract/routes.ts";
import { content } from "../content.ts";
import { holdRequests, holdScript, untilHydrated } from "./hydration.ts";
import { expect, test } from "./test.ts";

const { schedulePage } = content;

for (const [width, height] of [
  [360, 740],
  [740, 360],
  [768, 1024],
  [1280, 800],
] as const)
  test.describe(`at ${width} x ${height}`, () => {
    const hasTouch = width < 1280;
    test.use({ viewport: { width, height }, hasTouch });

    test("nothing is chosen until a time is tapped, and another day drops it", async ({ page }) => {
      await page.goto(SCHEDULE_PATH);
      await untilHydrated(page.locator("h1"));
      const press = async (selector: string, index = 0) => {
        const pressed = page.locator(selector).nth(index);
        await (hasTouch ? pressed.tap() : pressed.click());
      };
      const button = page.locator("form button");
      await expect(button).toHaveText(schedulePage.choose);
      await press("form button");
      await expect(page.locator(".tag:visible input").first()).toBeFocused();
      await expect(page).toHaveURL(/\/schedule$/);
      await press(".tag:visible", 1);
      await expect(button).toHaveText(schedulePage.take);
      const days = await page.locator("[for^=day-]:visible").count();
      expect(days > 0).toBe(width < 1024);
      if (days > 0) {
        await press("[for^=day-]:visible", 2);
        await expect(button).toHaveText(schedulePage.choose);
        await expect(page.locator("form > :last-child")).toContainText(schedulePage.hint);
        await press("form button");
        await expect(page).toHaveURL(/\/schedule$/);
        await expect(page.locator("[name=at]:checked")).toHaveCount(0);
      }
      const chosen = page.locator(".tag:visible input").nth(3);
      const startsAt = String(await chosen.getAttribute("value"));
      await press(".tag:visible", 3);
      await press("form button");
      await expect(page.locator("main time").first()).toHaveAttribute("datetime", startsAt);
      await page.goBack();
      await untilHydrated(page.locator("h1"));
      await expect(page.locator("[name=at]:checked:visible")).toHaveValue(startsAt);
      await expect(button).toHaveText(schedulePage.take);
    });
  });

test.describe("on a phone that is faster than the script", () => {
  test.use({ timezoneId: "Asia/Kolkata", viewport: { width: 360, height: 740 } });

  test("a day and a time stay chosen when the board turns to the visitor's zone", async ({ page }) => {
    const release = await holdScript(page);
    await page.goto(SCHEDULE_PATH);
    await page.locator("[for=day-2]").click();
    const tag = page.locator(".tag:visible").nth(1);
    await tag.click();
    const time = page.locator(`[value="${await tag.locator("input").getAttribute("value")}"]`);
    release();
    await expect(page.getByLabel(schedulePage.zoneLabel)).toHaveValue(/Asia/);
    await expect(time).toBeChecked();
    await expect(page.getByRole("button", { name: schedulePage.take })).toBeVisible();
  });

  test("another day drops the time, and with none the server asks for one", async ({ page }) => {
    const release = await holdScript(page);
    await page.goto(SCHEDULE_PATH);
    await page.getByRole("button", { name: schedulePage.take }).click();
    await expect(page.getByRole("alert")).toHaveText(schedulePage.notices.choose);
    await page.locator("[for=day-2]").click();
    await page.locator(".tag:visible").nth(1).click();
    await page.locator("[for=day-3]").click();
    release();
    await expect(page.getByRole("button", { name: schedulePage.choose })).toBeVisible();
    await expect(page.locator("[name=day]").nth(3)).toBeChecked();
    await expect(page.locator("[name=at]:checked")).toHaveCount(0);
  });

  test("another day drops the time before any file of script comes, so the server is sent none", async ({
    page,
  }) => {
    await holdRequests(page, /\/assets\/.*\.js$/);
    await page.goto(SCHEDULE_PATH);
    await page.locator(".tag:visible").nth(1).click();
    await page.locator("[for=day-3]").click();
    await page.getByRole("button", { name: schedulePage.take }).click();
    await expect(page.getByRole("alert")).toHaveText(schedulePage.notices.choose);
  });
});
