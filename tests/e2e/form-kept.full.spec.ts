/** Typed text is kept and sent once: before the script, over reloads and crashes, after failures. */
import * as form from "./booking-form.ts";
import {
  followToForm,
  holdScript,
  openFilledForm,
  openForm,
  returnToEmptyForm,
  untilHydrated,
} from "./hydration.ts";
import { expect, expectErrors, test } from "./test.ts";
import { openBoard, pickTime } from "./schedule-board.ts";
import { content } from "../content.ts";
import type { Request } from "@playwright/test";

const keysOf = (calls: readonly Request[]) => calls.map((call) => call.headers()["idempotency-key"]);

test.describe("before the script", () => {
  let release: () => void;
  test.beforeEach(async ({ page }) => {
    release = await holdScript(page);
    await page.goto("/book-call");
  });

  test("text typed before the script loads survives it, and is sent", async ({ page, site, visitor }) => {
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
    await form.sendAndConfirm(page, visitor);
    expect(site.leads(visitor.email)).toHaveLength(1);
    release();
    await expect(page, "an ad's tool can count it").toHaveURL(/\/book-call#sent$/);
    await untilHydrated(page.locator("#book-call"));
    await returnToEmptyForm(page);
  });

  test("a refused form is sent again with the script, and is empty then", async ({ page, site, visitor }) => {
    expectErrors(page, /Failed to load resource/);
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
    await form.submitAndConfirm(page);
    expect(site.leads(visitor.email)).toMatchObject([{ name: "Nora Corrected", problems: "Late invoices" }]);
    await returnToEmptyForm(page);
    await expect(page.getByRole("alert")).toHaveCount(0);
  });
});

test.describe("the tab's draft", () => {
  test.beforeEach(({ page }) => expectErrors(page, /is not a constructor/));

  test("survives a reload, and newer text wins", { tag: "@engines" }, async ({ page, context, visitor }) => {
    await openFilledForm(page, { ...visitor, additionalInfo: "" });
    const stored = () => page.evaluate(() => JSON.stringify(sessionStorage));
    await expect.poll(stored, "at once, for a tab that crashes").toContain("Missed calls after five");
    const release = await holdScript(page);
    await page.reload();
    await form.field(page, "name").fill("Norma");
    await form.field(page, "additionalInfo").fill("Six vans");
    release();
    await untilHydrated(page.locator("#book-call"));
    const typed = { ...visitor, name: "Norma", additionalInfo: "Six vans" };
    await expect.poll(() => form.filledIn(page)).toEqual(typed);

    await page.reload();
    await untilHydrated(page.locator("#book-call"));
    await expect(form.field(page, "name")).toHaveValue("Norma");
    const other = await context.newPage();
    await openForm(other);
    expect(await form.filledIn(other)).toEqual(form.EMPTY);
  });

  test("is the same in both forms", async ({ page, visitor }) => {
    await openFilledForm(page, visitor);
    await openBoard(page);
    await pickTime(page, 0);
    await untilHydrated(page.locator("#lead-form"));
    expect(await form.filledIn(page)).toEqual(visitor);
    await form.field(page, "name").fill("Norma");
    await form.field(page, "additionalInfo").fill("");
    await page.evaluate(() => void setTimeout(() => history.go(-2)));
    await untilHydrated(page.locator("#book-call"));
    const typed = { ...visitor, name: "Norma", additionalInfo: "" };
    await expect.poll(() => form.filledIn(page)).toEqual(typed);
    // The browser may also keep the page as it was left, again and again.
    for (const name of ["Norma Ortiz", "Norma Diaz"]) {
      await page.evaluate((changed) => {
        const draft = JSON.parse(sessionStorage["lead-typed"]);
        sessionStorage["lead-typed"] = JSON.stringify({ ...draft, name: changed });
        dispatchEvent(new Event("pageshow"));
      }, name);
      await expect(form.field(page, "name")).toHaveValue(name);
    }
  });

  test("is forgotten once its form is stored without the script", async ({ page, visitor }) => {
    await openFilledForm(page, visitor);
    // A script that breaks before the request has left: the browser sends the form itself.
    await page.evaluate("window.Request = undefined");
    await form.submitAndConfirm(page);
    await untilHydrated(page.locator("#book-call"));
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(visitor.email);
    await openForm(page);
    expect(await form.filledIn(page)).toEqual(form.EMPTY);
  });
});

test("text and key outlive a lost response; changed text gets a new key", async ({ page, site, visitor }) => {
  expectErrors(page, /Failed to load resource|TypeError: Failed to fetch/);
  const calls = form.watchCalls(page);
  const lose = () =>
    // The worst failure: the lead is stored, and the answer never arrives.
    form.answerOnce(page, async (route) => {
      await route.fetch();
      await route.abort("connectionreset");
    });
  await lose();
  await openForm(page);
  await form.sendForm(page, visitor);
  await expect(page.getByRole("alert")).toBeVisible();
  await page.getByRole("link", { name: content.header.backHome }).click();
  await followToForm(page);
  await expect.poll(() => form.filledIn(page)).toEqual(visitor);
  await page.reload();
  await untilHydrated(page.locator("#book-call"));
  await expect.poll(() => form.filledIn(page)).toEqual(visitor);
  expect(site.leads(visitor.email), "the first attempt arrived").toHaveLength(1);
  await form.field(page, "name").fill(`${visitor.name} `);
  await form.submitAndConfirm(page);
  const [first, ...others] = keysOf(calls);
  expect(first).toBeTruthy();
  expect(others).toEqual([first]);
  expect(site.leads(visitor.email)).toHaveLength(1);

  await openForm(page);
  await expect(form.field(page, "name")).toHaveValue("");
  await lose();
  await form.sendForm(page, visitor);
  await expect(page.getByRole("alert")).toBeVisible();
  await form.field(page, "additionalInfo").fill("Five vans by now");
  await form.submitAndConfirm(page);
  expect(new Set(keysOf(calls)).size).toBe(3);
  const stored = [visitor.additionalInfo, "Five vans by now"];
  expect(site.leads(visitor.email).map((lead) => lead["additional_info"])).toEqual(stored);
});
