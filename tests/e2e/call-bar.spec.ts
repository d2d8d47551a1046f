/** The bar at the bottom of a phone's screen. */
import { content } from "../content.ts";
import { openHome } from "./hydration.ts";
import { expect, test } from "./test.ts";

const { header, pages, site } = content;

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 640 } });

  test("the bar stays in view, and leads to the form and to a call", async ({ page }) => {
    await openHome(page);
    const bar = page.getByRole("complementary", { name: header.bookCall });
    const book = bar.getByRole("link", { name: content.header.bookCall });
    await expect(book).toBeInViewport({ ratio: 1 });
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await expect(book).toBeInViewport({ ratio: 1 });
    const call = bar.getByRole("link", { name: `${header.call} ${site.contactPhone}` });
    await expect(call).toHaveText(header.call);
    await expect(call).toHaveAttribute("href", /^tel:\+?\d+$/);
    await book.click();
    await expect(page).toHaveTitle(pages.bookCall.title);
  });

  test("neither the bar nor the header ever hides the focused element", async ({ page }) => {
    await openHome(page);
    for (const key of ["Tab", "Shift+Tab"]) {
      const hidden: string[] = [];
      const visited = new Set<string>();
      for (;;) {
        await page.keyboard.press(key);
        const focused = await page.evaluate(describeFocus);
        if (!focused || visited.has(focused.place)) break;
        visited.add(focused.place);
        if (focused.covered) hidden.push(focused.text);
      }
      expect(visited.size, `stops of ${key}`).toBeGreaterThan(12);
      expect(hidden, `hidden behind a bar on the way with ${key}`).toEqual([]);
    }
  });

  test("the end of the page is not behind the bar", async ({ page }) => {
    await page.goto("/");
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    const bar = await page.getByRole("complementary", { name: header.bookCall }).boundingBox();
    const last = await page.getByRole("link", { name: content.legalLinks.at(-1)?.label ?? "" }).boundingBox();
    if (!bar || !last) throw new Error("The bar or the last link has no box.");
    expect(last.y + last.height).toBeLessThanOrEqual(bar.y);
  });
});

test("a wide screen has no bar", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("complementary", { name: header.bookCall })).toBeHidden();
});

/** The focused element, its place in the document, and whether any of its corners is under a fixed bar. */
function describeFocus(): { text: string; place: string; covered: boolean } | undefined {
  const { activeElement: active } = document;
  if (!active || active === document.body) return undefined;
  const box = active.getBoundingClientRect();
  const fixed = (element: Element | null): boolean =>
    element !== null && (getComputedStyle(element).position === "fixed" || fixed(element.parentElement));
  const place = String([...document.querySelectorAll("*")].indexOf(active));
  const text = `${active.tagName} ${active.textContent.trim() || active.getAttribute("aria-label")}`;
  if (fixed(active)) return { text, place, covered: false };
  const covered = [...document.querySelectorAll("body *")]
    .filter((element) => getComputedStyle(element).position === "fixed" && element.checkVisibility())
    .map((element) => element.getBoundingClientRect())
    .some(
      (bar) => box.bottom > bar.top && box.top < bar.bottom && box.right > bar.left && box.left < bar.right,
    );
  return { text, place, covered };
}
