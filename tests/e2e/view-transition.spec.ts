import { content } from "../content.ts";
import type { Page } from "@playwright/test";
import { send } from "./booking-form.ts";
import { openForm, openHome } from "./hydration.ts";
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

test("going to the form inside the app cross-fades the two pages", async ({ page }) => {
  await countTransitions(page);
  await openHome(page);
  await page.getByRole("banner").getByRole("link", { name: content.header.bookCall }).click();
  await expect(page.locator("#book-call")).toBeFocused();
  expect(await transitions(page)).toBe(1);
});

test("the form turns into its confirmation, which has the focus", async ({ page, visitor }) => {
  await countTransitions(page);
  await openForm(page);
  await send(page, visitor);
  await expect(page.getByRole("heading", { name: content.confirmation.heading })).toBeFocused();
  expect(await transitions(page)).toBe(1);
});

test("without the browser's support the pages change all the same", { tag: "@full" }, async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(Document.prototype, "startViewTransition"));
  await openHome(page);
  await page.getByRole("banner").getByRole("link", { name: content.header.bookCall }).click();
  await expect(page.locator("#book-call")).toBeFocused();
});

test.describe("under reduced motion", { tag: "@full" }, () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  test("nothing cross-fades, in the app or between documents", async ({ page }) => {
    await countTransitions(page);
    await openHome(page);
    await page.getByRole("banner").getByRole("link", { name: content.header.bookCall }).click();
    await expect(page.locator("#book-call")).toBeFocused();
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
});
