import type { Page } from "@playwright/test";

interface Moved {
  score: number;
  /** Texts of the elements that moved up or down. */
  upOrDown: string[];
}

/** Adds up movement without input. Source: Layout Instability API. */
export async function watchShifts(page: Page): Promise<() => Promise<Moved>> {
  await page.addInitScript(() => {
    let score = 0;
    const upOrDown: string[] = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (!("value" in entry && "hadRecentInput" in entry && "sources" in entry) || entry.hadRecentInput)
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
      // Two frames: the next frame reports the movement of the last one.
      for (let frames = 0; frames < 2; frames++)
        await new Promise((resolve) => requestAnimationFrame(resolve));
      return Reflect.get(window, "readShifts")();
    });
}
