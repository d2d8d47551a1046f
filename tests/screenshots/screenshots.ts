/** `npm run screenshots`: every state of both pages, and the inbox, at 360 and 1280 px into `docs/screenshots/`. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { chromium, type BrowserContextOptions, type Page } from "@playwright/test";
import { startOurs } from "../bench/servers.ts";
import { findOrInstallChromium } from "../machine/browsers.ts";
import { root } from "../../scripts/root.ts";
import { startAgencySite } from "./agency-site.ts";
import { inboxStates } from "./inbox-states.ts";
import { states, type State } from "./states.ts";
import { buildWhenStale } from "../../scripts/stale-build.ts";

const SIZES = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
];
const folder = join(root, "docs", "screenshots");

buildWhenStale();
mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({ executablePath: findOrInstallChromium(), args: ["--no-sandbox"] });
try {
  for (const viewport of SIZES) {
    // A site of its own: a visitor has one upcoming call.
    const site = await startOurs();
    try {
      await take(states, { baseURL: site.origin, viewport, timezoneId: "America/New_York" });
    } finally {
      await site.stop();
    }
  }
  const agency = await startAgencySite(browser);
  const options = { baseURL: agency.origin, storageState: agency.cookies, reducedMotion: "reduce" } as const;
  try {
    for (const viewport of SIZES) await take(inboxStates, { ...options, viewport });
  } finally {
    await agency.stop();
  }
} finally {
  await browser.close();
}
console.log("Wrote the pictures of every state to docs/screenshots/.");

async function take(
  pictures: Record<string, State>,
  options: BrowserContextOptions & { viewport: (typeof SIZES)[number] },
): Promise<void> {
  const { width } = options.viewport;
  for (const [name, state] of Object.entries(pictures)) {
    if (state.only && state.only !== width) continue;
    const page = await browser.newPage(options);
    // A page waits for no font, so that it has to be in the browser's cache.
    await page.goto("/");
    await state.reach(page);
    await comeToRest(page);
    const path = join(folder, `${name}-${width}.jpg`);
    await page.screenshot({ path, type: "jpeg", quality: 80, fullPage: state.whole ?? false });
    await page.close();
  }
}

/** Lets fonts arrive and what moves once come to its end. */
async function comeToRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const finite = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity && effect !== null);
    for (const animation of finite) if (!("axis" in (animation.timeline ?? {}))) animation.finish();
  });
}
