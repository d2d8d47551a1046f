import type { Page } from "@playwright/test";

/** Opens the landing page with its clock stopped. Nothing is idle then, so its script loads at the first touch. */
export async function openStopped(page: Page): Promise<void> {
  await page.clock.install({ time: 0 });
  // A slow machine may take a minute until here, and the clock cannot be paused in its past.
  await page.clock.pauseAt(60_000);
  await page.goto("/");
  await page.evaluate(async () => {
    const entry = document.querySelector<HTMLElement>("script[data-entry]")?.dataset["entry"];
    await import(entry ?? "");
  });
  await page.keyboard.press("Shift");
  // The module of React is here, and the first step after it is a task that the clock starts.
  await page.waitForLoadState("networkidle");
  await comeToRest(page);
  await page.clock.runFor(1);
}

/** Lets time pass. A timer that React sets because of another one counts from the end of it. */
export async function pass(page: Page, milliseconds: number): Promise<void> {
  await page.clock.runFor(milliseconds);
  await comeToRest(page);
}

/** Waits until the page is idle: a task of the lowest priority runs after all others. */
async function comeToRest(page: Page): Promise<void> {
  await page.evaluate(() => scheduler.postTask(() => undefined, { priority: "background" }));
}
