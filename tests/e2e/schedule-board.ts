import type { APIRequestContext, Locator, Page } from "@playwright/test";
import type { FormValues } from "../../contract/http/page.ts";
import { SCHEDULE_PATH, TIMES_PATH } from "../../contract/http/routes.ts";
import { content } from "../content.ts";
import { sendForm } from "./booking-form.ts";
import { isHydrated } from "./hydration.ts";
import { expect, pageHeading } from "./test.ts";

const { schedulePage } = content;

export const PHONE = "+44 20 7946 0958";

/** The days that are not full. */
export const dayLinks = (page: Page): Locator =>
  page.getByRole("list", { name: schedulePage.boardHeading }).getByRole("link");

/** The times of the day that is shown. */
export const times = (page: Page): Locator =>
  page.locator("[role=group][aria-labelledby=day]").getByRole("link");

/** The instant of a time's link. */
export async function instantOf(time: Locator): Promise<string> {
  return String(await time.locator("time").getAttribute("datetime"));
}

/** Opens the board on a later day, since today may have few open times left. */
export async function openBoard(
  page: Page,
  { hydrates = true, day = 1 } = {},
): Promise<void> {
  const board = await (await page.request.get(SCHEDULE_PATH)).text();
  const days = [...board.matchAll(/<li><a [^>]*href="([^"]*[?]day=[^"]*)"/g)];
  await page.goto(String(days[day]?.[1]));
  if (hydrates) await wakeBoard(page);
}

/**
 * A board in the agency's zone waits for a person, so a
 * pointer moves until React is there. With the browser's
 * zone, which its links name, come *Today* and *Tomorrow*.
 */
async function wakeBoard(page: Page): Promise<void> {
  await expect(async () => {
    await page.mouse.move(5, 5);
    await page.mouse.move(9, 9);
    expect(await page.locator("h1").evaluate(isHydrated)).toBe(true);
  }).toPass({ intervals: [50] });
  await expect(dayLinks(page).first()).toHaveAttribute("href", /zone=/);
}

/**
 * Presses the first time of the shown day, and waits
 * for the form of that time. @returns the time
 */
export async function pickTime(page: Page): Promise<string> {
  const time = times(page).first();
  const startsAt = await instantOf(time);
  await time.click();
  await expect(page.locator("main time").first()).toHaveAttribute(
    "datetime",
    startsAt,
  );
  return startsAt;
}

/** Sends the form of a chosen time. */
export async function sendCallForm(
  page: Page,
  visitor: FormValues,
): Promise<void> {
  await page.getByLabel(schedulePage.phone).fill(PHONE);
  await sendForm(page, visitor);
}

/** Books the first time that is shown, with the whole form. */
export async function bookFirst(
  page: Page,
  visitor: FormValues,
): Promise<void> {
  await pickTime(page);
  await sendCallForm(page, visitor);
  await expect(pageHeading(page)).toHaveText(schedulePage.states.booked);
}

/** The open times, soonest first. */
export async function offeredTimes(
  request: APIRequestContext,
): Promise<string[]> {
  const { times: offered } = await (await request.get(TIMES_PATH)).json();
  return offered;
}

/** Books a call without a browser. @returns the address of the call's page */
export async function book(
  request: APIRequestContext,
  visitor: FormValues,
  startsAt: string,
  zone = "UTC",
): Promise<string> {
  const form = { ...visitor, startsAt, zone, callNumber: PHONE };
  const answer = await request.post(SCHEDULE_PATH, { form, maxRedirects: 0 });
  expect(answer.status()).toBe(303);
  return String(answer.headers()["location"]).replace("&booked", "");
}

/** Expects that the page shows a call at this time. */
export async function expectCallAt(
  page: Page,
  startsAt: string,
): Promise<void> {
  await expect(page.locator("main time")).toHaveAttribute(
    "datetime",
    startsAt.replace("Z", ".000Z"),
  );
}
