/** Browser tests: real Chromium against the built site, each worker with a server and a store of its own. */
import { defineConfig } from "@playwright/test";
import { readTestBrowser } from "./server/configuration/env.ts";

const executablePath = readTestBrowser();

export default defineConfig({
  testDir: "tests/e2e",
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [["list"], ["json", { outputFile: "test-results/playwright.json" }]],
  use: {
    browserName: "chromium",
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      // Chromium cannot sandbox itself when root runs it, as in most containers.
      args: [
        "--no-sandbox",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
    screenshot: "only-on-failure",
  },
});
