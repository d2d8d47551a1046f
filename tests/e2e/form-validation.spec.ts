/** Values that the form itself refuses before any request. */
import type { Page } from "@playwright/test";
import type { LeadInput } from "../../contract/lead.ts";
import type { FormValues } from "../../contract/page.ts";
import { content } from "../content.ts";
import { field, fillIn, inputs, put, submitAndConfirm, submitButton, watchCalls } from "./booking-form.ts";
import { openForm } from "./hydration.ts";
import { expect, test } from "./test.ts";

const { bookCall, pages } = content;

const REQUIRED = inputs.filter((input) => input !== "additionalInfo");

test.beforeEach(async ({ page }) => {
  await openForm(page);
});

test("each wrong field says why, and the first of them has the focus", async ({ page, site, visitor }) => {
  const calls = watchCalls(page);
  const typed: FormValues = visitor;
  const expectAsked = async (input: LeadInput, why = /./) => {
    await submitButton(page).click();
    await expect(field(page, input)).toBeFocused();
    await expect(field(page, input)).toHaveAccessibleDescription(why);
  };
  await test.step("empty, or without a required field", async () => {
    await expectAsked("name");
    expect(await wrong(page)).toEqual(REQUIRED);
    await fillIn(page, typed);
    for (const input of REQUIRED) {
      await put(page, input, "");
      await expectAsked(input);
      expect(await wrong(page)).toEqual([input]);
      await put(page, input, typed[input] ?? "");
    }
  });
  await test.step("an email in the wrong form", async () => {
    await put(page, "email", "nora@");
    await expectAsked("email");
    await put(page, "email", visitor.email);
  });
  await test.step("only blanks, until there is text", async () => {
    for (const input of ["name", "companyName", "problems"] as const) {
      await put(page, input, "   ");
      await expectAsked(input);
      await put(page, input, "words");
      expect(await wrong(page), "typing makes it valid again").toEqual([]);
    }
  });
  await test.step("a text past its limit, which stays", async () => {
    const problems = "x".repeat(10_001);
    await put(page, "problems", problems);
    await expectAsked("problems", /10,000/);
    await expect(field(page, "problems")).toHaveValue(problems);
  });
  await test.step("Enter, like the button", async () => {
    await fillIn(page, { ...visitor, companyName: "  " });
    await field(page, "name").press("Enter");
    await expect(field(page, "companyName")).toBeFocused();
  });
  expect(calls).toEqual([]);
  await put(page, "companyName", visitor.companyName);
  // As an address is copied from a chat.
  await put(page, "email", `\u2068\u200b\u00a0${visitor.email}\u2009\u3000\u2060\ufeff\u200e`);
  await submitAndConfirm(page);
  expect(site.leads(visitor.email)).toHaveLength(1);
});

test("on a phone errors are at their fields until a key", { tag: "@engines" }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
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

/** The names of the fields that the form complains about. */
function wrong(page: Page): Promise<string[]> {
  return page
    .locator("form [aria-invalid=true]")
    .evaluateAll((all) => all.map((one) => one.getAttribute("name") ?? ""));
}
