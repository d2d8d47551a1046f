/**
 * The form's fields, beyond what `specification.spec.ts`
 * tests, and values that the form itself refuses.
 */
import type { Page } from "@playwright/test";
import { type LeadInput, columnNames } from "../../contract/lead/lead.ts";
import {
  HONEYPOT_FIELD,
  HONEYPOT_FILLED,
  HONEYPOT_HEADER,
} from "../../contract/http/rest-api.ts";
import { content, errorTitleOf } from "../content.ts";
import * as form from "./booking-form.ts";
import { openForm } from "./hydration.ts";
import { expect, test, expectOneLead } from "./test.ts";

const { bookCall, pages } = content;
const { field, inputs, put, submit } = form;

const REQUIRED = inputs.filter((input) => input !== "additionalInfo");

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

test("on a phone each wrong field says why until the visitor types, and the first has the focus", async ({
  page,
  site,
  visitor,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const requests = form.watchLeadRequests(page);
  const expectAsked = async (input: LeadInput, why = /./) => {
    await submit(page);
    await expect(field(page, input)).toBeFocused();
    await expect(field(page, input)).toHaveAccessibleDescription(why);
  };
  await expect(field(page, "name")).toHaveCSS("color-scheme", "light");
  await expectAsked("name");
  expect(await wrongFields(page)).toEqual(REQUIRED);
  for (const input of REQUIRED)
    await expect(field(page, input)).toHaveAccessibleDescription(/./);
  await expect(page).toHaveTitle(errorTitleOf(pages.bookCall));
  await expect(
    page.getByRole("heading", { name: bookCall.errorTitle }),
  ).toBeHidden();
  await field(page, "problems").focus();
  const place = async () =>
    (await field(page, "problems").boundingBox())?.y ?? Infinity;
  const before = await place();
  await page.keyboard.press("V");
  await expect(page).toHaveTitle(pages.bookCall.title);
  await expect(field(page, "name")).not.toHaveAttribute("aria-invalid");
  expect(Math.abs((await place()) - before)).toBeLessThanOrEqual(1);
  await form.fillIn(page, visitor);
  const refused: [LeadInput, string, RegExp?][] = [
    ["selectedService", ""],
    ["email", "nora@"],
    ["problems", "x".repeat(10_001), /10,000/],
  ];
  for (const [input, value, why] of refused) {
    await put(page, input, value);
    await expectAsked(input, why);
    expect(await wrongFields(page)).toEqual([input]);
    await expect(field(page, input)).toHaveValue(value);
    await put(page, input, visitor[input] ?? "");
    expect(await wrongFields(page), "typing makes it valid again").toEqual([]);
  }
  await put(page, "companyName", "  ");
  await field(page, "name").press("Enter");
  await expect(
    field(page, "companyName"),
    "Enter, like the button",
  ).toBeFocused();
  await put(page, "companyName", visitor.companyName);
  const email = visitor.email.replace("visitor.example", "gmial.com");
  await put(page, "email", email);
  await expectAsked("email", /gmial/);
  expect(requests).toEqual([]);
  await form.submitAndConfirm(page);
  expectOneLead(site, { email });
});

function wrongFields(page: Page): Promise<string[]> {
  return page
    .locator("form [aria-invalid=true]")
    .evaluateAll((all) => all.map((one) => one.getAttribute("name") ?? ""));
}
