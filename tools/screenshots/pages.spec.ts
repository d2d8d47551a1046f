/** The landing page and the open times on a laptop. */
import { SCHEDULE_PATH } from "../../contract/routes.ts";
import { dayLinks } from "../../tests/e2e/schedule-board.ts";
import { test } from "../../tests/e2e/test.ts";
import { take } from "./take.ts";

test.use({ viewport: { width: 1280, height: 800 } });

test("the landing page", async ({ page }) => {
  // A page waits for no font, so that it has to be in the browser's cache.
  await page.goto("/");
  await page.goto("/");
  await take(page, "home-1280");
});

test("the open times", async ({ page }) => {
  await page.goto(SCHEDULE_PATH);
  await page.goto(SCHEDULE_PATH);
  await dayLinks(page).first().waitFor();
  await take(page, "schedule-times-1280");
});
