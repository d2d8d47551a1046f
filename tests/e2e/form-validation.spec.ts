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

test("the browser checks each field first, and asks for the first wrong one", async ({
  page,
  site,
  visitor,
}) => {
  const calls = watchCalls(page);
  const typed: FormValues = visitor;
  const expectAsked = async (input: LeadInput) => {
    await submitButton(page).click();
    await expect(field(page, input)).toBeFocused();
  };
  await test.step("empty, or without a required field", async () => {
    await expectAsked("name");
    expect(await invalid(page)).toEqual(REQUIRED);
    await fillIn(page, typed);
    for (const input of REQUIRED) {
      await put(page, input, "");
      await expectAsked(input);
      expect(await invalid(page)).toEqual([input]);
      await put(page, input, typed[input] ?? "");
    }
  });
  await test.step("an email in the wrong form", async () => {
    for (const email of ["nora", "nora@", "@visitor.example", "nora visitor@visitor.example"]) {
      await put(page, "email", email);
      await expectAsked("email");
      await expect(field(page, "email")).toHaveJSProperty("validity.typeMismatch", true);
    }
    await put(page, "email", visitor.email);
  });
  await test.step("only blanks, until there is text", async () => {
    for (const input of ["name", "companyName", "problems"] as const) {
      await put(page, input, "   ");
      await expectAsked(input);
      expect(await bubble(page, input)).not.toBe("");
      await put(page, input, "words");
      expect(await bubble(page, input), "typing makes it valid again").toBe("");
    }
  });
  await test.step("a text past its limit, which stays", async () => {
    const problems = "x".repeat(10_001);
    await put(page, "problems", problems);
    await expectAsked("problems");
    expect(await bubble(page, "problems")).toContain("10,000");
    await expect(field(page, "problems")).toHaveValue(problems);
  });
  await test.step("Enter, like the button", async () => {
    await fillIn(page, { ...visitor, companyName: "  " });
    await field(page, "name").press("Enter");
    await expect(field(page, "companyName")).toBeFocused();
    expect(await bubble(page, "companyName")).not.toBe("");
  });
  expect(calls).toEqual([]);
  await put(page, "companyName", visitor.companyName);
  // As an address is copied from a chat.
  await put(page, "email", `\u2068\u200b\u00a0${visitor.email}\u2009\u3000\u2060\ufeff\u200e`);
  await submitAndConfirm(page);
  expect(site.leads(visitor.email)).toHaveLength(1);
});

test(
  "on a phone errors are at their fields until a key, and a field keeps its place",
  { tag: "@engines" },
  async ({ page }) => {
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
  },
);

async function bubble(page: Page, input: LeadInput): Promise<string> {
  return field(page, input).evaluate((element: HTMLInputElement) => element.validationMessage);
}

/** The names of the fields that the browser would not send. */
function invalid(page: Page): Promise<string[]> {
  return page
    .locator("form :invalid[name]")
    .evaluateAll((all) => all.map((one) => one.getAttribute("name") ?? ""));
}
