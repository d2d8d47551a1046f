/** Tests with programs that `npm test` does not bring: `npm run test:docker`, `test:systemd`, `test:supabase`, `test:lighthouse`, `bench:scale`. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["tests/opt-in/*.test.ts"],
    globalSetup: ["tests/provide-postgres.ts"],
    setupFiles: ["tests/no-stray-console.ts"],
    // Images and packages are downloaded and built.
    testTimeout: 600_000,
    hookTimeout: 900_000,
  },
});
