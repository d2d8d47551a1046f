/** The tests that Stryker repeats for each planted fault, none of which starts a server. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["contract/**/*.test.ts", "server/{http,leads,calls}/**/*.test.ts", "tests/spam/*.test.ts"],
    // Stryker's runner has threads, where TZ cannot be set.
    exclude: ["server/calls/open-times.test.ts"],
    globalSetup: "tests/provide-seed.ts",
    setupFiles: "tests/seeded-properties.ts",
  },
});
