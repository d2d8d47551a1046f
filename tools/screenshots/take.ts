/** Takes a picture for the README. */
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { root } from "../../scripts/root.ts";

export async function take(page: Page, name: string): Promise<void> {
  // Lets fonts arrive and what moves once come to its end.
  await page.evaluate(async () => {
    await document.fonts.ready;
    for (const animation of document.getAnimations()) {
      const { endTime } = animation.effect?.getComputedTiming() ?? {};
      if (endTime !== undefined && endTime !== Infinity && !("axis" in (animation.timeline ?? {})))
        animation.finish();
    }
  });
  const path = join(root, "docs", "screenshots", `${name}.jpg`);
  await page.screenshot({ path, type: "jpeg", quality: 80 });
}
