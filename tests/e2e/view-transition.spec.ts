import { content } from "../content.ts";
import type { Page } from "@playwright/test";
import { sendForm } from "./booking-form.ts";
import { goToForm } from "./hydration.ts";
import { expect, test } from "./test.ts";

declare global {
  interface Window {
    transitions: number;
  }
}

/** Counts the transitions that the page starts; they still happen. */
async function countTransitions(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.transitions = 0;
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      window.transitions += 1;
      return start(update);
    };
  });
}

const transitions = (page: Page): Promise<number> => page.evaluate(() => window.transitions);

test("opening the form cross-fades the pages, and so does the confirmation", async ({ page, visitor }) => {
  await countTransitions(page);
  await goToForm(page);
  await expect(page.locator("#book-call")).toBeFocused();
  expect(await transitions(page)).toBe(1);
  await sendForm(page, visitor);
  await expect(page.getByRole("heading", { name: content.confirmation.heading })).toBeFocused();
  expect(await transitions(page)).toBe(2);
});

test("under reduced motion nothing cross-fades", { tag: "@full" }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await countTransitions(page);
  await goToForm(page);
  expect(await transitions(page)).toBe(0);
  const revealed = page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        addEventListener("pageswap", (event) => resolve(event.viewTransition !== null), { once: true });
        location.reload();
      }),
  );
  expect(await revealed.catch(() => false)).toBe(false);
});
