/** The number to call, which the server alone can read. */
import { SCHEDULE_PATH } from "../../contract/routes.ts";
import { content } from "../content.ts";
import * as form from "./booking-form.ts";
import { untilHydrated } from "./hydration.ts";
import { times } from "./schedule-board.ts";
import { expect, expectErrors, test, withAndWithoutScript } from "./test.ts";

const { schedulePage } = content;

withAndWithoutScript([], (javaScriptEnabled) => {
  test("a number that no telephone has is questioned once at its field", async ({ page, visitor }) => {
    expectErrors(page, /Failed to load resource|The lead was not stored/);
    await page.goto(SCHEDULE_PATH);
    if (javaScriptEnabled) await untilHydrated(page.locator("h1"));
    await times(page).first().click();
    if (javaScriptEnabled) await untilHydrated(page.locator("#lead-form"));
    await form.fillIn(page, visitor);
    const number = page.getByLabel(schedulePage.phone);
    await number.fill("7946 0958");
    await form.submitButton(page).click();
    const asked = content.fieldProblems.doubtfulNumber.replace("{text}", "7946 0958");
    await expect(number).toHaveAccessibleDescription(asked);
    await expect(page.getByRole("alert")).toContainText(asked);
    await form.submitButton(page).click();
    await expect(page.locator(".call-number").first()).toHaveText("7946 0958");
  });
});
