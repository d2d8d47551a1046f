/**
 * Pages that an extension or a translator
 * changed, before or after their script loaded.
 */

import type { Page } from "@playwright/test";
import * as form from "./booking-form.ts";
import { holdScript } from "./hydration.ts";
import { expect, expectErrors, MOVING, test } from "./test.ts";

test.use(MOVING);

const NOTICE = /React made the page anew|NotFoundError/;

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

test("a page translated before its script keeps its texts, the focus, and what is typed from then on", async ({
  page,
  visitor,
}) => {
  const release = await holdScript(page);
  await page.goto("/book-call");
  await page.evaluate(translate);
  await form.fillIn(page, visitor);
  await page.keyboard.press("ArrowLeft");
  await letScriptLoad(page, release);
  await expect(page.locator("#additionalInfo")).toBeFocused();
  await page.keyboard.type("!");
  expect(await form.filledIn(page)).toEqual({
    ...visitor,
    additionalInfo: "Four van!s",
  });

  // A manager of passwords wraps a field, into
  // which React then fails to write an error.
  const field = page.locator("[data-field=name]");
  await field.evaluate((it) => {
    const wrapper = document.createElement("div");
    wrapper.append(...it.childNodes);
    it.append(wrapper);
  });
  await form.put(page, "name", "");
  await page.keyboard.press("Enter");
  await expect(field.locator("p")).toHaveCount(1);
  await page.keyboard.type(visitor.name);
  await form.submitAndConfirm(page);
});
