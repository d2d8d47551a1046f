/** `npm test` leaves out `*.full.test.ts`. */
import { defineConfig } from "vitest/config";
import { dropSettings } from "./server/settings/env.ts";

dropSettings();

export default defineConfig({
  test: {
    include: [
      "{contract,server,site,scripts,cli}/**/*.test.{ts,tsx}",
      "tests/{spam,structure,wire,store,outbox,clients,supabase,deploy,documentation,pseudo,torture}/**/*.test.ts",
    ],
    environment: "node",
    globalSetup: ["tests/provide-postgres.ts", "tests/provide-seed.ts"],
    setupFiles: ["tests/no-stray-console.ts", "tests/seeded-properties.ts"],
    // More than the two cores of a small machine: most tests wait for processes that they start.
    maxWorkers: 3,
    // Files share a worker and the modules that it loaded, so a file puts back what it replaces.
    isolate: false,
    restoreMocks: true,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
