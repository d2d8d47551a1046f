/** A small phone and a phone with a notch; `accessibility.spec.ts` tests that everything fits. */
import { content } from "../content.ts";
import { expect, test } from "./test.ts";

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
