/** Pages that an extension or a visitor changed before their script came. Firefox and WebKit: `tests/engines`. */
import { content } from "../content.ts";
import * as form from "./booking-form.ts";
import { holdScript, untilHydrated } from "./hydration.ts";
import { expect, expectErrors, test } from "./test.ts";

const NOTICE = /The page was changed before its script came/;

test("a form with an extension's node keeps what was typed, and the focus, and is sent", async ({
  page,
  site,
  visitor,
}) => {
  expectErrors(page, NOTICE);
  const release = await holdScript(page);
  await page.goto("/book-call");
  await form.fillIn(page, visitor);
  const problems = form.field(page, "problems");
  await problems.focus();
  await page.evaluate(() => document.querySelector("#email")?.after(document.createElement("span")));
  const noticed = page.waitForEvent("console", (message) => NOTICE.test(message.text()));
  release();
  await noticed;
  await expect(page.locator("#email + span")).toHaveCount(1);
  await expect(problems).toBeFocused();
  await page.getByRole("button", { name: content.bookCall.submit }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(content.confirmation.heading);
  expect(site.leads(visitor.email)).toMatchObject([form.leadOf(visitor)]);
});

test(
  "a landing page with an extension's node below the fold keeps it, and its links work",
  { tag: "@engines" },
  async ({ page }) => {
    expectErrors(page, NOTICE);
    const release = await holdScript(page);
    await page.goto("/");
    await page.evaluate(() => document.querySelector("#contact")?.prepend(document.createElement("aside")));
    const noticed = page.waitForEvent("console", (message) => NOTICE.test(message.text()));
    release();
    await page.keyboard.press("Shift");
    await noticed;
    await expect(page.locator("#contact aside")).toHaveCount(1);
    await page.getByRole("link", { name: content.header.bookCall }).first().click();
    await expect(page).toHaveTitle(content.pages.bookCall.title);
  },
);

test("React owns every part of the landing page and of the form, so a handler works wherever it is", async ({
  page,
}) => {
  await page.goto("/");
  await page.keyboard.press("Shift");
  for (const part of ["figure", "#about", "#features", "details", "#contact", "footer"])
    await untilHydrated(page.locator(part).first());
  await page.goto("/book-call");
  for (const part of ["#email", "main ol li", "main ul li"]) await untilHydrated(page.locator(part).first());
});

test("a demo that was opened before React came stays open, and React takes over once it is closed", async ({
  page,
}) => {
  const release = await holdScript(page);
  await page.goto("/");
  await page.getByRole("button", { name: content.hero.watchDemo }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  const arrived = page.waitForResponse(/assets\/hydrate-/);
  release();
  await arrived;
  const [trade = ""] = Object.keys(content.trades);
  await dialog.locator(`a[href="/${trade}"]`).click();
  await expect(dialog.locator("[aria-current]")).toHaveCount(1);
  await dialog.getByRole("button", { name: content.demo.transcript }).click();
  await expect(dialog.getByRole("listitem")).not.toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await untilHydrated(page.locator("#headline"));
});
