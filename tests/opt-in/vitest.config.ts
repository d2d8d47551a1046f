/** For `npm run test:docker`, which needs minutes to build an image. */

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
