import { MINUTE_MS } from "../../contract/durations.ts";
import { content } from "../content.ts";
import { expectNoViolation } from "./axe.ts";
import { expectSound, misfits } from "./misfits.ts";
import {
  dayLinks,
  instantOf,
  offeredTimes,
  openBoard,
  times,
} from "./schedule-board.ts";
import { expect, test, pageHeading, buttonIn, linkIn } from "./test.ts";

const { schedulePage } = content;

test.use({ timezoneId: "America/New_York" });

test.describe("with a finger", () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test("one of the next times, or a day and a time, leads to the form; *Change* leads back", async ({
    page,
  }) => {
    await openBoard(page);
    await dayLinks(page).nth(1).tap();
    const time = page.locator("main time").first();
    const soonest = page
      .getByRole("group", { name: schedulePage.soonest })
      .getByRole("link")
      .first();
    const first = await instantOf(soonest);
    await soonest.tap();
    await expect(time).toHaveAttribute("datetime", first);
    await page.goBack();
    const heading = page.locator("#day");
    const before = await heading.innerText();
    await dayLinks(page).nth(2).tap();
    await expect(heading).not.toHaveText(before);
    const day = await heading.innerText();
    const startsAt = await instantOf(times(page).nth(3));
    await times(page).nth(3).tap();
    await expect(time).toHaveAttribute("datetime", startsAt);
    await expect(page.locator("meta[name=robots]")).toHaveAttribute(
      "content",
      "noindex",
    );
    await linkIn(page, schedulePage.change).tap();
    await expect(heading).toHaveText(day);
    await page.goBack();
    await expect(time).toHaveAttribute("datetime", startsAt);
    await page.goBack();
    await expect(heading).toHaveText(day);
  });
});

test("the board is accessible, fits, and is read aloud as days and times", async ({
  page,
}) => {
  await openBoard(page);
  const day = (await page.locator("#day").innerText()).replace(/\s/g, " ");
  const [, second = ""] = await dayLinks(page).allInnerTexts();
  await expect(
    page.getByRole("group", { name: day, exact: true }).getByRole("link"),
  ).not.toHaveCount(0);
  await expect(page.getByRole("main")).toMatchAriaSnapshot(`
  - main:
    - list /${schedulePage.boardHeading}, .+/:
      - listitem:
        - link "${second.replace(/\s+/g, " ")}"
    - heading "${day}" [level=2]
    - group "${day}":
      - heading "${schedulePage.parts.morning}" [level=3]
      - link /${day}, \\d+:\\d+.AM, .+/
`);
  await expectSound(page);
  await page.setViewportSize({ width: 740, height: 360 });
  await expect(times(page).first(), "held sideways").toBeInViewport();
});

test("a board that lay untouched loads its times anew at the first movement", async ({
  page,
}) => {
  await page.clock.install();
  await openBoard(page, { hydrates: false });
  await page.waitForLoadState("networkidle");
  let isRenewed = false;
  page.once("framenavigated", () => (isRenewed = true));
  await page.clock.fastForward("11:00");
  // On a busy machine the page does not
  // listen yet when the first movement comes.
  const moveOn = async () => {
    await page.mouse.move(5, 300);
    await page.mouse.move(9, 304);
    return isRenewed;
  };
  await expect.poll(moveOn).toBe(true);
});

test("at midnight *Tomorrow* becomes *Today*", async ({ page, request }) => {
  const [soonest = ""] = await offeredTimes(request);
  const day = Temporal.Instant.from(soonest)
    .toZonedDateTimeISO("America/New_York")
    .startOfDay();
  await page.clock.install({ time: day.epochMilliseconds - MINUTE_MS });
  await openBoard(page, { day: 0 });
  await expect(dayLinks(page).first()).toContainText("Tomorrow");
  await page.clock.fastForward("01:00");
  await expect(dayLinks(page).first()).toContainText("Today");
});

test("a day that is chosen by keyboard keeps the focus, and Tab goes to the next time", async ({
  page,
}) => {
  await openBoard(page);
  const link = dayLinks(page).nth(2);
  await link.focus();
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(link, "a tab opens").not.toHaveAttribute("aria-current");
  await page.keyboard.press("Enter");
  await expect(link).toHaveAttribute("aria-current", "true");
  await expect(link).toBeFocused();
  // One press of Back leaves the board.
  expect(await page.evaluate("history.length")).toBe(2);
  await times(page).first().focus();
  await page.keyboard.press("Tab");
  await expect(times(page).nth(1)).toBeFocused();
});

test.describe("whose zone the browser does not know", () => {
  test.use({ timezoneId: "Asia/Tokyo" });

  test("a visitor gets the agency's board", async ({ page }) => {
    await page.addInitScript(() => {
      const known = new Intl.DateTimeFormat().resolvedOptions();
      Intl.DateTimeFormat.prototype.resolvedOptions = () => ({
        ...known,
        timeZone: "Etc/Unknown",
      });
    });
    await openBoard(page);
    await expect(linkIn(page, /^Eastern Time/)).toBeVisible();
  });
});

for (const javaScriptEnabled of [true, false])
  test.describe(
    `in another zone, script: ${javaScriptEnabled}`,
    { tag: "@full" },
    () => {
      test.use({ timezoneId: "America/Chicago", javaScriptEnabled });

      test("the list of zones by region leads back to the same day in the chosen zone", async ({
        page,
      }) => {
        await openBoard(page, { hydrates: false, day: 2 });
        const own = javaScriptEnabled ? /^Central Time/ : /^Eastern Time/;
        const day = await page.locator("#day").innerText();
        await linkIn(page, own).click();
        await expect(pageHeading(page)).toHaveText(schedulePage.zoneHeading);
        const list = page.getByLabel(schedulePage.zoneLabel);
        await expect(list.locator("option:checked")).toHaveText(own);
        expect(await misfits(page)).toEqual([]);
        if (javaScriptEnabled) await expectNoViolation(page);
        await expect(page.locator("optgroup").first()).toHaveAttribute(
          "label",
          "United States",
        );
        const kathmandu = page.locator("option[value$=mandu]");
        await list.selectOption({ label: await kathmandu.innerText() });
        await buttonIn(page, schedulePage.zoneButton).click();
        await expect(page.locator("#day")).toHaveText(day);
        await expect(times(page).first()).toHaveAccessibleName(
          /Kathmandu \(GMT\+5:45\)/,
        );
        await linkIn(page, schedulePage.later).click();
        await expect(linkIn(page, /^Kathmandu/)).toBeVisible();
        await page.goto("/schedule?zone=America/New_York");
        await expect(linkIn(page, /^Eastern Time/)).toBeVisible();
      });
    },
  );
