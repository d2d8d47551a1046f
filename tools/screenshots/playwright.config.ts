/** The browser of the tests, on a small phone and on a laptop. */
import { defineConfig } from "@playwright/test";
import tested from "../../playwright.config.ts";

export default defineConfig({
  timeout: 60_000,
  reporter: "list",
  use: { ...tested.use, timezoneId: "America/New_York" },
  projects: [
    { name: "360", use: { viewport: { width: 360, height: 740 } } },
    { name: "1280", use: { viewport: { width: 1280, height: 800 } } },
  ],
});
