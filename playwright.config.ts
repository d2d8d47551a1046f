/**
 * Browser tests on the built site. Each worker has its own server and store. All tests run in
 * Chromium, the main flows (`@engines`) in other engines, too, and tests of fonts with each font.
 */
import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import { findChromium, findEngines, findFonts } from "./tests/machine/browsers.ts";
import { root } from "./scripts/root.ts";
import { dropSettings, isCi, withEnv } from "./server/settings/env.ts";

dropSettings();

const executablePath = findChromium();
const launchOptions = {
  ...(executablePath === undefined ? {} : { executablePath }),
  // Chromium cannot sandbox itself when root runs it, as in most containers.
  args: ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
};

/** The main flows in other engines on this machine: Playwright's own, or Debian's Firefox. */
const inEngines = findEngines().map(({ browserName, ...stock }) => ({
  name: browserName,
  grep: /@engines/,
  use: { browserName, ...stock, screenshot: "off" as const },
}));

const inFonts = findFonts().map((font) => ({
  name: `${font} alone`,
  testMatch: "layout-shift.spec.ts",
  grep: /every width/,
  use: {
    launchOptions: {
      ...launchOptions,
      env: withEnv({ FONTCONFIG_FILE: join(root, "tests", "e2e", "fonts", `${font}.conf`) }),
    },
  },
}));

export default defineConfig({
  globalSetup: "tests/build-first.ts",
  testDir: "tests/e2e",
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // Shows a failure when it happens.
  reporter: [["line"], ["json", { outputFile: "test-results/playwright.json" }]],
  use: { browserName: "chromium", launchOptions, screenshot: "only-on-failure" },
  // A busy CI machine repeats a failed test once, and the run's end names it as a fault to mend.
  retries: isCi() ? 1 : 0,
  // Each font alone shows the late display font at every width; the default one if none is known.
  projects: [
    { name: "chromium", grepInvert: inFonts.length > 0 ? /display font.*every width/ : [] },
    ...inFonts,
    ...inEngines,
  ],
});
