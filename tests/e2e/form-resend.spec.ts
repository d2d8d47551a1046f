/** Sending again: the same text is the same lead, however often and after any failure. */
import { content } from "../content.ts";
import * as form from "./booking-form.ts";
import { followToForm, openForm, untilHydrated } from "./hydration.ts";
import { expect, expectErrors, test } from "./test.ts";

test.beforeEach(async ({ page }) => {
  expectErrors(page, /Failed to load resource|TypeError: Failed to fetch/);
  // The worst failure: the lead is stored, and the answer never arrives.
  await form.answerOnce(page, async (route) => {
    await route.fetch();
    await route.abort("connectionreset");
  });
});

test("changed text has a new key, and so has the next lead", async ({ page, site, visitor }) => {
  const calls = form.watchCalls(page);
  await openForm(page);
  await form.sendForm(page, visitor);
  await expect(page.getByRole("alert")).toBeVisible();

  await form.field(page, "additionalInfo").fill("Five vans by now");
  await form.submitAndConfirm(page);
  expect(site.leads(visitor.email)).toMatchObject([
    { additional_info: visitor.additionalInfo },
    { additional_info: "Five vans by now" },
  ]);
  await openForm(page);
  await expect(form.field(page, "name")).toHaveValue("");
  await form.sendAndConfirm(page, { ...visitor, additionalInfo: "Five vans by now" });
  expect(new Set(form.keysOf(calls)).size).toBe(3);
  expect(site.leads(visitor.email)).toHaveLength(3);
});

test("after a failure, leaving or a reload keeps the text and its key", async ({ page, site, visitor }) => {
  const calls = form.watchCalls(page);
  await openForm(page);
  await form.sendForm(page, visitor);
  await expect(page.getByRole("alert")).toBeVisible();

  await page.getByRole("link", { name: content.header.backHome }).click();
  await followToForm(page);
  await expect(form.field(page, "name")).toHaveValue(visitor.name);
  expect(await form.filledIn(page)).toEqual(visitor);
  await page.reload();
  await untilHydrated(page.locator("#book-call"));
  await expect(form.field(page, "name")).toHaveValue(visitor.name);
  expect(await form.filledIn(page)).toEqual(visitor);
  expect(site.leads(visitor.email), "the first attempt arrived").toHaveLength(1);
  await form.field(page, "name").fill(`${visitor.name} `);
  await form.submitAndConfirm(page);
  const [first, ...others] = form.keysOf(calls);
  expect(first).toBeTruthy();
  expect(others).toEqual([first]);
  expect(site.leads(visitor.email)).toHaveLength(1);
});

test("the same text without a script is the same lead", { tag: "@full" }, async ({ page, site, visitor }) => {
  await openForm(page);
  await form.sendForm(page, visitor);
  await expect(page.getByRole("alert")).toBeVisible();
  expect(site.leads(visitor.email)).toHaveLength(1);

  await page.route(/\/assets\/hydrate-/, (route) => route.abort());
  await page.reload();
  await form.sendAndConfirm(page, visitor);
  expect(site.leads(visitor.email)).toHaveLength(1);
});
