/** The three buttons that open the external scheduling page in a new tab. */
import { content } from "../content.ts";
import { openForm, openHome } from "./hydration.ts";
import { expect, test } from "./test.ts";

const { header, site } = content;

const BUTTONS = [
  ["hero", content.hero.bookNow],
  ["contact", content.contact.getCall],
  ["contact", content.contact.bookCall],
] as const;

test.beforeEach(async ({ context }) => {
  await context.route(`${new URL(site.schedulingUrl).origin}/**`, (route) =>
    route.fulfill({ contentType: "text/html", body: "<!doctype html><title>Scheduling page</title>" }),
  );
});

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
      await expect(button).toHaveAttribute("href", site.schedulingUrl);
      await expect(button).toHaveAttribute("target", "_blank");
      await expect(button).toHaveAttribute("rel", /\bnoopener\b/);
      await expect(button).toHaveAccessibleDescription(header.newTab);

      const opened = context.waitForEvent("page");
      await button.click();
      const tab = await opened;
      await expect(tab).toHaveURL(site.schedulingUrl);
      await expect(tab).toHaveTitle("Scheduling page");
      expect(await tab.evaluate(() => window.opener === null)).toBe(true);
      await tab.close();
      await expect(page).toHaveURL(/\/$/);
    }
  });
}
