/** `npm run screenshots`: every state of the pages and the inbox, at 360 and 1280 px, into `docs/screenshots/`. */
import { spawnSync } from "node:child_process";
import { root } from "../../scripts/root.ts";
import { buildWhenStale } from "../../scripts/build/build-folder.ts";
import { findOrInstallChromium } from "../../tests/machine/browsers.ts";

buildWhenStale();
findOrInstallChromium();
const words = ["test", "--config", "tools/screenshots/playwright.config.ts"];
process.exitCode = spawnSync("playwright", words, { cwd: root, stdio: "inherit" }).status ?? 1;
