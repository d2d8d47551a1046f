/** Small screens and large text: nothing scrolls sideways, nothing is cut off. */
import type { Locator, Page } from "@playwright/test";
import { content } from "../content.ts";
import { answerOnce, field, fillIn, submitButton } from "./booking-form.ts";
import { openForm, openHome } from "./hydration.ts";
import { misfits } from "./misfits.ts";
import { expect, test } from "./test.ts";

const { demo, header } = content;

/** The browser's own text sizes; the defaults are 16 and 13 px. */
const TEXT = { usual: { standard: 16, fixed: 13 }, double: { standard: 32, fixed: 26 } };

const SIZES = [
  { width: 320, text: "usual" },
  { width: 360, text: "usual" },
  { width: 360, text: "double" },
  { width: 1280, text: "double" },
] as const;

/** Resizes the page to each size and checks that everything fits. @param look further checks at each size */
async function expectFits(page: Page, look?: (size: (typeof SIZES)[number]) => Promise<void>): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  for (const size of SIZES) {
    await page.setViewportSize({ width: size.width, height: 640 });
    await devtools.send("Page.setFontSizes", { fontSizes: TEXT[size.text] });
    expect(await misfits(page), `${size.width} px, ${size.text} text`).toEqual([]);
    await look?.(size);
  }
  await devtools.detach();
}

/** The number of lines of a text; the box around it would hide a line break. */
function linesOf(text: Locator): Promise<number> {
  return text.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return new Set([...range.getClientRects()].map(({ top }) => top)).size;
  });
}

/** The words that a line break divides. */
function brokenWords(texts: Locator): Promise<string[]> {
  return texts.evaluateAll((elements) =>
    elements.flatMap((element) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const broken: string[] = [];
      for (let node = walker.nextNode(); node; node = walker.nextNode())
        for (const { 0: word, index } of (node.textContent ?? "").matchAll(/[^\s-]+/g)) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word);
        }
      return broken;
    }),
  );
}

test.describe("at each width and text size", () => {
  test.use({
    contextOptions: { reducedMotion: "reduce" },
    expectedErrors: /Failed to load resource|The lead was not stored|Failed to fetch/,
  });

  test("the landing page, its menu and its demo fit", async ({ page }) => {
    await openHome(page);
    const slips = page.locator("#testimonials figcaption, #about li");
    await expectFits(page, async () => {
      expect(await brokenWords(slips)).toEqual([]);
      const menu = page.getByRole("button", { name: header.menuButton });
      if (!(await menu.isVisible())) return;
      await menu.click();
      expect(await misfits(page)).toEqual([]);
      await page.keyboard.press("Escape");
    });
    await page.getByRole("button", { name: content.hero.watchDemo }).click();
    await expect(page.getByRole("dialog", { name: demo.title })).toBeVisible();
    await expectFits(page);
  });

  test("the form, its errors, its banner and its confirmation fit", async ({ page, visitor }) => {
    await openForm(page);
    await expectFits(page);
    await submitButton(page).click();
    await expect(field(page, "name")).toHaveAttribute("aria-invalid", "true");
    await expectFits(page);
    await fillIn(page, visitor);
    await answerOnce(page, (route) => route.abort());
    await submitButton(page).click();
    const number = page.getByRole("alert").locator('a[href^="tel:"]');
    await expect(number).toBeVisible();
    await expectFits(page, async ({ width, text }) => {
      // At double size it is wider than the banner of a small phone.
      expect(await linesOf(number)).toBe(width === 360 && text === "double" ? 2 : 1);
    });
    await submitButton(page).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(content.confirmation.heading);
    await expectFits(page);
  });

  test("the error page fits", async ({ page }) => {
    await page.goto("/no-such-page");
    await expectFits(page);
  });
});

test.describe("beside a notch", () => {
  test.use({ viewport: { width: 740, height: 360 }, contextOptions: { reducedMotion: "reduce" } });

  test("nothing is under it", async ({ page }) => {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Emulation.setSafeAreaInsetsOverride", { insets: { left: 59, right: 59 } });
    for (const path of ["/", "/book-call"]) {
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
      expect(under, path).toEqual([]);
    }
  });
});

test.describe("on a small phone", () => {
  test.use({ viewport: { width: 360, height: 640 } });

  test("the first screen holds the button that books; three testimonials are visible, the others collapsed", async ({
    page,
  }) => {
    await page.goto("/");
    await expect(page.locator("#hero").getByRole("link", { name: content.hero.bookNow })).toBeInViewport({
      ratio: 1,
    });
    const slips = page.locator("#testimonials").getByRole("listitem");
    const { length } = content.testimonials.items;
    await expect(slips).toHaveCount(Math.min(length, 3));
    if (length <= 3) return;
    const fold = page.locator("#testimonials summary");
    await fold.press("Enter");
    await expect(fold, "it keeps the focus").toBeFocused();
    await expect(fold).toHaveText(content.testimonials.fewer, { useInnerText: true });
    await expect(slips).toHaveCount(length);
  });

  test("every target is large enough for a thumb", async ({ page }) => {
    for (const path of ["/", "/book-call"]) {
      await page.goto(path);
      // WCAG 2.5.5: 44 px; links within a sentence are exempt.
      const small = await page.evaluate(() =>
        [...document.querySelectorAll("a, button, input, select, summary, textarea")]
          .filter((element) => element.checkVisibility() && !element.closest("p:has(> a)"))
          .filter((element) => element.getBoundingClientRect().width > 1)
          .filter((element) => element.getBoundingClientRect().height < 44)
          .map((element) => element.outerHTML.slice(0, 100)),
      );
      expect(small, path).toEqual([]);
    }
  });
});
