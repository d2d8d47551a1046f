import type { Page } from "@playwright/test";

interface Moved {
  score: number;
  /** Texts of the elements that moved up or down. */
  upOrDown: string[];
}

/** Adds up shifts without input (Layout Instability API). @returns a function that reads the sum */
export async function watchShifts(page: Page): Promise<() => Promise<Moved>> {
  await page.addInitScript(() => {
    let score = 0;
    const upOrDown: string[] = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (
          !(
            "value" in entry &&
            "hadRecentInput" in entry &&
            "sources" in entry
          ) ||
          entry.hadRecentInput
        )
          continue;
        score += Number(entry.value);
        if (!Array.isArray(entry.sources)) continue;
        for (const { node, previousRect, currentRect } of entry.sources)
          if (previousRect.y !== currentRect.y)
            upOrDown.push(node?.textContent?.slice(0, 40) ?? "a drawn part");
      }
    }).observe({ type: "layout-shift", buffered: true });
    Object.assign(window, { readShifts: () => ({ score, upOrDown }) });
  });
  return () =>
    page.evaluate(async () => {
      // Two frames, since each frame reports the movement of the frame before it.
      for (let frames = 0; frames < 2; frames++)
        await new Promise((resolve) => requestAnimationFrame(resolve));
      return Reflect.get(window, "readShifts")();
    });
}
