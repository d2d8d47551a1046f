/** Choosing a day and a time on the board, by touch, mouse and keyboard, with and without a script. */
import { content } from "../content.ts";
import { expectNoViolation } from "./axe.ts";
import { holdRequests, holdScript, untilHydrated } from "./hydration.ts";
import { watchShifts } from "./layout-shifts.ts";
import { expectFits } from "./misfits.ts";
import { dayLinks, foot, openBoard, pickTime, times, zoneOf } from "./schedule-board.ts";
import { expect, test, withAndWithoutScript } from "./test.ts";

const { schedulePage } = content;

test.use({ timezoneId: "America/New_York" });

/** Rows of times that the first screen must show whole. */
const ROWS = [
  [360, 740, 3],
  [360, 640, 1],
  [740, 360, 1],
] as const;

for (const [width, height] of [
  [360, 740],
  [1280, 800],
] as const)
  for (const javaScriptEnabled of [true, false])
    test.describe(
      `at ${width} x ${height} ${javaScriptEnabled ? "with" : "without"} a script`,
      { tag: width === 360 || javaScriptEnabled ? [] : "@full" },
      () => {
        const hasTouch = width < 1280;
        test.use({ viewport: { width, height }, hasTouch, javaScriptEnabled });

        test("a day, then a time: nothing is chosen until it is tapped, another day drops it, Back keeps it", async ({
          page,
        }) => {
          await openBoard(page, { hydrates: javaScriptEnabled });
          const board = page.url();
          const press = (pressed = page.locator("form button")) =>
            hasTouch ? pressed.tap() : pressed.click();
          const heading = page.locator("#day");
          await expect(dayLinks(page)).not.toHaveCount(0);
          expect(await dayLinks(page).count()).toBeLessThanOrEqual(10);
          expect(await times(page).count()).toBeLessThanOrEqual(16);
          await expect(foot(page)).toContainText(schedulePage.choose);
          await press();
          await expect(times(page).first()).toBeFocused();
          expect(page.url()).toBe(board);
          await press(page.locator("label.tag").nth(1));
          if (javaScriptEnabled) await expect(foot(page)).not.toContainText(schedulePage.choose);
          const before = await heading.innerText();
          await press(dayLinks(page).nth(2));
          await expect(heading).not.toHaveText(before);
          await expect(dayLinks(page).nth(2)).toHaveAttribute("aria-current", "true");
          await expect(foot(page)).toContainText(schedulePage.choose);
          await expect(page.locator("[name=at]:checked")).toHaveCount(0);
          await press();
          await expect(page).not.toHaveURL(/[?&]at=/);
          const chosen = times(page).nth(3);
          const startsAt = String(await chosen.getAttribute("value"));
          await press(page.locator("label.tag").nth(3));
          await press();
          await expect(page.locator("main time").first()).toHaveAttribute("datetime", startsAt);
          await page.goBack();
          await expect(page.locator("[name=at]:checked")).toHaveValue(startsAt);
          await expect(dayLinks(page).nth(2)).toHaveAttribute("aria-current", "true");
        });

        test("one tap chooses one of the next times", async ({ page }) => {
          await openBoard(page, { hydrates: javaScriptEnabled });
          const soonest = page.getByRole("group", { name: schedulePage.soonest }).getByRole("link");
          await soonest.first().click();
          const checked = page.locator("[name=at]:checked");
          await expect(checked).toHaveCount(1);
          await expect(foot(page)).not.toContainText(schedulePage.choose);
          await expect(soonest.first()).toHaveAttribute("aria-current", "true");
          const startsAt = await checked.inputValue();
          await page.getByRole("button", { name: schedulePage.take }).click();
          await expect(page.locator("main time").first()).toHaveAttribute("datetime", startsAt);
        });
      },
    );

withAndWithoutScript([], (javaScriptEnabled) => {
  test.use({ hasTouch: true });

  test("whole rows of times are in the first screen of a phone", async ({ page }) => {
    for (const [width, height, rows] of ROWS) {
      await page.setViewportSize({ width, height });
      await openBoard(page, { hydrates: javaScriptEnabled });
      const seen = await page.evaluate(() => {
        const last = document.querySelector("form > :last-child");
        const end =
          last && getComputedStyle(last).position === "sticky"
            ? last.getBoundingClientRect().top
            : innerHeight;
        const boxes = [...document.querySelectorAll("label.tag")].map((tag) => tag.getBoundingClientRect());
        return new Set(boxes.filter(({ bottom }) => bottom <= end).map(({ top }) => top)).size;
      });
      expect(seen, `${width} x ${height}`).toBeGreaterThanOrEqual(rows);
    }
  });
});

test("the board is accessible and fits, and reads as a group of days and a group of times of the day", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openBoard(page);
  const day = (await page.locator("#day").innerText()).replace(/\s/g, " ");
  const [, second = ""] = await dayLinks(page).allInnerTexts();
  await expect(page.getByRole("group", { name: day, exact: true }).getByRole("radio")).not.toHaveCount(0);
  await expect(page.locator("#day")).toHaveAttribute("aria-live", "polite");
  await expect(page.getByRole("main")).toMatchAriaSnapshot(`
    - main:
      - group "${schedulePage.soonest}":
        - link /[AP]M/
      - list "${schedulePage.boardHeading}":
        - listitem:
          - link "${second.replace(/\s+/g, " ")}"
      - heading "${day}" [level=2]
      - group "${day}":
        - heading "${schedulePage.parts.morning}" [level=3]
        - radio /${day}, \\d+:\\d+.AM, .+/
  `);
  await expectNoViolation(page);
  await times(page).nth(1).check();
  await expectNoViolation(page);
  await expectFits(page);
});

test("the form leads to the board with its time, which stays chosen", async ({ page }) => {
  await openBoard(page);
  const startsAt = await pickTime(page, 4);
  await page.getByRole("link", { name: schedulePage.otherTime }).click();
  await expect(page.locator("[name=at]:checked")).toHaveValue(startsAt);
});

test("by keyboard a day, a time and the form; the focus stays on its day", async ({ page }) => {
  await openBoard(page);
  const link = dayLinks(page).nth(2);
  await link.focus();
  await page.keyboard.press("Enter");
  await expect(link).toHaveAttribute("aria-current", "true");
  await expect(link).toBeFocused();
  await times(page).first().focus();
  await page.keyboard.press("ArrowDown");
  await expect(times(page).nth(1)).toBeFocused();
  await expect(times(page).nth(1)).toBeChecked();
  const startsAt = await times(page).nth(1).inputValue();
  await page.keyboard.press("Enter");
  await page.waitForURL(/[?&]at=/);
  await expect(page.locator("main time").first()).toHaveAttribute("datetime", startsAt);
});

for (const viewport of [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
])
  test.describe(`in the next zone at ${viewport.width}`, () => {
    test.use({ viewport, timezoneId: "America/Chicago" });

    test("hardly anything moves when the board turns to the visitor's zone", async ({ page }) => {
      const moved = await watchShifts(page);
      await openBoard(page);
      await expect(zoneOf(page)).toHaveValue(/^Central Time/);
      const { score, largest } = await moved();
      expect(score, largest).toBeLessThan(0.05);
    });
  });

test.describe("on a phone that is faster than the script", () => {
  test.use({ timezoneId: "Asia/Kolkata", viewport: { width: 360, height: 740 } });

  test("a day and a time stay chosen and focused when the board turns to the visitor's zone", async ({
    page,
  }) => {
    const release = await holdScript(page);
    await openBoard(page, { hydrates: false, day: 2 });
    const startsAt = await times(page).nth(9).inputValue();
    const time = page.locator(`[value="${startsAt}"]`);
    const read = await time.getAttribute("aria-label");
    await time.focus();
    await page.keyboard.press("Space");
    release();
    await expect(zoneOf(page)).toHaveValue(/^Kolkata/);
    await expect(time).not.toHaveAttribute("aria-label", String(read));
    await expect(time).toBeFocused();
    await expect(time).toBeChecked();
    await expect(foot(page)).not.toContainText(schedulePage.choose);
    await page.getByRole("button", { name: schedulePage.take }).click();
    await page.waitForURL(/[?&]at=/);
    await page.goBack();
    await untilHydrated(page.locator("h1"));
    await expect(time).toBeChecked();
  });

  test("another day drops the time before any file of script comes, so the server is sent none", async ({
    page,
  }) => {
    await holdRequests(page, /\/assets\/.*\.js$/);
    await openBoard(page, { hydrates: false });
    await page.locator("label.tag").nth(1).click();
    await dayLinks(page).nth(3).click();
    await expect(dayLinks(page).nth(3)).toHaveAttribute("aria-current", "true");
    await page.getByRole("button", { name: schedulePage.take }).click();
    await expect(times(page).first()).toBeFocused();
    await expect(page).not.toHaveURL(/[?&]at=/);
  });
});

test("a time that is gone leads back to the board, with the nearest ones", async ({
  page,
  visitor,
  request,
}) => {
  await openBoard(page);
  const startsAt = await pickTime(page, 5);
  const form = { ...visitor, startsAt, zone: "UTC", callNumber: "+44 20 7946 0958" };
  await request.post("/schedule", { form, maxRedirects: 0 });
  await page.getByRole("link", { name: schedulePage.otherTime }).click();
  await expect(page.getByRole("alert")).toHaveText(schedulePage.notices.taken);
  await untilHydrated(page.locator("h1"));
  const nearest = page.getByRole("group", { name: schedulePage.nearest }).getByRole("link");
  await expect(nearest).toHaveCount(6);
  await expectNoViolation(page);
  await expectFits(page);
  await nearest.nth(2).click();
  await expect(page.locator("[name=at]:checked")).toHaveCount(1);
});
