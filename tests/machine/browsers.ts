/**
 * Finds browsers and fonts for tests, and
 * installs Chromium where it is missing.
 */

import { spawnSync } from "node:child_process";
import { existsSync, globSync } from "node:fs";
import { join } from "node:path";
import { chromium, firefox, webkit } from "@playwright/test";
import { isCi } from "../../server/settings/env.ts";
import { installDebianPackages } from "./debian-package.ts";
import { findProgram } from "./programs.ts";

/**
 * Chromium without windows. It needs a third of
 * the processor time, since it draws no toolbar.
 */
const SHELLS = ["chromium-headless-shell", "chrome-headless-shell"];
const CHROMIUM = [
  "google-chrome",
  "google-chrome-stable",
  "chromium",
  "chromium-browser",
  "chrome",
];
const PLACES = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

export function findChromium(): string | undefined {
  return (
    findShell() ??
    findProgram(...CHROMIUM) ??
    PLACES.find((place) => existsSync(place))
  );
}

/** Playwright's downloaded shell, or an installed shell. */
function findShell(): string | undefined {
  const [cache = "", revision = ""] = chromium
    .executablePath()
    .split(/chromium-(\d+)/);
  const [ours] = globSync(
    join(
      `${cache}chromium_headless_shell-${revision}`,
      "*",
      "chrome-headless-shell*",
    ),
  );
  return ours ?? findProgram(...SHELLS);
}

/**
 * The installed Chromium, else Debian's, else
 * Playwright's. In CI, a Chromium with windows comes last.
 * @throws {Error} when none can be installed
 */
export function findOrInstallChromium(): string {
  const found =
    (isCi() ? findShell() : findChromium()) ??
    installed() ??
    downloaded() ??
    findChromium();
  if (found !== undefined) return found;
  throw new Error(
    "The browser tests need Chromium or Chrome, and none could be installed. Install one and try again.",
  );
}

function installed(): string | undefined {
  installDebianPackages(
    ["chromium-headless-shell"],
    "The browser tests need Chromium",
  );
  return findShell();
}

function downloaded(): string | undefined {
  console.log("Downloading Chromium …");
  spawnSync("playwright", ["install", "--only-shell", "chromium"], {
    stdio: ["ignore", "ignore", "ignore"],
    timeout: 300_000,
  });
  return findShell();
}

interface Engine {
  browserName: "firefox" | "webkit";
  /** A stock Firefox, which Playwright drives by WebDriver BiDi. */
  channel?: "moz-firefox";
  launchOptions?: { executablePath: string };
}

/**
 * Firefox and WebKit, where Playwright has
 * downloaded them; else an installed Firefox.
 */
export function findEngines(): Engine[] {
  const engines: Engine[] = [];
  const stock = findProgram("firefox-esr", "firefox");
  if (existsSync(firefox.executablePath()))
    engines.push({ browserName: "firefox" });
  else if (stock !== undefined)
    engines.push({
      browserName: "firefox",
      channel: "moz-firefox",
      launchOptions: { executablePath: stock },
    });
  if (existsSync(webkit.executablePath()))
    engines.push({ browserName: "webkit" });
  return engines;
}
