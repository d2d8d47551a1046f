/** Playwright's global setup: browser tests never run on an older build. */
export { buildWhenStale as default } from "../scripts/build/build-folder.ts";
