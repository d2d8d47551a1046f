/** The three buttons that open the scheduling page in a new tab, and a call that is booked, moved and cancelled there. */
import { SCHEDULE_PATH } from "../../contract/booking.ts";
import { content } from "../content.ts";
import { fillIn, submitButton } from "./booking-form.ts";
import { openForm, openHome } from "./hydration.ts";
import { expect, test } from "./test.ts";

const { header, schedulePage } = content;

const BUTTONS = [
  ["hero", content.hero.bookNow],
  ["contact", content.contact.getCall],
  ["contact", content.contact.bookCall],
] as const;

for (const reached of ["loaded", "reached inside the app"]) {
  test(`each button opens the scheduling page in a new tab, on a page that was ${reached}`, async ({
    page,
    context,
  }) => {
    if (reached === "loaded") await openHome(page);
    else {
      await openForm(page);
      await page.getByRole("link", { name: content.header.backHome }).click();
    }
    for (const [section, name] of BUTTONS) {
      const button = page.locator(`#${section}`).getByRole("link", { name, exact: true });
      await expect(button).toHaveAttribute("href", SCHEDULE_PATH);
      await expect(button).toHaveAttribute("target", "_blank");
      await expect(button).toHaveAttribute("rel", /\bnoopener\b/);
      await expect(button).toHaveAccessibleDescription(header.newTab);

      const opened = context.waitForEvent("page");
      await button.click();
      const tab = await opened;
      await expect(tab.getByRole("heading", { level: 1 })).toHaveText(schedulePage.heading);
      expect(await tab.evaluate(() => window.opener === null)).toBe(true);
      await tab.close();
      await expect(page).toHaveURL(/\/$/);
    }
  });
}

test.describe("without a script", () => {
  test.use({ javaScriptEnabled: false });

  test("two taps and the form book a call, which its page moves and cancels", async ({ page, visitor }) => {
    await page.goto(`${SCHEDULE_PATH}?zone=Europe/London`);
    const times = page.locator("main time");
    const [first, second] = [times.first(), times.nth(1)];
    const [chosen, other] = [await first.getAttribute("datetime"), await second.getAttribute("datetime")];
    await first.click();
    await expect(page.locator("main time").first()).toHaveAttribute("datetime", String(chosen));
    await page.getByLabel(schedulePage.phone).fill("+44 20 7946 0958");
    await fillIn(page, visitor);
    await submitButton(page).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(content.confirmation.heading);
    await page.getByRole("link", { name: schedulePage.move }).click();
    await page.locator(`main time[datetime="${other}"]`).click();
    await page.getByRole("button", { name: schedulePage.move }).click();
    await expect(page.locator("main time").first()).toHaveAttribute(
      "datetime",
      String(other).replace("Z", ".000Z"),
    );
    await page.getByRole("button", { name: schedulePage.cancel }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(schedulePage.states.cancelled);
  });
});
