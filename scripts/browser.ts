/**
 * Finds a Chromium for the tests: one that is there (Playwright's, Chrome, Chromium), else Playwright's download,
 * else Debian's package where this user may install it.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";
import { installDebianPackage } from "./debian-package.ts";

const COMMANDS = ["google-chrome", "google-chrome-stable", "chromium", "chromium-browser", "chrome"];
const PLACES = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/**
 * The path of a browser's executable.
 * @throws {Error} when there is none and none could be installed
 */
export function findBrowser(): string {
  const found = existing() ?? downloaded() ?? installed();
  if (!found)
    throw new Error(
      "The browser tests need Chromium or Chrome, and none could be installed. Install one and try again.",
    );
  return found;
}

function existing(): string | undefined {
  const playwright = chromium.executablePath();
  if (existsSync(playwright)) return playwright;
  for (const command of COMMANDS) {
    const { status, stdout } = spawnSync("which", [command], { encoding: "utf8" });
    if (status === 0) return stdout.trim();
  }
  return PLACES.find((place) => existsSync(place));
}

function downloaded(): string | undefined {
  console.log("No browser found; downloading Chromium …");
  spawnSync("playwright", ["install", "chromium"], {
    stdio: ["ignore", "ignore", "ignore"],
    timeout: 300_000,
  });
  return existing();
}

function installed(): string | undefined {
  installDebianPackage("chromium", "The download did not work");
  return existing();
}
