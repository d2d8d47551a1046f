/**
 * Typed text survives a late script, reloads,
 * crashes and failures, and is stored as one lead.
 */

import type { Request } from "@playwright/test";
import * as form from "./booking-form.ts";
import {
  connectBy,
  holdScript,
  openFilledForm,
  openForm,
  returnToEmptyForm,
  untilHydrated,
} from "./hydration.ts";
import { expect, expectErrors, test, expectOneLead } from "./test.ts";

const keysOf = (sent: readonly Request[]) =>
  sent.map((request) => request.headers()["idempotency-key"]);

test("a form sent before the script loads, or whose script fails, is stored and confirmed", async ({
  page,
  site,
  visitor,
}) => {
  const release = await holdScript(page);
  await page.goto("/book-call");
  await form.sendAndConfirm(page, visitor);
  expectOneLead(site, visitor);
  release();
  await expect(page, "an advertisement's tool can count the lead").toHaveURL(
    /\/book-call#sent$/,
  );
  await untilHydrated(page.locator("#book-call"));
  await returnToEmptyForm(page);
  expectErrors(page, /is not a function/);
  await page.evaluate(() =>
    Reflect.deleteProperty(Crypto.prototype, "getRandomValues"),
  );
  await form.sendAndConfirm(page, visitor);
  expectOneLead(site, visitor);
});

test("a form that the server refused before the script loads has the focus on its banner", async ({
  page,
  visitor,
}) => {
  expectErrors(page, /Failed to load resource/);
  const release = await holdScript(page);
  await page.goto("/book-call");
  await form.sendForm(page, { ...visitor, name: "" });
  release();
  await expect(page.getByRole("alert")).toBeFocused();
});

test(
  "the tab's draft survives a reload, except where newer text is typed, and is sent",
  { tag: "@engines" },
  async ({ page, site, visitor }) => {
    await openFilledForm(page, { ...visitor, additionalInfo: "" });
    const stored = () => page.evaluate(() => JSON.stringify(sessionStorage));
    await expect
      .poll(stored, "at once, for a tab that crashes")
      .toContain("Missed calls after five");
    const release = await holdScript(page);
    await page.reload();
    await form.field(page, "name").fill("Norma");
    await form.field(page, "additionalInfo").fill("Six vans");
    release();
    await untilHydrated(page.locator("#book-call"));
    await expect(form.field(page, "additionalInfo")).toBeFocused();
    const typed = { ...visitor, name: "Norma", additionalInfo: "Six vans" };
    await expect.poll(() => form.filledIn(page)).toEqual(typed);
    expect(
      await page.evaluate(() => localStorage.length),
      "another tab does not have it",
    ).toBe(0);
    await form.submitAndConfirm(page);
    expect(site.leads(visitor.email)).toMatchObject([{ name: "Norma" }]);
    await connectBy(page, { effectiveType: "2g" });
    await page.reload();
    await form.expectConfirmed(page);
  },
);

test("text and key survive a lost response", async ({
  page,
  site,
  visitor,
}) => {
  expectErrors(page, /Failed to load resource|TypeError: Failed to fetch/);
  const requests = form.watchLeadRequests(page);
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
  await page.reload();
  await untilHydrated(page.locator("#book-call"));
  await expect.poll(() => form.filledIn(page)).toEqual(visitor);
  await form.field(page, "name").fill(`${visitor.name} `);
  await lose();
  await form.submit(page);
  await expect(page.getByRole("alert")).toBeVisible();
  expect(site.leads(visitor.email), "the same lead").toHaveLength(1);
  const [first, second] = keysOf(requests);
  expect(first).toBeTruthy();
  expect(second).toBe(first);
});
