/** Chromium by Playwright, as in the other browser tests. */
import { chromium } from "@playwright/test";
import { KEY, type Driver, type Engine } from "./driver.ts";

const NAMES: Record<string, string> = { [KEY.escape]: "Escape", [KEY.tab]: "Tab", [KEY.enter]: "Enter" };

export async function startChromium(executablePath: string): Promise<Engine> {
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  return {
    async openWindow(): Promise<Driver> {
      const context = await browser.newContext();
      const page = await context.newPage();
      return {
        open: async (url) => void (await page.goto(url)),
        go: (delta) => page.evaluate((by) => history.go(by), delta),
        reload: async () => void (await page.reload()),
        evaluate: (expression) => page.evaluate(expression),
        click: (x, y) => page.mouse.click(x, y),
        press: async (keys) => {
          for (const key of keys) await page.keyboard.press(NAMES[key] ?? key);
        },
        resize: (width, height) => page.setViewportSize({ width, height }),
        screenshot: () => page.screenshot(),
        close: () => context.close(),
      };
    },
    close: () => browser.close(),
  };
}
