/** Sending again: the same text is the same lead, however often and after any failure. */
import { content } from "../content.ts";
import { answerOnce, field, filledIn, fillIn, keysOf, submitButton, watchCalls } from "./booking-form.ts";
import { openForm, untilHydrated } from "./hydration.ts";
import { expect, test } from "./test.ts";

test.use({ expectedErrors: /Failed to load resource|TypeError: Failed to fetch/ });

test.beforeEach(async ({ page }) => {
  // The worst failure: the lead is stored, and the answer never arrives.
  await answerOnce(page, async (route) => {
    await route.fetch();
    await route.abort("connectionreset");
  });
});

test("changed text is sent under a new key, and is stored; then the lead is forgotten, and the next has its own key", async ({
  page,
  site,
  visitor,
}) => {
  const calls = watchCalls(page);
  await openForm(page);
  await fillIn(page, visitor);
  await submitButton(page).click();
  await expect(page.getByRole("alert")).toBeVisible();

  await field(page, "additionalInfo").fill("Five vans by now");
  await submitButton(page).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(content.confirmation.heading);
  expect(site.leads(visitor.email)).toMatchObject([
    { additional_info: visitor.additionalInfo },
    { additional_info: "Five vans by now" },
  ]);
  await openForm(page);
  await expect(field(page, "name")).toHaveValue("");
  await fillIn(page, { ...visitor, additionalInfo: "Five vans by now" });
  await submitButton(page).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(content.confirmation.heading);
  expect(new Set(keysOf(calls)).size).toBe(3);
  expect(site.leads(visitor.email)).toHaveLength(3);
});

test("the same text is sent under the same key, also after a reverted change, and is one lead", async ({
  page,
  site,
  visitor,
}) => {
  const calls = watchCalls(page);
  await openForm(page);
  await fillIn(page, visitor);
  await submitButton(page).click();
  await expect(page.getByRole("alert")).toBeVisible();
  expect(site.leads(visitor.email), "the first attempt arrived").toHaveLength(1);

  await field(page, "name").fill(`${visitor.name} `);
  await submitButton(page).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(content.confirmation.heading);
  const [first, second] = keysOf(calls);
  expect(first).toBeTruthy();
  expect(second).toBe(first);
  expect(site.leads(visitor.email)).toHaveLength(1);
});

test("leaving after a failure, or a reload, restores the text, and sending it is the same lead", async ({
  page,
  site,
  visitor,
}) => {
  const calls = watchCalls(page);
  await openForm(page);
  await fillIn(page, visitor);
  await submitButton(page).click();
  await expect(page.getByRole("alert")).toBeVisible();

  await page.getByRole("link", { name: content.header.backHome }).click();
  await page.getByRole("banner").getByRole("link", { name: content.header.bookCall }).click();
  await expect(field(page, "name")).toHaveValue(visitor.name);
  expect(await filledIn(page)).toEqual(visitor);
  await page.reload();
  await untilHydrated(page.locator("#book-call"));
  await expect(field(page, "name")).toHaveValue(visitor.name);
  expect(await filledIn(page)).toEqual(visitor);
  await submitButton(page).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(content.confirmation.heading);
  expect(calls).toHaveLength(2);
  expect(new Set(keysOf(calls)).size).toBe(1);
  expect(site.leads(visitor.email)).toHaveLength(1);
});

test(
  "sent again without the script, the same text is still one lead",
  { tag: "@full" },
  async ({ page, site, visitor }) => {
    await openForm(page);
    await fillIn(page, visitor);
    await submitButton(page).click();
    await expect(page.getByRole("alert")).toBeVisible();
    expect(site.leads(visitor.email)).toHaveLength(1);

    await page.route(/\/assets\/hydrate-/, (route) => route.abort());
    await page.reload();
    await fillIn(page, visitor);
    await submitButton(page).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(content.confirmation.heading);
    expect(site.leads(visitor.email)).toHaveLength(1);
  },
);
