/** Small screens and large text: nothing scrolls sideways, nothing is cut off. */
import type { Locator, Page } from "@playwright/test";
import { content } from "../content.ts";
import { answerOnce, field, fillIn, submitButton } from "./booking-form.ts";
import { openForm, openHome } from "./hydration.ts";
import { misfits } from "./misfits.ts";
import { expect, test } from "./test.ts";

const { demo, header } = content;

/** The browser's own setting for text, as a visitor doubles it; the usual is 16 and 13 px. */
async function doubleText(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 26 } });
}

/** How many lines a text takes; a box around it would hide that it breaks. */
function linesOf(text: Locator): Promise<number> {
  return text.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return new Set([...range.getClientRects()].map(({ top }) => top)).size;
  });
}

for (const [width, text] of [
  [320, "usual"],
  [360, "usual"],
  [360, "double"],
  [1280, "double"],
] as const) {
  test.describe(`at ${width} px and ${text} text`, () => {
    test.use({ viewport: { width, height: 640 }, contextOptions: { reducedMotion: "reduce" } });

    test.beforeEach(async ({ page }) => {
      if (text === "double") await doubleText(page);
    });

    test("the landing page, its menu and its demo fit", async ({ page }) => {
      await openHome(page);
      expect(await misfits(page)).toEqual([]);
      const menu = page.getByRole("button", { name: header.menuButton });
      if (await menu.isVisible()) {
        await menu.click();
        expect(await misfits(page)).toEqual([]);
        await page.keyboard.press("Escape");
      }
      await page.getByRole("button", { name: content.hero.watchDemo }).click();
      await expect(page.getByRole("dialog", { name: demo.title })).toBeVisible();
      expect(await misfits(page)).toEqual([]);
    });

    test("the form, its errors and its confirmation fit", async ({ page, visitor }) => {
      await openForm(page);
      expect(await misfits(page)).toEqual([]);
      await submitButton(page).click();
      await expect(field(page, "name")).toHaveAttribute("aria-invalid", "true");
      expect(await misfits(page)).toEqual([]);
      await fillIn(page, visitor);
      await submitButton(page).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(content.confirmation.heading);
      expect(await misfits(page)).toEqual([]);
    });

    test.describe("while nothing answers", () => {
      test.use({ expectedErrors: /Failed to load resource|The lead was not stored|Failed to fetch/ });

      test("the banner fits, and its telephone number stands in one line", async ({ page, visitor }) => {
        await openForm(page);
        await fillIn(page, visitor);
        await answerOnce(page, (route) => route.abort());
        await submitButton(page).click();
        const number = page.getByRole("alert").locator('a[href^="tel:"]');
        await expect(number).toBeVisible();
        expect(await misfits(page)).toEqual([]);
        // Doubled, it is wider than the banner of a small phone.
        expect(await linesOf(number)).toBe(width === 360 && text === "double" ? 2 : 1);
      });
    });

    test.describe("not found", () => {
      test.use({ expectedErrors: /Failed to load resource/ });

      test("the error page fits", async ({ page }) => {
        await page.goto("/no-such-page");
        expect(await misfits(page)).toEqual([]);
      });
    });
  });
}

test.describe("beside a notch", () => {
  test.use({ viewport: { width: 740, height: 360 }, contextOptions: { reducedMotion: "reduce" } });

  for (const path of ["/", "/book-call"]) {
    test(`nothing of ${path} is under it`, async ({ page }) => {
      const devtools = await page.context().newCDPSession(page);
      await devtools.send("Emulation.setSafeAreaInsetsOverride", { insets: { left: 59, right: 59 } });
      await page.goto(path);
      const under = await page.evaluate(() =>
        [
          ...document.querySelectorAll(
            "header a, header button span, main h1, main h2, main p, main a, aside a, footer a",
          ),
        ]
          .filter((element) => element.checkVisibility())
          .map((element) => ({ text: element.textContent, box: element.getBoundingClientRect() }))
          .filter(({ box }) => box.width > 1 && (box.left < 59 || box.right > innerWidth - 59))
          .map(({ text }) => text),
      );
      expect(under).toEqual([]);
    });
  }
});

test.describe("on a small phone", () => {
  test.use({ viewport: { width: 360, height: 640 } });

  test("the first screen holds the button that books", async ({ page }) => {
    await page.goto("/");
    await expect(page.getByRole("link", { name: content.hero.bookNow })).toBeInViewport({ ratio: 1 });
  });

  test("three testimonials are seen at once, the others behind a fold", async ({ page }) => {
    await page.goto("/");
    const slips = page.locator("#testimonials").getByRole("listitem");
    await expect(slips).toHaveCount(3);
    await page.locator("#testimonials summary").click();
    await expect(slips).toHaveCount(6);
  });

  for (const path of ["/", "/book-call"]) {
    test(`every target of ${path} is large enough for a thumb`, async ({ page }) => {
      await page.goto(path);
      // WCAG 2.5.5: 44 px; links within a sentence are exempt.
      const small = await page.evaluate(() =>
        [...document.querySelectorAll("a, button, input, select, summary, textarea")]
          .filter((element) => element.checkVisibility() && !element.closest("p:has(> a)"))
          .filter((element) => element.getBoundingClientRect().width > 1)
          .filter((element) => element.getBoundingClientRect().height < 44)
          .map((element) => element.outerHTML.slice(0, 100)),
      );
      expect(small).toEqual([]);
    });
  }
});
