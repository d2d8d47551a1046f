/**
 * Playwright's global setup: it builds the site
 * when the build is older than its sources.
 */
export { buildWhenStale as default } from "../scripts/build/build-folder.ts";
