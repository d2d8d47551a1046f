/** A call on a day with very many new ones: held, confirmed by the button behind the link of its mail, and then booked. */
import type { APIRequestContext, Page } from "@playwright/test";
import { CONFIRM_PATH, SCHEDULE_PATH, TIMES_PATH } from "../../contract/routes.ts";
import { content } from "../content.ts";
import { expectNoViolation } from "./axe.ts";
import * as form from "./booking-form.ts";
import { expectFits } from "./misfits.ts";
import { enterInbox, inStore } from "./operator.ts";
import { bookFirst } from "./schedule-board.ts";
import { expect, expectErrors, test, type Site, withAndWithoutScript } from "./test.ts";
import { mailedPath, writtenMails } from "./written-mails.ts";

const { inbox, pages, schedulePage } = content;
const { held } = schedulePage;

// Only a site with limits holds calls.
test.use({ siteEnv: { RATE_LIMIT_TOTAL_PER_MINUTE: "600" }, contextOptions: { reducedMotion: "reduce" } });

let visitors = 0;

/** Books a free time by a visitor of its own. @returns where the answer leads */
async function bookOne(request: APIRequestContext, startsAt?: string): Promise<string> {
  const { times } = await (await request.get(TIMES_PATH)).json();
  const email = `crowd-${visitors++}@visitor.example`;
  const sent = {
    ...form.exampleVisitor("crowd"),
    email,
    startsAt: startsAt ?? String(times.at(-1)),
    zone: "UTC",
  };
  const answer = await request.post(SCHEDULE_PATH, { form: sent, maxRedirects: 0 });
  expect(answer.status()).toBe(303);
  return answer.headers()["location"] ?? "";
}

/** As many calls as a day holds. */
async function flood(request: APIRequestContext): Promise<void> {
  for (let n = 0; n < content.workingHours.callsPerDay; n++) await bookOne(request);
}

const confirmPath = (site: Site, address: string) => mailedPath(site, "hold", address);

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const button = (page: Page) => page.getByRole("button", { name: held.button });

/** Fills in the whole form for the first open time. @returns the time */
async function bookInBrowser(page: Page, visitor: form.Answers): Promise<string> {
  await page.goto(SCHEDULE_PATH);
  const startsAt = await bookFirst(page, visitor);
  await expect(heading(page)).toHaveText(schedulePage.states.held);
  await expect(page).toHaveTitle(pages.held.title);
  return startsAt;
}

withAndWithoutScript("@full", (javaScriptEnabled) => {
  test.use({ viewport: { width: 360, height: 740 } });

  test("it is held, said to both sides, and booked by the button of the mail", async ({
    page,
    request,
    site,
    visitor,
  }) => {
    await flood(request);
    const startsAt = await bookInBrowser(page, visitor);
    await expect(page.locator("main")).toContainText(/press the button there by \d+:\d\d/);
    await expect(button(page)).toHaveCount(0);
    expect((await (await request.get(TIMES_PATH)).json()).times).not.toContain(startsAt);
    await expect.poll(() => confirmPath(site, visitor.email)).toBeDefined();
    expect(writtenMails(site, "confirmation", visitor.email)).toEqual([]);
    await expect.poll(() => writtenMails(site, "holding").length).toBe(1);
    const path = confirmPath(site, visitor.email) ?? "";
    expect(path).toContain(CONFIRM_PATH);
    for (const [width, height] of [
      [740, 360],
      [360, 740],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.goto(path);
      await button(page).focus();
      await expect(button(page)).toBeInViewport({ ratio: 1 });
    }
    await expect(heading(page)).toHaveText(schedulePage.states.held);
    await expectFits(page);
    if (javaScriptEnabled) await expectNoViolation(page);
    await button(page).press("Enter");
    await expect(heading(page)).toHaveText(schedulePage.states.booked);
    await expect(page).toHaveTitle(pages.booked.title);
    await expect(page.locator("main time")).toHaveAttribute("datetime", startsAt.replace("Z", ".000Z"));
    expect(site.leads(visitor.email)).toHaveLength(1);
    await expect.poll(() => writtenMails(site, "invitation", visitor.email).length).toBe(1);
    await page.goto(path);
    await expect(heading(page), "the link again").toHaveText(schedulePage.states.booked);
  });

  test(
    "after its minutes the button books it only while nobody else took the time",
    { tag: "@full" },
    async ({ page, request, site, visitor }) => {
      expectErrors(page, /Failed to load resource/);
      await flood(request);
      const other = { ...visitor, email: `other-${visitor.email}` };
      const first = await bookInBrowser(page, visitor);
      await bookInBrowser(page, other);
      for (const { email } of [visitor, other])
        await expect.poll(() => confirmPath(site, email)).toBeDefined();
      // The minutes of all held calls are over.
      inStore(site, "UPDATE bookings SET held_until = ? WHERE state = 'held'", "2020-01-01T00:00:00.000Z");
      await page.goto(confirmPath(site, other.email) ?? "");
      await expect(heading(page)).toHaveText(held.overHeading);
      await expect(page.locator("main")).toContainText(held.over.split("{until}")[0] ?? "");
      await button(page).click();
      await expect(heading(page)).toHaveText(schedulePage.states.booked);
      await page.goto(confirmPath(site, visitor.email) ?? "");
      await bookOne(request, first);
      await button(page).click();
      await expect(heading(page)).toHaveText(schedulePage.gone);
      await expect(page.getByRole("alert")).toHaveText(schedulePage.notices.taken);
      await expectFits(page);
      if (javaScriptEnabled) await expectNoViolation(page);
      await page.getByRole("link", { name: held.again }).click();
      await expect(heading(page)).toHaveText(schedulePage.heading);
      expect(site.leads(visitor.email)).toHaveLength(1);
    },
  );
});

test("the inbox says that calls wait to be confirmed", async ({ page, request, site, visitor }) => {
  await flood(request);
  await bookInBrowser(page, visitor);
  await enterInbox(page, site);
  await expect(page.locator(".alarm")).toContainText(inbox.unconfirmed.split("{count}")[0] ?? "");
});
