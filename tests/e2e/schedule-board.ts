/** The board of open times, on one of its days. */
import type { Locator, Page } from "@playwright/test";
import type { FormValues } from "../../contract/page.ts";
import { SCHEDULE_PATH } from "../../contract/routes.ts";
import { content } from "../content.ts";
import { sendForm } from "./booking-form.ts";
import { untilHydrated } from "./hydration.ts";
import { expect } from "./test.ts";

const { schedulePage } = content;

/** The days that are not full. */
export const dayLinks = (page: Page): Locator =>
  page.getByRole("list", { name: schedulePage.boardHeading }).getByRole("link");

export const times = (page: Page): Locator => page.getByRole("radio", { name: /[AP]M/ });

export const foot = (page: Page): Locator => page.locator("form > :last-child");

/** Opens the board on a day that has more open times than today may have. */
export async function openBoard(page: Page, { hydrates = true, day = 1 } = {}): Promise<void> {
  await page.goto(SCHEDULE_PATH);
  await page.goto(String(await dayLinks(page).nth(day).getAttribute("href")));
  if (hydrates) await untilHydrated(page.locator("h1"));
}

/** Taps a time of the day that is shown, and goes on to the form. @returns the time */
export async function pickTime(page: Page, index: number): Promise<string> {
  const time = times(page).nth(index);
  await time.check();
  const startsAt = String(await time.getAttribute("value"));
  await page.getByRole("button", { name: schedulePage.take }).click();
  await expect(page.locator("main time").first()).toHaveAttribute("datetime", startsAt);
  return startsAt;
}

/** Books the first time that is shown, with the whole form. @returns the time */
export async function bookFirst(page: Page, visitor: FormValues): Promise<string> {
  const time = times(page).first();
  await time.check();
  const startsAt = String(await time.getAttribute("value"));
  await page.getByRole("button", { name: schedulePage.take }).click();
  await page.getByLabel(schedulePage.phone).fill("+44 20 7946 0958");
  await sendForm(page, visitor);
  return startsAt;
}

export const zoneOf = (page: Page): Locator => page.getByRole("combobox", { name: schedulePage.zoneLabel });

/** Searches a zone by typing, and takes the first that is found. */
export async function chooseZone(page: Page, typed: string): Promise<void> {
  await zoneOf(page).click();
  await zoneOf(page).fill(typed);
  await page.keyboard.press("Enter");
}
