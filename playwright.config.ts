/**
 * Browser tests on the built site. Each worker has its own server and store: all tests run in Chromium, the main flows
 * in each other installed engine, and font-dependent tests with each installed font as the only one. `npm test` leaves out
 * tests with `@full` in their title, tags or project, and `*.full.spec.ts`.
 */
import { join } from "node:path";
import { defineConfig, type Project } from "@playwright/test";
import { findChromium, findFirefox, findFonts, findWebKit } from "./tests/machine/browsers.ts";
import { root } from "./scripts/root.ts";
import { dropSettings, isCi, withEnv } from "./server/configuration/env.ts";
import type { EngineName, EngineOptions } from "./tests/engines/test.ts";

dropSettings();

const executablePath = findChromium();
const launchOptions = {
  ...(executablePath === undefined ? {} : { executablePath }),
  // Chromium cannot sandbox itself when root runs it, as in most containers.
  args: ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
};

const engines: EngineName[] = [];
if (findFirefox()) engines.push("Firefox");
if (findWebKit()) engines.push("WebKit");

const inEngines = engines.map((engineName): Project<object, EngineOptions> => ({
  name: engineName,
  testDir: "tests/engines",
  testIgnore: engineName === "WebKit" ? [] : "older-safari.full.spec.ts",
  // The retry is for a driver that fell silent, and fails at once after anything else (tests/engines/test.ts).
  retries: engineName === "WebKit" ? 1 : 0,
  use: { engineName },
}));
const inFonts = findFonts().map((font) => ({
  name: `${font} alone @full`,
  testMatch: "layout-shift.spec.ts",
  grep: /its font|every width/,
  use: {
    launchOptions: {
      ...launchOptions,
      env: withEnv({ FONTCONFIG_FILE: join(root, "tests", "e2e", "fonts", `${font}.conf`) }),
    },
  },
}));

export default defineConfig<object, EngineOptions>({
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
  // A busy machine that checks changes repeats a failed test once, and the run's end names it as a fault to mend.
  retries: isCi() ? 1 : 0,
  // Each font alone shows the late display font at every width; the default font only where none is known.
  projects: [
    { name: "all", grepInvert: inFonts.length > 0 ? /display font.*every width/ : [] },
    ...inFonts,
    ...inEngines,
  ],
});
