/** Visitors who are faster than the script: typed text stays, and a sent form arrives. */
import * as form from "./booking-form.ts";
import { holdScript, returnToEmptyForm, untilHydrated } from "./hydration.ts";
import { expect, expectErrors, test } from "./test.ts";

test("text typed before the script loads survives it, and is sent", async ({ page, site, visitor }) => {
  const release = await holdScript(page);
  await page.goto("/book-call");
  await form.fillIn(page, visitor);
  await form.field(page, "additionalInfo").press("End");
  release();
  await untilHydrated(page.locator("#book-call"));
  expect(await form.filledIn(page)).toEqual(visitor);
  await expect(form.field(page, "additionalInfo")).toBeFocused();
  await page.keyboard.type(" and a trailer");
  await form.submitAndConfirm(page);
  expect(site.leads(visitor.email)).toMatchObject([{ additional_info: "Four vans and a trailer" }]);
});

test("a form sent before the script loads is stored and confirmed", async ({ page, site, visitor }) => {
  const release = await holdScript(page);
  await page.goto("/book-call");
  await form.sendAndConfirm(page, visitor);
  expect(site.leads(visitor.email)).toHaveLength(1);
  release();
  await expect(page, "an ad's tool can count it").toHaveURL(/\/book-call#sent$/);
  await untilHydrated(page.locator("#book-call"));
  await returnToEmptyForm(page);
});

test("a refused form is sent again with the script, and is empty then", async ({ page, site, visitor }) => {
  expectErrors(page, /Failed to load resource/);
  const release = await holdScript(page);
  await page.goto("/book-call");
  await form.sendForm(page, { ...visitor, companyName: "   " });
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(page, "nothing to count").toHaveURL(/\/book-call$/);
  // A visitor may correct the rest, too, while the script is still on its way.
  const changed = { ...visitor, name: "Nora Corrected", problems: "Late invoices", companyName: "   " };
  await form.fillIn(page, changed);
  release();
  await untilHydrated(page.locator("#book-call"));
  expect(await form.filledIn(page)).toEqual(changed);
  await expect(form.field(page, "additionalInfo"), "the banner takes the focus from nobody").toBeFocused();
  await form.field(page, "companyName").fill(visitor.companyName);
  await expect(page.getByRole("alert")).toHaveCount(0);
  await form.submitAndConfirm(page);
  expect(site.leads(visitor.email)).toMatchObject([{ name: "Nora Corrected", problems: "Late invoices" }]);
  await returnToEmptyForm(page);
  await expect(page.getByRole("alert")).toHaveCount(0);
});
