/** The tests that Stryker repeats for each planted fault. None of these tests starts a server. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: [
      "contract/**/*.test.ts",
      "server/{http,leads,calls}/**/*.test.ts",
      "tests/spam/*.test.ts",
    ],
    // Stryker runs tests in threads, where TZ cannot be set.
    exclude: ["server/calls/open-times.test.ts"],
    globalSetup: "tests/provide-seed.ts",
    setupFiles: "tests/seeded-properties.ts",
  },
});
