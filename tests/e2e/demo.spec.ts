/** "Watch Demo": the dialog that plays a conversation of half a minute. */
import type { Page } from "@playwright/test";
import { content } from "../content.ts";
import { openStopped, pass } from "./clock.ts";
import { holdScript, openHome, untilHydrated } from "./hydration.ts";
import { expect, test } from "./test.ts";

const { demo } = content;

const opener = (page: Page) => page.getByRole("button", { name: content.hero.watchDemo });
const dialog = (page: Page) => page.getByRole("dialog", { name: demo.title });
const lines = (page: Page) => dialog(page).getByRole("log").getByRole("listitem");
const control = (page: Page, name: string) => dialog(page).getByRole("button", { name, exact: true });

/** How many lines are out after so many seconds. */
const outAt = (seconds: number) => demo.lines.filter((line) => line.at <= seconds).length;

async function openPlaying(page: Page): Promise<void> {
  await openStopped(page);
  await expect(page.getByRole("button", { name: content.hero.pause })).toBeVisible();
  await opener(page).click();
  await expect(dialog(page)).toBeVisible();
  await expect(control(page, demo.pause)).toBeVisible();
  await pass(page, 0);
}

test("plays the call in half a minute, each line at its moment", async ({ page }) => {
  await openPlaying(page);
  let now = 0;
  // Between the lines' moments, so that no sum of tenths decides.
  for (const moment of [0, 2, 5, 8, 15, 25, 30]) {
    await pass(page, (moment - now) * 1000);
    now = moment;
    await expect(lines(page)).toHaveCount(outAt(moment));
  }
  for (const line of content.demo.lines) {
    if (line.kind !== "event") continue;
    await expect(dialog(page).getByText(line.event, { exact: true })).toBeVisible();
  }
  await pass(page, 200);
  const book = dialog(page).getByRole("link", { name: demo.book });
  await expect(book, "it has ended").toHaveAttribute("href", "/book-call");
});

test("pauses, goes on from there, and restarts", async ({ page }) => {
  await openPlaying(page);
  await pass(page, 8000);
  await control(page, demo.pause).click();
  await expect(control(page, demo.play)).toBeFocused();
  await pass(page, 60_000);
  await expect(lines(page)).toHaveCount(outAt(8));

  await control(page, demo.play).click();
  await expect(control(page, demo.pause)).toBeVisible();
  await pass(page, 7000);
  await expect(lines(page)).toHaveCount(outAt(15));

  await control(page, demo.restart).click();
  await expect(lines(page)).toHaveCount(0);
  await pass(page, 2000);
  await expect(lines(page)).toHaveCount(outAt(2));
});

test("shows the transcript, whole and still", async ({ page }) => {
  await openPlaying(page);
  await control(page, demo.transcript).click();
  await expect(lines(page)).toHaveCount(demo.lines.length);
  await expect(control(page, demo.play)).toBeVisible();
  for (const [index, { text }] of demo.lines.entries()) {
    await expect(lines(page).nth(index)).toContainText(text);
  }
});

for (const way of ["Escape", "its button"]) {
  test(`closes with ${way}, gives focus back, and plays from the start when opened again`, async ({
    page,
  }) => {
    await openPlaying(page);
    await pass(page, 8000);
    await (way === "Escape" ? page.keyboard.press(way) : control(page, demo.close).click());
    await expect(dialog(page)).toBeHidden();
    await expect(opener(page)).toBeFocused();
    await opener(page).press("Enter");
    await expect(dialog(page)).toBeVisible();
    await expect(lines(page)).toHaveCount(0);
  });
}

test("the page behind it does not scroll", { tag: "@full" }, async ({ page }) => {
  await openHome(page);
  await opener(page).click();
  await expect(dialog(page)).toBeVisible();
  await page.mouse.move(5, 5);
  await page.mouse.wheel(0, 500);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.keyboard.press("Escape");
  await page.mouse.wheel(0, 500);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
});

test("keeps the keyboard inside while it is open", async ({ page }) => {
  await openHome(page);
  await opener(page).press("Enter");
  await expect(dialog(page)).toBeVisible();
  for (let times = 0; times < 12; times++) {
    await page.keyboard.press("Tab");
    const outside = await page.evaluate(() => {
      const { activeElement: active } = document;
      // Between its last stop and its first, focus rests in the browser's own bars.
      return active !== document.body && !active?.closest("dialog");
    });
    expect(outside).toBe(false);
  }
});

test.describe("under reduced motion", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  test("opens as the transcript, and plays only when asked", async ({ page }) => {
    await openHome(page);
    await opener(page).click();
    await expect(lines(page)).toHaveCount(demo.lines.length);
    await expect(control(page, demo.play)).toBeVisible();
  });
});

test("opens as its transcript before the script has come, and closes with Escape", async ({ page }) => {
  await holdScript(page);
  await page.goto("/");
  await opener(page).click();
  await expect(dialog(page)).toBeVisible();
  await expect(lines(page)).toHaveCount(demo.lines.length);
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeHidden();
  await expect(opener(page)).toBeFocused();
});

test("can be played once the script comes while it is open", { tag: "@full" }, async ({ page }) => {
  const release = await holdScript(page);
  await page.goto("/");
  await opener(page).click();
  await expect(dialog(page)).toBeVisible();
  release();
  await untilHydrated(page.locator("#headline"));
  await control(page, demo.restart).click();
  await expect(control(page, demo.pause)).toBeVisible();
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("opens as its transcript, without buttons that would do nothing, and closes", async ({ page }) => {
    await page.goto("/");
    await opener(page).click();
    await expect(lines(page)).toHaveCount(demo.lines.length);
    await expect(dialog(page).getByRole("button")).toHaveCount(1);
    await dialog(page).getByRole("button", { name: demo.close }).click();
    await expect(dialog(page)).toBeHidden();
  });
});

test(
  "where the browser knows no dialogs, the demo opens where it stands",
  { tag: "@full" },
  async ({ page }) => {
    await page.addInitScript(() => {
      for (const name of ["showModal", "close"]) Reflect.deleteProperty(HTMLDialogElement.prototype, name);
      Reflect.deleteProperty(HTMLButtonElement.prototype, "command");
    });
    await openHome(page);
    await page.getByRole("button", { name: content.hero.watchDemo }).click();
    await expect(page.getByRole("heading", { name: demo.title })).toBeVisible();
  },
);
