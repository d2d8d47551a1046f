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

/** Of the day that is shown. */
export const times = (page: Page): Locator =>
  page.locator("[role=group][aria-labelledby=day]").getByRole("link");

/** The instant of a time's link. */
export async function instantOf(time: Locator): Promise<string> {
  return String(await time.locator("time").getAttribute("datetime"));
}

/** Opens the board on a day that has more open times than today may have. */
export async function openBoard(page: Page, { hydrates = true, day = 1 } = {}): Promise<void> {
  await page.goto(SCHEDULE_PATH);
  await page.goto(String(await dayLinks(page).nth(day).getAttribute("href")));
  if (hydrates) await untilHydrated(page.locator("h1"));
}

/** Taps a time of the day that is shown, which leads to its form. @returns the time */
export async function pickTime(page: Page, index: number): Promise<string> {
  const time = times(page).nth(index);
  const startsAt = await instantOf(time);
  await time.click();
  await expect(page.locator("main time").first()).toHaveAttribute("datetime", startsAt);
  return startsAt;
}

/** Books the first time that is shown, with the whole form. @returns the time */
export async function bookFirst(page: Page, visitor: FormValues): Promise<string> {
  const startsAt = await pickTime(page, 0);
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
