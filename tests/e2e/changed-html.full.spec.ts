/** Pages that an extension or a translator changed, before or after their script loaded. */
import type { Page } from "@playwright/test";
import * as form from "./booking-form.ts";
import {
  followToForm,
  holdScript,
  openFilledForm,
  untilHydrated,
} from "./hydration.ts";
import { expect, expectErrors, MOVING, test } from "./test.ts";
import { SCHEDULE_PATH } from "../../contract/http/routes.ts";
import { dayLinks, pickTime } from "./schedule-board.ts";

test.use(MOVING);

const NOTICE = /React made the page anew/;

test("React hydrates every part of the landing page and of the form", async ({
  page,
}) => {
  await page.goto("/");
  await page.keyboard.press("Shift");
  for (const part of [
    "figure",
    "#about",
    "#features",
    "details",
    "#contact",
    "footer",
  ])
    await untilHydrated(page.locator(part).first());
  await page.goto("/book-call");
  for (const part of ["#email", "main ol li", "main ul li"])
    await untilHydrated(page.locator(part).first());
});

/** Puts an element in the place of each text, like Chrome's translation. */
function translate(): void {
  const texts: Text[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (node instanceof Text) texts.push(node);
  for (const text of texts) {
    if (text.parentElement?.matches("script, style, textarea, option"))
      continue;
    const font = document.createElement("font");
    font.textContent = text.data;
    text.replaceWith(font);
  }
}

/** Lets the script load, which replaces the changed page. */
async function letScriptLoad(page: Page, release: () => void): Promise<void> {
  expectErrors(page, NOTICE);
  const noticed = page.waitForEvent("console", (message) =>
    NOTICE.test(message.text()),
  );
  release();
  await page.keyboard.press("Shift");
  await noticed;
}

test("a form that an extension changed keeps the text, and is sent", async ({
  page,
  site,
  visitor,
}) => {
  const release = await holdScript(page);
  await page.goto("/book-call");
  await page.evaluate(() =>
    document.querySelector("#email")?.after(document.createElement("del")),
  );
  await form.fillIn(page, visitor);
  await letScriptLoad(page, release);
  expect(await form.filledIn(page)).toEqual(visitor);
  await form.submitAndConfirm(page);
  expect(site.leads(visitor.email)).toMatchObject([form.leadOf(visitor)]);
});

test("a page translated before its script keeps the focus, and what is typed from then on", async ({
  page,
}) => {
  const release = await holdScript(page);
  await page.goto("/book-call");
  await page.evaluate(translate);
  await page.locator("#additionalInfo").fill("Four vans");
  await page.keyboard.press("ArrowLeft");
  await letScriptLoad(page, release);
  await expect(page.locator("#additionalInfo")).toBeFocused();
  await page.keyboard.type("!");
  await expect(page.locator("#additionalInfo")).toHaveValue("Four van!s");
});

/** Elements that an extension may replace, and that the form removes or moves at the next key. */
const REPLACED = ["#email-error", "[data-field=email]", "form", "main"];

for (const selector of REPLACED)
  test(`after ${selector} was replaced, a key makes the form anew with its text`, async ({
    page,
    site,
    visitor,
  }) => {
    expectErrors(page, /NotFoundError|Failed to execute/);
    await openFilledForm(page, { ...visitor, email: "dana" });
    await form.submitButton(page).click();
    await expect(page.locator("#email-error")).toBeVisible();
    await page.locator(selector).evaluate((element) => {
      const wrapper = document.createElement("section");
      element.replaceWith(wrapper);
      wrapper.append(...element.childNodes);
    });
    await page.locator("#name").press("End");
    await page.keyboard.type(" K");
    await expect(page.locator("#name")).toBeFocused();
    await expect(page.locator("#name")).toHaveValue(`${visitor.name} K`);
    await expect(page.locator("#error")).toHaveCount(0);
    if (selector === "form" || selector === "main") return;
    await page.locator("#email").fill(visitor.email);
    await form.submitAndConfirm(page);
    expect(site.leads(visitor.email)).toMatchObject([
      { name: `${visitor.name} K` },
    ]);
  });

test("a translated landing page leads to the form", async ({ page }) => {
  const release = await holdScript(page);
  await page.goto("/");
  await page.evaluate(translate);
  await letScriptLoad(page, release);
  await followToForm(page);
  await expect(form.submitButton(page)).toBeVisible();
});

test("a translated scheduling page shows the chosen day, and its times lead to their form", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(SCHEDULE_PATH);
  await untilHydrated(page.locator("#root > :last-child"));
  await page.evaluate(translate);
  const before = await page.locator("#day").innerText();
  await dayLinks(page).nth(2).click();
  const day = page.locator("#day");
  await expect(day).not.toHaveText(before);
  await pickTime(page, 0);
});
