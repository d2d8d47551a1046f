/**
 * `npm run screenshots`: every state of both pages at 360 and 1280 px into `docs/screenshots/`, from the built site
 * in real Chromium, so that the pictures in the documentation stay true.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { chromium, type Page } from "@playwright/test";
import { startOurs } from "../bench/servers.ts";
import { findOrInstallChromium } from "../machine/browsers.ts";
import { root } from "../../scripts/root.ts";
import { states } from "./states.ts";
import { buildWhenStale } from "../../scripts/stale-build.ts";

const SIZES = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
];
const folder = join(root, "docs", "screenshots");

buildWhenStale();
mkdirSync(folder, { recursive: true });
const server = await startOurs();
const browser = await chromium.launch({ executablePath: findOrInstallChromium(), args: ["--no-sandbox"] });
for (const viewport of SIZES) {
  for (const [name, state] of Object.entries(states)) {
    if (state.only && state.only !== viewport.width) continue;
    const context = await browser.newContext({ viewport, baseURL: server.origin, deviceScaleFactor: 1 });
    const page = await context.newPage();
    await state.reach(page);
    await comeToRest(page);
    const path = join(folder, `${name}-${viewport.width}.jpg`);
    await page.screenshot({ path, type: "jpeg", quality: 80, fullPage: state.whole ?? false });
    await context.close();
  }
}
await browser.close();
await server.stop();
console.log(`Wrote the pictures of ${Object.keys(states).length} states to docs/screenshots/.`);

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
