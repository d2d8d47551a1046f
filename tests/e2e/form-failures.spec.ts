/**
 * When sending or its script fails: what the visitor
 * reads. No text is lost, and no lead is stored twice.
 */

import type { Page, Route } from "@playwright/test";
import { content } from "../content.ts";
import * as form from "./booking-form.ts";
import { openFilledForm, openForm, returnToEmptyForm } from "./hydration.ts";
import { expect, expectErrors, test, linkIn, expectOneLead } from "./test.ts";

const { pages } = content;

const EXPECTED =
  /Failed to load resource|The lead was not stored|TypeError: Failed to fetch/;
test.beforeEach(({ page }) => expectErrors(page, EXPECTED));

const banner = (page: Page) => page.getByRole("alert");

const refuse = (route: Route) =>
  route.fulfill({
    status: 500,
    json: {
      code: "XX000",
      message: "The night desk is closed for a minute.",
      details: null,
      hint: null,
    },
  });

test("the backend's message is in the banner until the next key or try", async ({
  page,
  site,
  visitor,
}) => {
  // Without the tab's storage, the page itself remembers the key.
  await page.addInitScript("delete window.sessionStorage");
  await page.route(form.LEAD_REQUESTS, refuse);
  const requests = form.watchLeadRequests(page);
  await openForm(page);
  await form.sendForm(page, visitor);
  await expect(banner(page)).toBeFocused();
  await expect(banner(page)).toContainText(
    "The night desk is closed for a minute.",
  );
  await expect(form.submitButton(page)).toBeEnabled();
  expect(await form.filledIn(page)).toEqual(visitor);

  await form.field(page, "additionalInfo").pressSequentially("x");
  await expect(banner(page)).toHaveCount(0);
  await expect(page).toHaveTitle(pages.bookCall.title);
  for (let times = 0; times < 2; times++) {
    await form.submit(page);
    await expect(
      banner(page),
      "a second failure is announced anew",
    ).toBeFocused();
    await form.field(page, "name").focus();
  }

  await page.unroute(form.LEAD_REQUESTS);
  await form.submitAndConfirm(page);
  expectOneLead(site, visitor);
  const keys = requests.map((sent) => sent.headers()["idempotency-key"]);
  expect(new Set(keys).size, "one for each text").toBe(2);
  await returnToEmptyForm(page);
});

test("a field that the real backend refuses is named, linked and described", async ({
  page,
  visitor,
}) => {
  await openFilledForm(page, visitor);
  // The page itself refuses such an address,
  // so the test puts it into the request.
  await form.answerOnce(page, (route) => {
    const body: object = route.request().postDataJSON();
    const postData = JSON.stringify({ ...body, email: "not an email" });
    return route.continue({ postData });
  });
  const answered = page.waitForResponse(form.LEAD_REQUESTS);
  await form.submit(page);
  const response = await answered;
  expect(response.status()).toBe(400);
  const { message }: { message: string } = await response.json();

  const field = form.field(page, "email");
  await expect(banner(page)).toBeFocused();
  await expect(banner(page)).toContainText(message);
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(field).toHaveAccessibleDescription(/./);
  await linkIn(banner(page), message).click();
  await expect(field).toBeFocused();
  await expect(field).toBeInViewport({ ratio: 1 });
});
