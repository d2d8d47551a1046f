import type { Locator } from "@playwright/test";
import { TIMES_PATH } from "../../contract/http/routes.ts";
import { content } from "../content.ts";
import { autofill, field, submitButton } from "./booking-form.ts";
import {
  followToForm,
  openHome,
  openTimes,
  openWithTimes,
  untilHydrated,
} from "./hydration.ts";
import { PHONE, times } from "./schedule-board.ts";
import { expect, test, pageHeading, buttonIn, linkIn } from "./test.ts";

const { contact } = content;

test.describe("with a finger", () => {
  test.use({ hasTouch: true });

  test("three presses lead to the form, and nine to a call", async ({
    page,
    context,
    visitor,
  }) => {
    let presses = 0;
    const press = (target: Locator) => {
      presses++;
      return target.tap();
    };
    await openHome(page);
    const opened = context.waitForEvent("page");
    await press(linkIn(page.locator("#hero"), content.hero.bookNow));
    const tab = await opened;
    await press(times(tab).last());
    await untilHydrated(tab.locator("#lead-form"));
    expect(presses).toBeLessThanOrEqual(3);
    presses++;
    await autofill(tab, {
      "[autocomplete=name]": visitor.name,
      "[autocomplete=email]": visitor.email,
      "[autocomplete=tel]": PHONE,
      "[autocomplete=organization]": visitor.companyName,
    });
    presses += 2;
    await field(tab, "selectedService").selectOption(visitor.selectedService);
    await press(buttonIn(tab, content.fields.problems.chips?.[0] ?? ""));
    await press(submitButton(tab));
    const heading = pageHeading(tab);
    await expect(heading).toHaveText(content.schedulePage.states.booked);
    expect(presses).toBeLessThanOrEqual(9);
  });
});

test.describe("in another zone", () => {
  test.use({ timezoneId: "Asia/Tokyo" });

  test(
    "open times are on the visitor's clock, and hidden when gone",
    { tag: "@full" },
    async ({ page }) => {
      await openWithTimes(page, "/");
      await expect(openTimes(page)).not.toContainText("GMT+9");
      await openTimes(page).scrollIntoViewIfNeeded();
      await expect(openTimes(page)).toContainText("GMT+9");
      await expect(openTimes(page).getByRole("link").first()).toHaveAttribute(
        "href",
        /&zone=%2B09%3A00%5BAsia%2FTokyo%5D$/,
      );
      await followToForm(page);
      await linkIn(page, content.header.backHome).click();
      await expect(openTimes(page), "inside the app, too").toContainText(
        "GMT+9",
      );
      await page.route(TIMES_PATH, (route) =>
        route.fulfill({ json: { zone: "UTC", times: [] } }),
      );
      await page.reload();
      await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
      await expect(openTimes(page)).toBeHidden();
      await expect(linkIn(page, contact.moreTimes)).toBeHidden();
    },
  );
});
