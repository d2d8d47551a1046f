/** Watches the typing headline through all of its phrases. */
import type { Page } from "@playwright/test";
import { content } from "../content.ts";

const { hero } = content;

/** Waits until every phrase was complete once. @returns the heights of the headline meanwhile, in CSS pixels */
export async function watchTyping(page: Page): Promise<number[]> {
  return page.evaluate(async (phrases) => {
    const heading = document.querySelector("h1");
    const text = heading?.querySelector("[data-typed]");
    if (!heading || !text) throw new Error("The headline is gone.");
    await document.fonts.ready;
    const heights = new Set<number>();
    const missing = new Set<string | null>(phrases);
    await new Promise<void>((resolve) => {
      new MutationObserver(() => {
        heights.add(heading.getBoundingClientRect().height);
        missing.delete(text.getAttribute("data-typed"));
        if (missing.size === 0) resolve();
      }).observe(text, { attributes: true });
    });
    return [...heights];
  }, hero.phrases);
}
