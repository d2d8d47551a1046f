/** `npm run screenshots`: the pictures of the README, into `docs/screenshots/`. */
import { spawnSync } from "node:child_process";
import { root } from "../../scripts/root.ts";
import { buildWhenStale } from "../../scripts/build/build-folder.ts";
import { findOrInstallChromium } from "../../tests/machine/browsers.ts";

buildWhenStale();
findOrInstallChromium();
const words = ["test", "--config", "tools/screenshots/playwright.config.ts"];
process.exitCode = spawnSync("playwright", words, { cwd: root, stdio: "inherit" }).status ?? 1;
