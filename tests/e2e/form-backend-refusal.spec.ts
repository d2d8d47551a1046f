/** The real backend refuses a field: the banner and the field say so, as GOV.UK's forms do. */
import type { Page } from "@playwright/test";
import { content } from "../content.ts";
import { CALL, field, fillIn, submitButton } from "./booking-form.ts";
import { openForm } from "./hydration.ts";
import { expect, test } from "./test.ts";

const { bookCall, pages } = content;

test.use({ expectedErrors: /Failed to load resource|The lead was not stored/ });

/** Values that the page would not send: the test puts each into the request, and the backend refuses it. */
const REFUSED = [
  ["email", "email", "not an email"],
  ["companyName", "company_name", "   "],
  ["selectedService", "selected_service", "something-else"],
  ["problems", "problems", "x".repeat(10_001)],
] as const;

test("each refused field is named, linked and described", async ({ page, visitor }) => {
  await openForm(page);
  await fillIn(page, visitor);
  for (const [input, column, value] of REFUSED) {
    await page.route(
      CALL,
      async (route, request) => {
        const body: Record<string, string> = request.postDataJSON();
        await route.continue({ postData: JSON.stringify({ ...body, [column]: value }) });
      },
      { times: 1 },
    );
    const answered = page.waitForResponse(CALL);
    await submitButton(page).click();
    const response = await answered;
    expect(response.status()).toBe(400);
    const { message }: { message: string } = await response.json();

    const banner = page.getByRole("alert");
    await expect(banner).toBeFocused();
    await expect(banner.getByRole("heading")).toHaveText(bookCall.errorTitle);
    await expect(banner).toContainText(message);
    await expect(page).toHaveTitle(pages.bookCallError.title);
    await expect(field(page, input)).toHaveAttribute("aria-invalid", "true");
    expect(await describedBy(page, input)).toContain(message);

    await banner.getByRole("link", { name: message }).click();
    await expect(field(page, input)).toBeFocused();
    await expect(field(page, input)).toBeInViewport({ ratio: 1 });

    if (input === "selectedService")
      await field(page, input).selectOption(content.services.at(-1)?.value ?? "");
    else await page.keyboard.press("x");
    await expect(banner).toHaveCount(0);
    await expect(field(page, input)).not.toHaveAttribute("aria-invalid");
  }
});

/** The texts that `aria-describedby` refers to. */
async function describedBy(page: Page, input: string): Promise<string> {
  return page.locator(`#${input}`).evaluate((element) =>
    (element.getAttribute("aria-describedby") ?? "")
      .split(" ")
      .map((id) => document.getElementById(id)?.textContent ?? "")
      .join(" "),
  );
}
