/** Opens pages, and waits for their hydration or delays the hydration. */

import type { Locator, Page } from "@playwright/test";
import type { FormValues } from "../../contract/http/page.ts";
import { NEXT_TIMES } from "../../contract/locale/next-times.ts";
import { content } from "../content.ts";
import { EMPTY, field, filledIn, fillIn } from "./booking-form.ts";
import { expect, linkIn } from "./test.ts";

/**
 * Waits until React owns an element, which only a private property of React
 * tells. The landing page has no React; its script marks a link of the menu.
 */
export async function untilHydrated(element: Locator): Promise<void> {
  // A document that is being replaced causes
  // an error, so the next document is tried.
  await expect(() => element.evaluate(awake)).toPass();
}

/** Runs in the page. */
export const isHydrated = (element: Element): boolean =>
  Object.keys(element).some((key) => key.startsWith("__reactFiber"));

/** Runs in the page: each look from outside costs more than the hydration. */
async function awake(element: Element): Promise<void> {
  while (
    !document.querySelector("#menu [aria-current]") &&
    !Object.keys(element).some((key) => key.startsWith("__reactFiber"))
  )
    await new Promise((resolve) => setTimeout(resolve, 20));
}

export async function openHome(page: Page, path = "/"): Promise<void> {
  await page.goto(path);
  await untilHydrated(page.locator("#headline"));
}

/** The place of the next open times. */
export const openTimes = (page: Page): Locator =>
  page.getByRole("group", { name: content.contact.timesLabel });

/**
 * The server reads the open times in the
 * background, so the first pages may lack them.
 */
export async function openWithTimes(page: Page, path: string): Promise<void> {
  const hasTimes = async () =>
    (await (await page.request.get(path)).text()).includes(`${NEXT_TIMES}<a`);
  await expect.poll(hasTimes, { timeout: 30_000 }).toBe(true);
  await page.goto(path);
}

export async function openForm(page: Page): Promise<void> {
  await page.goto("/book-call");
  await untilHydrated(page.locator("#book-call"));
}

export async function openFilledForm(
  page: Page,
  values: FormValues,
): Promise<void> {
  await openForm(page);
  await fillIn(page, values);
}

/** Goes from a landing page to the form inside the app. */
export async function goToForm(page: Page, path = "/"): Promise<void> {
  await openHome(page, path);
  await followToForm(page);
}

/** Follows the header's link. */
export async function followToForm(page: Page): Promise<void> {
  await linkIn(page.getByRole("banner"), content.header.bookCall).click();
  await expect(page).toHaveTitle(content.pages.bookCall.title);
}

/**
 * Goes from the confirmation to the landing page,
 * and back to a form without the sent text.
 */
export async function returnToEmptyForm(page: Page): Promise<void> {
  await linkIn(page, content.confirmation.back).click();
  await expect(page).toHaveTitle(content.pages.home.title);
  await followToForm(page);
  await expect(field(page, "name")).toBeVisible();
  expect(await filledIn(page)).toEqual(EMPTY);
}

/**
 * Delays React, so the page stays as prerendered.
 * @returns a function that lets React arrive
 */
export const holdScript = (page: Page) =>
  holdRequests(page, /\/assets\/hydrate-/);

/** Delays matching requests. @returns a function that lets them arrive */
export async function holdRequests(
  page: Page,
  address: RegExp | string,
): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** @param connection as `navigator.connection` */
export const connectBy = (page: Page, connection: object) =>
  page.addInitScript((own) => {
    Object.defineProperty(Navigator.prototype, "connection", {
      get: () => own,
    });
  }, connection);
