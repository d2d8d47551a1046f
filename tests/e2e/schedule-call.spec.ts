import type { APIRequestContext, Locator, Page, Route } from "@playwright/test";
import { SCHEDULE_PATH } from "../../contract/http/routes.ts";
import { readPerson } from "../../server/leads/read-lead.ts";
import { content } from "../content.ts";
import * as form from "./booking-form.ts";
import { untilHydrated } from "./hydration.ts";
import { expectSound } from "./misfits.ts";
import { administer } from "./operator.ts";
import * as board from "./schedule-board.ts";
import {
  expect,
  expectErrors,
  test,
  pageHeading,
  buttonIn,
  linkIn,
  expectOneLead,
} from "./test.ts";

const { instantOf, openBoard, pickTime, PHONE, times } = board;
const { schedulePage } = content;

test.use({ timezoneId: "America/New_York" });

/** Heading and title of a call's page say what became of the call. */
async function expectHeaded(
  page: Page,
  became: "booked" | "moved" | "cancelled",
): Promise<void> {
  await expect(pageHeading(page)).toHaveText(schedulePage.states[became]);
  await expect(page).toHaveTitle(content.pages[became].title);
  const sizeOf = (text: Locator) =>
    text.evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize));
  const sizes = [
    await sizeOf(page.locator("main time")),
    await sizeOf(pageHeading(page)),
  ];
  // What the visitor needs is largest: the time, or that no call will come.
  const [large = 0, small = 0] =
    became === "cancelled" ? sizes.toReversed() : sizes;
  expect(large).toBeGreaterThan(small);
}

/**
 * The open times of a day for one test alone.
 * Other tests book soon times, so days count back.
 */
async function timesOfOwnDay(request: APIRequestContext, number: number) {
  const days = Object.groupBy(await board.offeredTimes(request), (time) =>
    time.slice(0, 10),
  );
  return Object.values(days).at(-number) ?? [];
}

/** Opens the form of a time that no other test books. @returns the time */
async function openTime(
  page: Page,
  request: APIRequestContext,
  ownDay: number,
): Promise<string> {
  const [startsAt = ""] = await timesOfOwnDay(request, ownDay);
  await page.goto(`${SCHEDULE_PATH}?at=${startsAt}`);
  await untilHydrated(page.locator("#lead-form"));
  return startsAt;
}

for (const javaScriptEnabled of [true, false])
  test.describe(
    javaScriptEnabled ? "with a script" : "without a script",
    { tag: javaScriptEnabled ? [] : "@full" },
    () => {
      test.use({ javaScriptEnabled });
      test.use({ timezoneId: "Asia/Kolkata" });
      test.beforeEach(({ page }) =>
        expectErrors(page, /Failed to load resource|The lead was not stored/),
      );

      const tag = javaScriptEnabled ? "@engines" : [];

      test(
        "a visitor books a call with two taps and the form",
        { tag },
        async ({ page, visitor, site }) => {
          await openBoard(page, { hydrates: javaScriptEnabled });
          // A script finds the visitor's zone. Without
          // a script the page shows the agency's zone.
          const zone = javaScriptEnabled ? /^Kolkata/ : /^Eastern Time/;
          await expect(linkIn(page, zone)).toBeVisible();
          await pickTime(page);
          const email = visitor.email.replace("visitor.example", "gmial.com");
          await form.fillIn(page, { ...visitor, email });
          if (javaScriptEnabled) {
            await untilHydrated(page.locator("#lead-form"));
            await form.submit(page);
            await expect(page.getByLabel(schedulePage.phone)).toBeFocused();
          }
          // The form asks about a doubtful address
          // and a doubtful number at the same time.
          await page.getByLabel(schedulePage.phone).fill("555-0100");
          await form.submit(page);
          const question =
            content.fields.email.doubtful?.replace("{text}", email) ?? email;
          const doubt = content.fieldProblems.doubtfulNumber.replace(
            "{text}",
            "555-0100",
          );
          for (const words of [question, doubt])
            await expect(page.locator("form")).toContainText(words);
          await expect(page).toHaveTitle(/^Error: /);
          // A later visit would send a lost form
          // again, but not one that was refused.
          expect(
            await page.evaluate("sessionStorage['call-unanswered']"),
          ).toBeUndefined();
          await page.evaluate(
            "addEventListener('lead:submitted', () => (sessionStorage.heard = ''))",
          );
          await page.getByLabel(schedulePage.phone).fill(PHONE);
          await form.submit(page);
          await expectHeaded(page, "booked");
          if (javaScriptEnabled)
            expect(
              await page.evaluate("Object.keys(sessionStorage).sort()"),
            ).toEqual(["booked-call", "heard", "visit"]);
          expect(site.leads(email)).toHaveLength(1);
          const zones = javaScriptEnabled
            ? ["Kolkata (GMT+5:30)", /E[SD]T/]
            : ["Eastern Time"];
          for (const words of [...zones, PHONE, email])
            await expect(page.locator("main")).toContainText(words);
          for (const control of await page
            .locator(".call-calendars, .call-changes > *")
            .all())
            await expect(control).toBeInViewport({ ratio: 1 });
          await page.getByText(schedulePage.calendars.add).click();
          await expect(linkIn(page, ".ics file")).toBeVisible();
        },
      );

      test("the page of a call moves and cancels it", async ({
        page,
        request,
        visitor,
        site,
      }) => {
        // The page keeps the call's zone, whatever zone the browser has.
        const zone = javaScriptEnabled ? "Europe/Paris" : "America/New_York";
        const [startsAt = ""] = await timesOfOwnDay(request, 3);
        await page.goto(await board.book(request, visitor, startsAt, zone));
        const booked = (await page.locator("main time").textContent()) ?? "";
        const move = linkIn(page, schedulePage.move);
        await page.emulateMedia({ media: "print" });
        await expect(move).toBeHidden();
        await page.emulateMedia({ media: "screen" });
        await move.click();
        await expect(page.locator("main")).toContainText(
          schedulePage.movedFrom.replace("{time}", booked),
        );
        const asked = page.url();
        const hydrated = () =>
          javaScriptEnabled && untilHydrated(page.locator("h1"));
        await linkIn(page, schedulePage.later).click();
        await hydrated();
        // The next time is not on these days, so its link opens its own day.
        await page.locator("[aria-labelledby=soonest] a").first().click();
        const chosen = times(page).and(page.locator("[aria-current]"));
        await expect(chosen).toHaveCount(1);
        await page.goto(asked);
        await hydrated();
        const [day = ""] = booked.split(/ (?=\d+:)|, (?=\d+:)/);
        await expect(page.locator("#day")).toHaveText(day);
        const moved = await instantOf(times(page).first());
        await times(page).first().click();
        const known = javaScriptEnabled ? /^\+0\d:00\[Europe/ : zone;
        await expect(page.locator("[name=zone]")).toHaveValue(known);
        if (javaScriptEnabled) await expectLoadedAnew(page);
        await buttonIn(page, /^Move to \w+ \d+:\d+/).click();
        await board.expectCallAt(page, moved);
        await expectHeaded(page, "moved");
        await expect(page.locator("main s")).toHaveText(
          schedulePage.former.replace("{time}", booked),
        );
        await page.goBack();
        await board.expectCallAt(page, moved);
        if (javaScriptEnabled) await expectLoadedAnew(page);
        await page.getByText(schedulePage.cancel, { exact: true }).click();
        await page.getByLabel(schedulePage.cancelWhy).fill("Found someone");
        await buttonIn(page, schedulePage.cancelYes).click();
        await expectHeaded(page, "cancelled");
        const leads = await administer(site, ({ store }) =>
          readPerson(store, visitor.email),
        );
        expect(leads[0]?.history[0]).toMatchObject({
          kind: "call-cancelled",
          reason: "Found someone",
        });
        // Once the call is cancelled, the tab no longer knows of it.
        if (javaScriptEnabled) await expectLoadedAnew(page);
      });
    },
  );

/** Expects that a page restored from the back/forward cache reloads. */
async function expectLoadedAnew(page: Page): Promise<void> {
  const showKept = () =>
    dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  const reload = () =>
    Promise.all([
      page.waitForEvent("load", { timeout: 1000 }),
      page.evaluate(showKept),
    ]);
  await page.context().setOffline(true);
  await page.evaluate(showKept);
  await expect(pageHeading(page)).toBeVisible();
  await page.context().setOffline(false);
  await expect(reload).toPass();
}

test("a visitor whose time was just taken books a different one without typing again", async ({
  page,
  request,
  visitor,
  site,
}) => {
  expectErrors(page, /Failed to load resource|The lead was not stored/);
  const startsAt = await openTime(page, request, 1);
  await board.book(
    request,
    { ...visitor, email: `first-${visitor.email}` },
    startsAt,
  );
  await page.getByLabel(schedulePage.phone).fill("555-0100");
  await form.sendForm(page, visitor);
  await form.submit(page);
  await expect(pageHeading(page)).toHaveText(
    /\d, \d+:\d+\s[AP]M was just taken$/,
  );
  await expectSound(page);
  // Back leads to a form that still has the texts.
  const draft = await page.evaluate(() => {
    sessionStorage.setItem("booked-call", "of another tab");
    return sessionStorage.getItem("lead-typed");
  });
  expect(draft).toContain(visitor.name);
  await expectLoadedAnew(page);
  const others = buttonIn(page, /[AP]M/);
  const chosen = (await others.first().getAttribute("value")) ?? "";
  await others.first().click();
  await expectHeaded(page, "booked");
  await board.expectCallAt(page, chosen);
  expectOneLead(site, visitor);
});

/** The worst failure: the call is booked, and the response never arrives. */
async function loseResponse(route: Route): Promise<void> {
  await route.fetch();
  await route.abort();
}

for (const again of ["*Try again*", "a reload"])
  test(`after a lost response, ${again} shows the call of a doubtful address @full`, async ({
    page,
    request,
    visitor,
    site,
  }) => {
    expectErrors(page, /Failed to (?:load|fetch)|The lead was not stored/);
    const startsAt = await openTime(page, request, 2);
    const email = visitor.email.replace("visitor.example", "gmial.com");
    await board.sendCallForm(page, { ...visitor, email });
    await expect(page.locator("form")).toContainText(email);
    await page.route(`**${SCHEDULE_PATH}`, loseResponse, { times: 1 });
    await form.submit(page);
    const button = buttonIn(page, content.bookCall.tryAgain);
    await expect(button).toBeVisible();
    await (again === "a reload" ? page.reload() : button.click());
    await expectHeaded(page, "booked");
    await board.expectCallAt(page, startsAt);
    expectOneLead(site, { ...visitor, email });
    await expectSound(page);
  });

test("a call's page that nobody saw for a while is renewed once the server answers", async ({
  page,
  request,
  visitor,
}) => {
  expectErrors(page, /Failed to load resource/);
  const [startsAt = ""] = await board.offeredTimes(request);
  await page.clock.install();
  const call = await board.book(request, visitor, startsAt);
  await page.goto(`${call}#cancel`);
  await page.waitForLoadState("networkidle");
  await page.route("**", (route) => route.abort(), { times: 1 });
  const failing = page.waitForEvent("requestfailed");
  await page.clock.fastForward("11:00");
  await failing;
  // A click beside the card leads nowhere.
  await page.mouse.click(9, 300);
  const renewing = page.waitForEvent("load");
  await page.clock.fastForward("00:06");
  await renewing;
  await expect(buttonIn(page, schedulePage.cancelYes)).toBeVisible();
});

test("a tab that booked a call links to it, and moves it with one button @full", async ({
  page,
  request,
  visitor,
}) => {
  const [, , wanted = "", , other = ""] = await timesOfOwnDay(request, 4);
  expectErrors(page, /is not a function/);
  const booked = await openTime(page, request, 4);
  // So the browser itself sends the form.
  await page.evaluate("fetch = 0");
  await board.sendCallForm(page, visitor);
  await expectHeaded(page, "booked");
  const kept = () => page.evaluate("sessionStorage.length");
  await expect.poll(kept).toBe(2);
  await page.evaluate("sessionStorage['lead-typed'] = '{}'");
  await page.reload({ waitUntil: "networkidle" });
  expect(await kept(), "a newer text, after a reload").toBe(3);
  const call = page.url().replace("&booked", "");
  const note = page
    .getByRole("status")
    .filter({ hasText: /^You're booked: \w+, \w+\s\d+, \d+:\d+\s[AP]M/ });
  await page.goto(`${SCHEDULE_PATH}?zone=Asia/Tokyo`);
  const words = await note.innerText();
  await note.getByRole("link").click();
  await expect(page).toHaveURL(call);
  await page.goto(`${SCHEDULE_PATH}?at=${booked}`);
  await expect(note, "in the board's time zone").not.toHaveText(words);
  await expect(pageHeading(page), "not just taken").toHaveText(
    schedulePage.heading,
  );
  // The board stays on the day of the taken time.
  await untilHydrated(page.locator("h1"));
  await page.route("**/own-call-*.js", () => undefined, { times: 1 });
  const held = page.waitForRequest("**/own-call-*.js");
  await times(page)
    .filter({ has: page.locator(`[datetime="${wanted}"]`) })
    .click();
  await held;
  await untilHydrated(page.locator("#lead-form"));
  await page.reload();
  await expect(pageHeading(page)).toHaveText(/^You're booked: /);
  await expectSound(page);
  await buttonIn(page, /^Move my call to \w+, /).click();
  await expectHeaded(page, "moved");
  await board.expectCallAt(page, wanted);
  await page.goto(`${SCHEDULE_PATH}?at=${other}`);
  const ownCall = () =>
    page.evaluate(() => sessionStorage.getItem("booked-call"));
  const item = await ownCall();
  // Back may show this page as the browser
  // kept it, before the call or after its end.
  const comeBack = (own: string) =>
    page.evaluate((text) => {
      sessionStorage.setItem("booked-call", text);
      dispatchEvent(new PageTransitionEvent("pageshow"));
    }, own);
  const name = form.field(page, "name");
  await comeBack("/past 2020-01-01T00:00:00Z UTC");
  await expect(name).toBeVisible();
  await comeBack(item ?? "");
  await expect(name).toHaveCount(0);
  await buttonIn(page, schedulePage.own.another).click();
  await expect(name).toBeVisible();
  // The page of the first call keeps the second one.
  await comeBack(`/second ${other} UTC`);
  await page.goto(call, { waitUntil: "networkidle" });
  expect(await ownCall()).toContain("/second");
  await page.goto(`${SCHEDULE_PATH}?day=${other.slice(0, 10)}`);
  await expect(
    times(page).filter({ has: page.locator(`[datetime="${other}"]`) }),
  ).toHaveAttribute("href", "/second");
});
