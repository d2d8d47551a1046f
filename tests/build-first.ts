/** Playwright's global setup, which builds when the build is older than its sources. */
export { buildWhenStale as default } from "../scripts/build/build-folder.ts";
