/** Tests with programs that `npm test` does not bring, and `npm run torture`, whose short form `npm run test:full` runs. */
import { defineConfig } from "vitest/config";
import { dropSettings } from "../../server/configuration/env.ts";
import { Reliability } from "../torture/reliability.ts";

dropSettings();

export default defineConfig({
  test: {
    include: ["tests/{opt-in,torture}/*.test.ts"],
    globalSetup: ["tests/provide-postgres.ts", "tests/provide-seed.ts"],
    setupFiles: ["tests/no-stray-console.ts"],
    provide: { torture: "long" },
    reporters: ["default", new Reliability()],
    // No other test may run during a measurement.
    fileParallelism: false,
    // Images and packages are downloaded and built.
    testTimeout: 600_000,
    hookTimeout: 900_000,
  },
});
