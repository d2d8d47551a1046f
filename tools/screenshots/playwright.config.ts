/** The browser of the tests. */
import { defineConfig } from "@playwright/test";
import tested from "../../playwright.config.ts";

export default defineConfig({
  timeout: 60_000,
  reporter: "list",
  use: { ...tested.use, timezoneId: "America/New_York" },
});
