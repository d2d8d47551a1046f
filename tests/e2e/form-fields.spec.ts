/** What no list says of the form's fields (`presses.book-call.said.txt`). */

import {
  HONEYPOT_FIELD,
  HONEYPOT_FILLED,
  HONEYPOT_HEADER,
} from "../../contract/http/rest-api.ts";
import { columnNames } from "../../contract/lead/lead.ts";
import * as form from "./booking-form.ts";
import { openForm } from "./hydration.ts";
import { expect, test } from "./test.ts";

test.beforeEach(({ page }) => openForm(page));

test(
  "the seventh field is a honeypot that no visitor sees",
  { tag: "@full" },
  async ({ page, visitor }) => {
    const unseen = page.locator(`form [name=${HONEYPOT_FIELD}]`);
    const heard = await page.locator("form").ariaSnapshot();
    expect(heard.match(/- (?:textbox|combobox)/g)).toHaveLength(
      columnNames.length,
    );
    await page.evaluate(() =>
      document.querySelectorAll("style").forEach((style) => style.remove()),
    );
    await expect(unseen, "without any style of ours").toBeHidden();

    const requests = form.watchLeadRequests(page);
    await form.fillIn(page, visitor);
    await unseen.evaluate(
      (input: HTMLInputElement) => void (input.value = "Hello"),
    );
    await form.submitAndConfirm(page);
    expect(requests[0]?.headers()[HONEYPOT_HEADER]).toBe(HONEYPOT_FILLED);
  },
);

test("typing clears the messages of a phone's form, and its field stays in place", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await expect(form.field(page, "name")).toHaveCSS("color-scheme", "light");
  await form.submit(page);
  await form.field(page, "problems").focus();
  const place = async () =>
    (await form.field(page, "problems").boundingBox())?.y ?? Infinity;
  const before = await place();
  await page.keyboard.press("V");
  await expect(form.field(page, "name")).not.toHaveAttribute("aria-invalid");
  expect(Math.abs((await place()) - before)).toBeLessThanOrEqual(1);
});
