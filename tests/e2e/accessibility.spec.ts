/** axe finds nothing in any state of any page, on a phone and on a wide screen. */
import { content } from "../content.ts";
import { expectNoViolation } from "./axe.ts";
import { answerOnce, field, fillIn, holdAnswers, submitButton } from "./booking-form.ts";
import { openForm, openHome } from "./hydration.ts";
import { expect, test } from "./test.ts";

const { demo, footer, header } = content;

/** Reduced motion, so nothing is judged halfway through a fade; the tests start animations themselves. */
test.use({ contextOptions: { reducedMotion: "reduce" } });

test("the landing page", async ({ page }) => {
  await openHome(page);
  await expectNoViolation(page);
});

const trades = Object.values(content.trades);

test("the page of a trade, reached by the footer's link", async ({ page }) => {
  const name = footer.industries.find((each) => trades.some((trade) => trade.name === each)) ?? "";
  await openHome(page);
  await page.getByRole("contentinfo").getByRole("link", { name, exact: true }).click();
  const trade = trades.find((each) => each.name === name);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(trade?.headline ?? "");
  await expectNoViolation(page);
});

test("the landing page reached inside the app", async ({ page }) => {
  await openForm(page);
  await page.getByRole("link", { name: content.header.backHome }).click();
  await expect(page.getByRole("contentinfo")).toBeVisible();
  await expectNoViolation(page);
});

test("the demo as transcript, playing and paused", async ({ page }) => {
  await openHome(page);
  await page.getByRole("button", { name: content.hero.watchDemo }).click();
  const dialog = page.getByRole("dialog", { name: demo.title });
  await expect(dialog).toBeVisible();
  await expectNoViolation(page);
  await dialog.getByRole("button", { name: demo.restart }).click();
  await expect(dialog.getByRole("listitem").first()).toBeVisible();
  await expectNoViolation(page);
  await dialog.getByRole("button", { name: demo.pause }).click();
  await expectNoViolation(page);
});

test.describe("with errors", () => {
  test.use({ expectedErrors: /Failed to load resource|The lead was not stored|Failed to fetch/ });

  test("the form empty, invalid, refused, failed, submitting and confirmed", async ({ page, visitor }) => {
    await openForm(page);
    await expectNoViolation(page);
    await submitButton(page).click();
    await expect(field(page, "name")).toHaveAttribute("aria-invalid", "true");
    await expectNoViolation(page);
    await fillIn(page, visitor);
    await answerOnce(page, (route) =>
      route.fulfill({
        status: 400,
        json: { code: "23514", message: "Enter another email.", details: 'column "email"', hint: null },
      }),
    );
    await submitButton(page).click();
    await expect(field(page, "email")).toHaveAttribute("aria-invalid", "true");
    await expectNoViolation(page);
    await answerOnce(page, (route) => route.abort());
    await submitButton(page).click();
    await expect(page.getByRole("alert").getByRole("link")).toHaveCount(2);
    await expectNoViolation(page);
    const release = await holdAnswers(page);
    await submitButton(page).click();
    await expect(page.getByRole("button", { name: content.bookCall.submitting })).toBeVisible();
    await expectNoViolation(page);
    release();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(content.confirmation.heading);
    await expectNoViolation(page);
  });

  test("the error page", async ({ page }) => {
    await page.goto("/no-such-page");
    await expectNoViolation(page);
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 800 } });

  test("the menu open", async ({ page }) => {
    await openHome(page);
    await page.getByRole("button", { name: header.menuButton }).click();
    await expect(page.getByRole("navigation", { name: header.menuLabel })).toBeVisible();
    await expectNoViolation(page, [360]);
  });
});

test.describe("with motion", { tag: "@full" }, () => {
  test.use({ contextOptions: { reducedMotion: "no-preference" } });

  test("the headline in the middle of a word", async ({ page }) => {
    await openHome(page);
    await page.waitForFunction(
      () => document.querySelector("[data-typed]")?.getAttribute("data-typed")?.length === 20,
    );
    await expectNoViolation(page, [1280]);
  });
});
