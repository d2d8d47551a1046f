/** `npm test` leaves out `*.full.test.ts`. */

import { defineConfig } from "vitest/config";
import { dropSettings } from "./server/settings/env.ts";

dropSettings();

export default defineConfig({
  test: {
    include: [
      "{contract,server,site,scripts,cli}/**/*.test.{ts,tsx}",
      "tests/{spam,structure,wire,store,clients,supabase,deploy,documentation,torture}/**/*.test.ts",
    ],
    environment: "node",
    globalSetup: ["tests/provide-postgres.ts"],
    setupFiles: ["tests/no-stray-console.ts"],
    // Two cores are enough for three workers,
    // since most tests wait for processes.
    maxWorkers: 3,
    // Test files share a worker and its modules,
    // so a file puts back what it replaces.
    isolate: false,
    restoreMocks: true,
    testTimeout: 120_000,
    hookTimeout: 60_000,
    // A busy machine is no failure. `vi.waitFor` would wait for a second only.
    expect: { poll: { timeout: 20_000 } },
  },
});
