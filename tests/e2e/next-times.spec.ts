/** The next open times above the link to all of them: from the server, and then in the visitor's zone. */
import { nextTimes } from "../../contract/locale/next-times.ts";
import { SCHEDULE_PATH, TIMES_PATH } from "../../contract/routes.ts";
import { content } from "../content.ts";
import { followToForm, openTimes, openWithTimes } from "./hydration.ts";
import { expect, test } from "./test.ts";

const { contact, trades } = content;

test.describe("without a script", () => {
  test.use({ javaScriptEnabled: false });

  test("the landing page and the pages of trades have the next three open times, each with its form", async ({
    page,
    request,
  }) => {
    const { times, zone } = await (await request.get(TIMES_PATH)).json();
    for (const path of ["/", `/${Object.keys(trades)[0]}`]) {
      await openWithTimes(page, path);
      const expected = nextTimes(times, zone, Date.now(), "en");
      await expect(openTimes(page)).toContainText(expected.zone);
      await expect(page.getByRole("link", { name: contact.moreTimes })).toHaveAttribute(
        "href",
        SCHEDULE_PATH,
      );
      await openTimes(page).getByRole("link").first().click();
      await expect(page).toHaveURL(new RegExp(`${SCHEDULE_PATH}\\?at=`));
      await expect(page.locator("main time").first()).toBeVisible();
    }
  });
});

test.describe("in another zone", () => {
  test.use({ timezoneId: "Asia/Tokyo" });

  test("the script shows them on the visitor's clock, and drops those that are gone", async ({ page }) => {
    await openWithTimes(page, "/");
    await expect(openTimes(page)).not.toContainText("GMT+9");
    await openTimes(page).scrollIntoViewIfNeeded();
    await expect(openTimes(page)).toContainText("GMT+9");
    await followToForm(page);
    await page.getByRole("link", { name: content.header.backHome }).click();
    await expect(openTimes(page), "inside the app, too").toContainText("GMT+9");
    await page.route(TIMES_PATH, (route) => route.fulfill({ json: { zone: "UTC", times: [] } }));
    await page.reload();
    await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
    await expect(openTimes(page)).toBeHidden();
    await expect(page.getByRole("link", { name: contact.moreTimes })).toBeHidden();
  });
});
