/** A visitor without a mouse: from the landing page to the confirmation. */

import type { Locator, Page } from "@playwright/test";
import type { FormValues } from "../../contract/http/page.ts";
import { LEAD_COLUMNS, columnNames } from "../../contract/lead/lead.ts";
import { content } from "../content.ts";
import { field, submitButton } from "./booking-form.ts";
import { openHome } from "./hydration.ts";
import { expect, test, pageHeading, linkIn } from "./test.ts";

/** Tabs until the target has focus. */
async function tabTo(page: Page, target: Locator, most: number): Promise<void> {
  for (let times = 0; times < most; times++) {
    await page.keyboard.press("Tab");
    if (await target.evaluate((element) => element === document.activeElement))
      return;
  }
  throw new Error(`Tab did not reach the target within ${most} stops.`);
}

test("a visitor books a call by keyboard alone", async ({
  page,
  site,
  visitor,
}) => {
  await openHome(page);
  await tabTo(
    page,
    linkIn(page.getByRole("banner"), content.header.bookCall),
    12,
  );
  await page.keyboard.press("Enter");
  await expect(pageHeading(page)).toBeFocused();

  const answers: FormValues = {
    ...visitor,
    problems: "Missed calls\nSlow quotes",
  };
  for (const column of columnNames) {
    const { input } = LEAD_COLUMNS[column];
    const chips = content.fields[column].chips ?? [];
    await tabTo(page, field(page, input), 1 + chips.length);
    if (input === "selectedService")
      await page.keyboard.type(content.services[0]?.label.slice(0, 6) ?? "");
    else await page.keyboard.insertText(answers[input] ?? "");
  }
  await expect(field(page, "selectedService")).toHaveValue(
    visitor.selectedService,
  );
  await tabTo(page, submitButton(page), 1);
  await page.keyboard.press("Enter");

  const heading = pageHeading(page);
  await expect(heading).toHaveText(content.confirmation.heading);
  await expect(heading).toBeFocused();
  expect(site.leads(visitor.email)).toMatchObject([
    {
      selected_service: visitor.selectedService,
      problems: "Missed calls\nSlow quotes",
    },
  ]);
  await tabTo(page, linkIn(page, content.confirmation.back), 3);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/$/);
});

for (const path of ["/", "/book-call"])
  test(`each control of ${path} shows its focus, and no bar hides the control @full`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    await page.goto(path);
    await page.keyboard.press("Shift");
    for (const key of ["Tab", "Shift+Tab"]) {
      let stops = 0;
      for (; stops < 200; stops++) {
        await page.keyboard.press(key);
        const faults = await page.evaluate(faultsOfFocus);
        if (!faults) break;
        expect(faults, `${key} ${stops}`).toEqual([]);
      }
      expect(stops).toBeGreaterThan(3);
    }
  });

/** Runs in the page. @returns undefined when nothing has the focus */
function faultsOfFocus(): string[] | undefined {
  const { activeElement: active } = document;
  if (!active || active === document.body) return undefined;
  const { outlineStyle, outlineWidth } = getComputedStyle(active);
  const faults =
    outlineStyle === "none" || outlineWidth === "0px" ? ["shows no focus"] : [];
  const bars = [...document.querySelectorAll("body *")].filter(
    (element) =>
      getComputedStyle(element).position === "fixed" &&
      element.checkVisibility(),
  );
  const box = active.getBoundingClientRect();
  for (const bar of bars.some((each) => each.contains(active)) ? [] : bars) {
    const { top, bottom, left, right } = bar.getBoundingClientRect();
    if (
      box.bottom > top &&
      box.top < bottom &&
      box.right > left &&
      box.left < right
    )
      faults.push(`is behind ${bar.tagName}`);
  }
  return faults.map((fault) => `${active.outerHTML.slice(0, 80)} ${fault}`);
}
