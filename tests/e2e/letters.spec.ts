/** Names in any European alphabet use the display font, and no page loads letters that it does not have. */
import type { Page } from "@playwright/test";
import { ALPHABETS } from "../support/alphabets.ts";
import { leadOf } from "./booking-form.ts";
import { openLead } from "./operator.ts";
import { expect, test } from "./test.ts";

/** The fonts that draw the first element's text; fonts that the page did not bring are the system's. */
async function fontsOf(page: Page, selector: string): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("DOM.enable");
  await devtools.send("CSS.enable");
  const { root } = await devtools.send("DOM.getDocument");
  const { nodeId } = await devtools.send("DOM.querySelector", { nodeId: root.nodeId, selector });
  const { fonts } = await devtools.send("CSS.getPlatformFontsForNode", { nodeId });
  return fonts.map(({ isCustomFont, familyName, glyphCount }) =>
    isCustomFont ? "ours" : `${familyName}: ${glyphCount} letters`,
  );
}

const preloaded = (page: Page) => page.locator('link[rel="preload"][as="font"]');

test("a name looks right in any European letters", { tag: "@full" }, async ({ page, site, visitor }) => {
  for (const [alphabet, letters] of ALPHABETS) {
    const name = `José Ángel ${letters}`;
    await openLead(page, site, leadOf({ ...visitor, name }));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
    await page.evaluate(() => document.fonts.ready);
    expect(new Set(await fontsOf(page, "h1")), alphabet).toEqual(new Set(["ours"]));
  }
});

test("a page loads the one file that has its letters", async ({ page, site, visitor }) => {
  for (const path of ["/", "/book-call"]) {
    const files = new Set<string>();
    page.on("request", (request) => request.resourceType() === "font" && files.add(request.url()));
    await page.goto(path);
    await page.evaluate(() => document.fonts.ready);
    await expect(preloaded(page)).toHaveCount(1);
    expect(files.size).toBe(1);
    expect(new Set(await fontsOf(page, "h2, h1"))).toEqual(new Set(["ours"]));
  }
  await openLead(page, site, leadOf(visitor));
  await expect(preloaded(page)).toHaveCount(1);
});
