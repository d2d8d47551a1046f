/** The zone of the times: found by the browser, searched by typing, and chosen from a list without a script. */
import { SCHEDULE_PATH } from "../../contract/routes.ts";
import { content } from "../content.ts";
import { expectNoViolation } from "./axe.ts";
import { misfits } from "./misfits.ts";
import { instantOf, openBoard, times, zoneOf } from "./schedule-board.ts";
import { expect, test } from "./test.ts";

const { schedulePage } = content;

test.use({ timezoneId: "America/Chicago" });

test("zones are searched by typing, in today's names and older ones, and each has its offset and its time now", async ({
  page,
}) => {
  await openBoard(page);
  await expect(zoneOf(page)).toHaveValue(/^Central Time \u00b7 \d+:\d\d\s[AP]M$/);
  await zoneOf(page).click();
  const list = page.getByRole("listbox", { name: schedulePage.zoneLabel });
  expect(await list.getByRole("option").count()).toBeGreaterThan(400);
  await expect(list.getByRole("group").first()).toHaveAccessibleName("United States");
  const first = (await list.getByRole("option").allInnerTexts()).slice(0, 4);
  expect(first.map((words) => words.split(" ")[0])).toEqual(["Eastern", "Central", "Mountain", "Pacific"]);
  await expectNoViolation(page);
  for (const [typed, found] of [
    ["kolk", /^Kolkata \(GMT\+5:30\) \u00b7 \d+:\d\d\s[AP]M$/],
    ["Calcutta", /^Kolkata/],
    ["europe ky", /^Kyiv \(GMT\+[23]\)/],
    ["los angeles", /^Pacific Time \(P[SD]T\)/],
    ["dallas", /^Central Time/],
    ["texas", /^Central Time/],
    ["California", /^Pacific Time/],
    ["utc", /^UTC/],
    ["mumbai", /^Kolkata/],
    ["beijing", /^Shanghai/],
    ["S\u00e3o Paulo", /^Sao Paulo/],
    ["st. louis", /^Central Time/],
  ] as const) {
    await zoneOf(page).fill(typed);
    await expect(list.getByRole("option")).toHaveCount(1);
    await expect(list.getByRole("option")).toHaveText(found);
  }
  await zoneOf(page).fill("atlantis");
  await expect(page.getByText(content.zoneNames.none)).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(zoneOf(page), "Enter chooses no other zone").toHaveValue("atlantis");
  await page.keyboard.press("Escape");
  await expect(list).toBeHidden();
  await expect(zoneOf(page)).toHaveValue(/^Central Time/);
});

test("a zone is chosen by arrows, by a press, and stays in the address", async ({ page }) => {
  await openBoard(page);
  await zoneOf(page).focus();
  await page.keyboard.press("ArrowDown");
  await zoneOf(page).fill("new");
  await page.keyboard.press("ArrowDown");
  const active = String(await zoneOf(page).getAttribute("aria-activedescendant"));
  const words = await page.locator(`[id="${active}"]`).innerText();
  await page.keyboard.press("Enter");
  await expect(zoneOf(page)).toBeFocused();
  await expect(zoneOf(page)).toHaveValue(new RegExp(`^${words.split(" (")[0]}`));
  await zoneOf(page).click();
  await page.getByRole("option", { name: /^Kathmandu/ }).click();
  await expect(times(page).first()).toHaveAccessibleName(/Kathmandu \(GMT\+5:45\)/);
  await page.reload();
  await expect(zoneOf(page)).toHaveValue(/^Kathmandu/);
});

test("a call is moved on the clock on which it was booked", async ({ page, request, visitor }) => {
  await openBoard(page);
  const startsAt = await instantOf(times(page).first());
  const fields = { ...visitor, startsAt, zone: "America/Denver", callNumber: "(303) 867-5309" };
  const { location: call } = (await request.post(SCHEDULE_PATH, { form: fields, maxRedirects: 0 })).headers();
  await page.goto(`${call}&move`);
  await expect(zoneOf(page)).toHaveValue(/^Mountain Time/);
});

test.describe("without a script", () => {
  test.use({ javaScriptEnabled: false });

  test("a list by region leads back to the same day in the zone", async ({ page }) => {
    await openBoard(page, { hydrates: false, day: 2 });
    const day = await page.locator("#day").innerText();
    await page.getByRole("link", { name: /^Eastern Time/ }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(schedulePage.zoneHeading);
    expect(await misfits(page)).toEqual([]);
    await expect(page.locator("optgroup").first()).toHaveAttribute("label", "United States");
    await page
      .getByLabel(schedulePage.zoneLabel)
      .selectOption({
        label: await page.locator("option[value$=Calcutta], option[value$=Kolkata]").innerText(),
      });
    await page.getByRole("button", { name: schedulePage.zoneButton }).click();
    await expect(page.locator("#day")).toHaveText(day);
    await expect(times(page).first()).toHaveAccessibleName(/Kolkata \(GMT\+5:30\)/);
  });
});
