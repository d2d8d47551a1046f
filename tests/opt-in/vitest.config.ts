/** `npm run test:docker`, whose test builds an image. */
import { defineConfig } from "vitest/config";
import { dropSettings } from "../../server/settings/env.ts";

dropSettings();

export default defineConfig({
  test: {
    include: ["tests/opt-in/*.test.ts"],
    setupFiles: ["tests/no-stray-console.ts"],
    testTimeout: 600_000,
    hookTimeout: 900_000,
  },
});
