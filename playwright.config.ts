/**
 * All tests run in Chromium, and the main
 * flows (`@engines`) in other engines, too.
 */

import { defineConfig } from "@playwright/test";
import { dropSettings } from "./server/settings/env.ts";
import { findChromium, findEngines } from "./tests/machine/browsers.ts";

dropSettings();

const executablePath = findChromium();
const launchOptions = {
  ...(executablePath === undefined ? {} : { executablePath }),
  // Chromium cannot sandbox itself when root runs it, as in most containers.
  args: [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
};

const inEngines = findEngines().map(({ browserName, ...settings }) => ({
  name: browserName,
  grep: /@engines/,
  // Each worker starts its own Firefox, which
  // takes ten seconds of processor time.
  workers: 1,
  use: { browserName, ...settings, screenshot: "off" as const },
}));

export default defineConfig({
  globalSetup: "tests/build-first.ts",
  testDir: "tests/e2e",
  snapshotPathTemplate: "{testDir}/{arg}{ext}",
  fullyParallel: true,
  // With two workers, the two cores of a small
  // machine would be idle half of the time.
  workers: 3,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [
    ["line"],
    ["json", { outputFile: "test-results/playwright.json" }],
  ],
  use: {
    browserName: "chromium",
    launchOptions,
    screenshot: "only-on-failure",
    // Debian's Firefox ignores this, and plays all motion.
    contextOptions: { reducedMotion: "reduce" },
  },

  // The other engines come first, so that Chromium's tests run beside them.
  projects: [...inEngines, { name: "chromium" }],
});
