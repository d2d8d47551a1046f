import type { Page } from "@playwright/test";

/** Finds elements that are wider than the window, or have more text than they show. */
export async function misfits(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const name = (element: Element) => `${element.tagName} ${element.textContent.trim().slice(0, 40)}`;
    const found: string[] = [];
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) found.push(`the page is ${scrollWidth} px wide in ${clientWidth}`);
    for (const element of document.body.querySelectorAll<HTMLElement>("*")) {
      const box = element.getBoundingClientRect();
      if (box.width <= 1 || box.height <= 1 || !element.checkVisibility({ visibilityProperty: true }))
        continue;
      // It scrolls by itself.
      if (element.closest("[role=group][tabindex]")) continue;
      const style = getComputedStyle(element);
      const isText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
      if (isText && (box.right > clientWidth + 1 || box.left < -1)) found.push(`outside: ${name(element)}`);
      const cutsX =
        ["hidden", "clip"].includes(style.overflowX) && element.scrollWidth > element.clientWidth + 1;
      const cutsY =
        ["hidden", "clip"].includes(style.overflowY) && element.scrollHeight > element.clientHeight + 1;
      if ((cutsX || cutsY) && element.textContent.trim()) found.push(`cut: ${name(element)}`);
    }
    return found;
  });
}
