import { content } from "../content.ts";
import { expectNoViolation } from "./axe.ts";
import { expectSound, misfits } from "./misfits.ts";
import {
  dayLinks,
  instantOf,
  openBoard,
  times,
  wakeBoard,
  zoneOf,
} from "./schedule-board.ts";
import { expect, test, pageHeading } from "./test.ts";

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
    expect(await dayLinks(page).count()).toBeLessThanOrEqual(10);
    expect(await times(page).count()).toBeLessThanOrEqual(16);
    const heading = page.locator("#day");
    const before = await heading.innerText();
    await dayLinks(page).nth(2).tap();
    await expect(heading).not.toHaveText(before);
    await expect(dayLinks(page).nth(2)).toHaveAttribute("aria-current", "true");
    const day = await heading.innerText();
    const startsAt = await instantOf(times(page).nth(3));
    await times(page).nth(3).tap();
    await expect(time).toHaveAttribute("datetime", startsAt);
    await expect(page.locator("meta[name=robots]")).toHaveAttribute(
      "content",
      "noindex",
    );
    await page.getByRole("link", { name: schedulePage.change }).tap();
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
  await expect(page.locator("#day")).toHaveAttribute("aria-live", "polite");
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
});

test("a board that lay untouched loads its times anew at the first movement", async ({
  page,
}) => {
  await page.clock.install();
  await openBoard(page, { hydrates: false });
  await page.waitForLoadState("networkidle");
  await page.clock.fastForward("11:00");
  const loaded = page.waitForEvent("framenavigated");
  await page.mouse.move(5, 300);
  await loaded;
});

test("a day that is chosen by keyboard keeps the focus, and Tab goes to the next time", async ({
  page,
}) => {
  await openBoard(page);
  const link = dayLinks(page).nth(2);
  await link.focus();
  await page.keyboard.press("Enter");
  await expect(link).toHaveAttribute("aria-current", "true");
  await expect(link).toBeFocused();
  await times(page).first().focus();
  await page.keyboard.press("Tab");
  await expect(times(page).nth(1)).toBeFocused();
});

test.describe("zones", { tag: "@full" }, () => {
  test.use({ timezoneId: "America/Chicago" });

  test("zones are searched by typing, and named with their offset and their time", async ({
    page,
  }) => {
    await openBoard(page);
    await expect(zoneOf(page)).toHaveValue(
      /^Central Time \u00b7 \d+:\d\d\s[AP]M$/,
    );
    await zoneOf(page).click();
    const list = page.getByRole("listbox", { name: schedulePage.zoneLabel });
    expect(await list.getByRole("option").count()).toBeGreaterThan(400);
    await expect(list.getByRole("group").first()).toHaveAccessibleName(
      "United States",
    );
    const first = (await list.getByRole("option").allInnerTexts()).slice(0, 4);
    expect(first.map((words) => words.split(" ")[0])).toEqual([
      "Eastern",
      "Central",
      "Mountain",
      "Pacific",
    ]);
    await expectNoViolation(page, [1280]);
    for (const [typed, found] of [
      ["kolk", /^Kolkata \(GMT\+5:30\) \u00b7 \d+:\d\d\s[AP]M$/],
      ["Calcutta", /^Kolkata/],
      ["texas", /^Central Time/],
      ["S\u00e3o Paulo", /^Sao Paulo/],
    ] as const) {
      await zoneOf(page).fill(typed);
      await expect(list.getByRole("option")).toHaveText([found]);
    }
    await zoneOf(page).fill("atlantis");
    await expect(page.getByText(content.zoneNames.none)).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(zoneOf(page), "Enter chooses no other zone").toHaveValue(
      "atlantis",
    );
    await zoneOf(page).fill("");
    await page.keyboard.press("Enter");
    await expect(
      zoneOf(page),
      "Enter in an empty field chooses no zone",
    ).toHaveValue("");
    await page.keyboard.press("Escape");
    await expect(list).toBeHidden();
    await expect(zoneOf(page)).toHaveValue(/^Central Time/);
  });

  test("a zone is chosen by arrow keys or by a press, and stays in the address", async ({
    page,
  }) => {
    await openBoard(page);
    await zoneOf(page).focus();
    await page.keyboard.press("ArrowDown");
    await zoneOf(page).fill("new");
    await page.keyboard.press("ArrowDown");
    const active = String(
      await zoneOf(page).getAttribute("aria-activedescendant"),
    );
    const words = await page.locator(`[id="${active}"]`).innerText();
    await page.keyboard.press("Enter");
    await expect(zoneOf(page)).toBeFocused();
    await expect(zoneOf(page)).toHaveValue(
      new RegExp(`^${words.split(" (")[0]}`),
    );
    const places = () =>
      dayLinks(page).evaluateAll((days) =>
        days.map((day) => day.getBoundingClientRect().toJSON()),
      );
    const before = await places();
    await zoneOf(page).click();
    await page.getByRole("option", { name: /^Kathmandu/ }).click();
    await expect(times(page).first()).toHaveAccessibleName(
      /Kathmandu \(GMT\+5:45\)/,
    );
    expect(await places(), "no day moves").toEqual(before);
    await page.getByRole("link", { name: schedulePage.later }).click();
    await expect(page).toHaveURL(/Kat/);
    await wakeBoard(page);
    await expect(zoneOf(page)).toHaveValue(/^Kathmandu/);
    // A visitor can choose the agency's zone, too.
    await zoneOf(page).click();
    await page.getByRole("option", { name: /^Eastern/ }).click();
    await expect(times(page).first()).toHaveAccessibleName(/E[SD]T/);
  });

  test.describe("without a script", () => {
    test.use({ javaScriptEnabled: false });

    test("the list of zones by region leads back to the same day in the chosen zone", async ({
      page,
    }) => {
      await openBoard(page, { hydrates: false, day: 2 });
      const day = await page.locator("#day").innerText();
      await page.getByRole("link", { name: /^Eastern Time/ }).click();
      await expect(pageHeading(page)).toHaveText(schedulePage.zoneHeading);
      expect(await misfits(page)).toEqual([]);
      await expect(page.locator("optgroup").first()).toHaveAttribute(
        "label",
        "United States",
      );
      const kolkata = await page
        .locator("option[value$=Calcutta], option[value$=Kolkata]")
        .innerText();
      await page
        .getByLabel(schedulePage.zoneLabel)
        .selectOption({ label: kolkata });
      await page.getByRole("button", { name: schedulePage.zoneButton }).click();
      await expect(page.locator("#day")).toHaveText(day);
      await expect(times(page).first()).toHaveAccessibleName(
        /Kolkata \(GMT\+5:30\)/,
      );
    });
  });
});
