/** Time in the page, moved by the test alone. */
import type { Page } from "@playwright/test";

/** Opens the landing page with its clock stopped. As nothing is idle then, its script comes with a first touch. */
export async function openStopped(page: Page): Promise<void> {
  await page.clock.install({ time: 0 });
  // Later than a busy machine takes to come here: time cannot be paused at a moment that is over.
  await page.clock.pauseAt(60_000);
  await page.goto("/");
  await page.evaluate(async () => {
    const entry = document.querySelector<HTMLElement>("script[data-entry]")?.dataset["entry"];
    await import(entry ?? "");
  });
  await page.keyboard.press("Shift");
}

/** @param milliseconds a timer that the first one sets within this time starts only after it */
export async function pass(page: Page, milliseconds: number): Promise<void> {
  await page.clock.runFor(milliseconds);
  await comeToRest(page);
}

/** Waits until the page has nothing left to do: a task of the lowest priority runs after all others. */
async function comeToRest(page: Page): Promise<void> {
  await page.evaluate(() => scheduler.postTask(() => undefined, { priority: "background" }));
}

/** Makes every timer of the page run this many times as fast, where only what is shown matters and not when. */
export async function hurry(page: Page, times: number): Promise<void> {
  await page.addInitScript((factor) => {
    const original = window.setTimeout.bind(window);
    Object.assign(window, {
      setTimeout: (handler: () => void, after = 0) => original(handler, after / factor),
    });
  }, times);
}
