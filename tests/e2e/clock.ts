import type { Page } from "@playwright/test";

/**
 * Opens the landing page with its clock stopped. No
 * timer runs, so its script waits for the first touch.
 */
export async function openStopped(page: Page): Promise<void> {
  await page.clock.install({ time: 0 });
  // A slow machine takes up to a minute to come
  // here, and a clock cannot be paused in its past.
  await page.clock.pauseAt(60_000);
  await page.goto("/");
  await wake(page);
  await page.waitForLoadState("networkidle");
  await comeToRest(page);
}

/** Runs the page's script without an idle moment. */
export async function wake(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const entry =
      document.querySelector<HTMLElement>("script[data-entry]")?.dataset[
        "entry"
      ];
    if (entry) await import(entry);
  });
  await page.keyboard.press("Shift");
}

/**
 * Lets time pass. A timer that React sets meanwhile
 * begins to count when this time has passed.
 */
export async function pass(page: Page, milliseconds: number): Promise<void> {
  await page.clock.runFor(milliseconds);
  await comeToRest(page);
}

/**
 * Waits until the page is idle: a task of
 * the lowest priority runs after all others.
 */
async function comeToRest(page: Page): Promise<void> {
  await page.evaluate(() =>
    scheduler.postTask(() => undefined, { priority: "background" }),
  );
}
