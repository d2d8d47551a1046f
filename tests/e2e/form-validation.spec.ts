/** Values that the form itself refuses, with the browser's own bubble, before any request. */
import type { Page } from "@playwright/test";
import type { LeadInput } from "../../contract/lead.ts";
import type { FormValues } from "../../contract/page.ts";
import { content } from "../content.ts";
import { expectConfirmed, field, fillIn, inputs, send, submitButton, watchCalls } from "./booking-form.ts";
import { openForm } from "./hydration.ts";
import { expect, test } from "./test.ts";

const { bookCall, pages } = content;

const REQUIRED = inputs.filter((input) => input !== "additionalInfo");

test.beforeEach(async ({ page }) => {
  await openForm(page);
});

test("an empty form, or one without a required field, is not sent: the browser asks for the first", async ({
  page,
  visitor,
}) => {
  const calls = watchCalls(page);
  await submitButton(page).click();
  await expect(field(page, "name")).toBeFocused();
  expect(await invalid(page)).toEqual(REQUIRED);
  const typed: FormValues = visitor;
  await fillIn(page, typed);
  for (const input of REQUIRED) {
    const put = (value: string) =>
      input === "selectedService" ? field(page, input).selectOption(value) : field(page, input).fill(value);
    await put("");
    await submitButton(page).click();
    await expect(field(page, input)).toBeFocused();
    expect(await invalid(page)).toEqual([input]);
    await put(typed[input] ?? "");
  }
  expect(calls).toEqual([]);
});

test("an email in the wrong form is caught by the browser", async ({ page, visitor }) => {
  const calls = watchCalls(page);
  await fillIn(page, visitor);
  for (const email of ["nora", "nora@", "@visitor.example", "nora visitor@visitor.example"]) {
    await field(page, "email").fill(email);
    await submitButton(page).click();
    await expect(field(page, "email")).toBeFocused();
    expect(
      await field(page, "email").evaluate((element: HTMLInputElement) => element.validity.typeMismatch),
    ).toBe(true);
  }
  expect(calls).toEqual([]);
});

test("only blanks are caught with the browser's bubble, until there is text", async ({ page, visitor }) => {
  const calls = watchCalls(page);
  await fillIn(page, visitor);
  for (const input of ["name", "companyName", "problems"] as const) {
    await field(page, input).fill("   ");
    await submitButton(page).click();
    await expect(field(page, input)).toBeFocused();
    expect(await bubble(page, input)).not.toBe("");
    expect(calls).toEqual([]);

    await field(page, input).fill("words");
    expect(await bubble(page, input), "typing makes it valid again").toBe("");
  }
  await submitButton(page).click();
  await expectConfirmed(page);
});

test("a text past its limit is refused before it is sent, and stays; Enter validates like the button", async ({
  page,
  visitor,
}) => {
  const calls = watchCalls(page);
  const problems = "x".repeat(10_001);
  await send(page, { ...visitor, problems });
  await expect(field(page, "problems")).toBeFocused();
  expect(await bubble(page, "problems")).toContain("10,000");
  await expect(field(page, "problems")).toHaveValue(problems);
  await fillIn(page, { ...visitor, companyName: "  " });
  await field(page, "name").press("Enter");
  await expect(field(page, "companyName")).toBeFocused();
  expect(await bubble(page, "companyName")).not.toBe("");
  expect(calls).toEqual([]);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 640 } });

  test("each error is at its field, not above the form, and disappears with the next key, while the field keeps its place", async ({
    page,
  }) => {
    await submitButton(page).click();
    await expect(page).toHaveTitle(pages.bookCallError.title);
    for (const input of REQUIRED) {
      await expect(field(page, input)).toHaveAttribute("aria-invalid", "true");
      await expect(field(page, input)).toHaveAccessibleDescription(/./);
    }
    await expect(page.getByRole("heading", { name: bookCall.errorTitle })).toBeHidden();

    await field(page, "problems").focus();
    const place = async () => (await field(page, "problems").boundingBox())?.y ?? Infinity;
    const before = await place();
    await page.keyboard.press("V");
    await expect(page).toHaveTitle(pages.bookCall.title);
    await expect(field(page, "name")).not.toHaveAttribute("aria-invalid");
    expect(Math.abs((await place()) - before)).toBeLessThanOrEqual(1);
  });
});

async function bubble(page: Page, input: LeadInput): Promise<string> {
  return field(page, input).evaluate((element: HTMLInputElement) => element.validationMessage);
}

/** The names of the fields that the browser would not send. */
function invalid(page: Page): Promise<string[]> {
  return page
    .locator("form :invalid[name]")
    .evaluateAll((all) => all.map((one) => one.getAttribute("name") ?? ""));
}
