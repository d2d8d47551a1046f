/** While the store does not answer, the scheduling page says so, and links to the form. */
import { BOOK_CALL, SCHEDULE_PATH } from "../../contract/routes.ts";
import { content } from "../content.ts";
import { expect, test } from "./test.ts";

const { none, toForm } = content.schedulePage;

test.use({
  siteEnv: { DATABASE_URL: "postgres://nobody@127.0.0.1:9/none" },
  expectedErrors: /Failed to load resource/,
});

test("while the store is silent, the page has no times but links to the form", async ({ page }) => {
  await page.goto(SCHEDULE_PATH);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(none.unavailable.heading);
  await page.getByRole("link", { name: toForm }).click();
  await expect(page).toHaveURL(BOOK_CALL.path);
});
