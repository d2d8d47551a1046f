/** A lead is stored with its origin and the consent note that the visitor saw; only this tab remembers them. */
import type { Page } from "@playwright/test";
import { content } from "../content.ts";
import { sendAndConfirm } from "./booking-form.ts";
import { goToForm, openForm, untilHydrated } from "./hydration.ts";
import { enterInbox } from "./operator.ts";
import { expect, test, type Site } from "./test.ts";

const { bookCall, leadContent } = content;

async function told(page: Page, site: Site, email: string): Promise<string[]> {
  await enterInbox(page, site);
  await page.goto(`/inbox?search=${encodeURIComponent(email)}`);
  await page.getByRole("rowheader").getByRole("link").click();
  const came = page.locator(".facts > div").filter({ has: page.getByText(leadContent.cameFrom) });
  const consent = page.locator("details").filter({ hasText: leadContent.consent.replace(" {version}", "") });
  await consent.locator("summary").click();
  return [await came.locator("dd").innerText(), await consent.locator("p").innerText()];
}

test(
  "the first page of a tab's visit is its source",
  { tag: "@full" },
  async ({ page, context, site, visitor }) => {
    await goToForm(page, "/?utm_source=facebook&utm_campaign=spring&private=x");
    await page.reload();
    await untilHydrated(page.locator("#book-call"));
    await sendAndConfirm(page, visitor);
    expect(await told(page, site, visitor.email)).toEqual([
      "facebook · / · utm_source=facebook · utm_campaign=spring",
      bookCall.consent,
    ]);
    const other = await context.newPage();
    await openForm(other);
    const email = `other-${visitor.email}`;
    await sendAndConfirm(other, { ...visitor, email });
    expect((await told(other, site, email))[0]).toBe("direct · /book-call");
  },
);

test("without storage, the form's address says it", { tag: "@full" }, async ({ page, site, visitor }) => {
  await page.addInitScript(() => {
    const get = () => {
      throw new DOMException("blocked", "SecurityError");
    };
    Object.defineProperty(window, "sessionStorage", { get });
  });
  await page.goto("/book-call?gclid=1");
  await sendAndConfirm(page, visitor);
  expect((await told(page, site, visitor.email))[0]).toBe("google ads · /book-call · gclid=1");
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("the address of the form says it", async ({ page, site, visitor }) => {
    await page.goto("/book-call?utm_source=mailing");
    await sendAndConfirm(page, visitor);
    expect(await told(page, site, visitor.email)).toEqual([
      "mailing · /book-call · utm_source=mailing",
      bookCall.consent,
    ]);
  });
});
