import type { Locator, Page } from "@playwright/test";
import { TIMES_PATH } from "../../contract/http/routes.ts";
import { content } from "../content.ts";
import { field, submitButton } from "./booking-form.ts";
import {
  followToForm,
  openHome,
  openTimes,
  openWithTimes,
  untilHydrated,
} from "./hydration.ts";
import { times } from "./schedule-board.ts";
import { expect, test } from "./test.ts";

const { contact } = content;

/** Fills in fields as a browser does with one tap: values are keyed by the fields' autocomplete tokens. */
const autofill = (page: Page, known: Record<string, string>) =>
  page.evaluate((values) => {
    for (const [token, value] of Object.entries(values)) {
      const input = document.querySelector<HTMLInputElement>(
        `[autocomplete="${token}"]`,
      );
      if (!input) throw new Error(`No field is filled with ${token}.`);
      input.value = value;
      for (const type of ["input", "change"])
        input.dispatchEvent(new Event(type, { bubbles: true }));
    }
  }, known);

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
    await press(
      page.locator("#hero").getByRole("link", { name: content.hero.bookNow }),
    );
    const tab = await opened;
    await press(times(tab).last());
    await untilHydrated(tab.locator("#lead-form"));
    expect(presses).toBeLessThanOrEqual(3);
    presses++;
    const { name, email, companyName: organization } = visitor;
    await autofill(tab, { name, email, tel: "+44 20 7946 0958", organization });
    presses += 2;
    await field(tab, "selectedService").selectOption(visitor.selectedService);
    await press(
      tab.getByRole("button", {
        name: content.fields.problems.chips?.[0] ?? "",
      }),
    );
    await press(submitButton(tab));
    const heading = tab.getByRole("heading", { level: 1 });
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
      await page.getByRole("link", { name: content.header.backHome }).click();
      await expect(openTimes(page), "inside the app, too").toContainText(
        "GMT+9",
      );
      await page.route(TIMES_PATH, (route) =>
        route.fulfill({ json: { zone: "UTC", times: [] } }),
      );
      await page.reload();
      await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
      await expect(openTimes(page)).toBeHidden();
      await expect(
        page.getByRole("link", { name: contact.moreTimes }),
      ).toBeHidden();
    },
  );
});
