import type { Page } from "@playwright/test";
import { INBOX } from "../../contract/http/routes.ts";
import { ALPHABETS } from "../support/alphabets.ts";
import { leadOf } from "./booking-form.ts";
import { enterInbox, sendLead } from "./operator.ts";
import { expect, test } from "./test.ts";

/** The fonts that draw an element's text: "ours", or a system's font with the number of its letters. */
async function fontsOf(page: Page, selector: string): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("DOM.enable");
  await devtools.send("CSS.enable");
  const { root } = await devtools.send("DOM.getDocument");
  const { nodeId } = await devtools.send("DOM.querySelector", {
    nodeId: root.nodeId,
    selector,
  });
  const { fonts } = await devtools.send("CSS.getPlatformFontsForNode", {
    nodeId,
  });
  return fonts.map(({ isCustomFont, familyName, glyphCount }) =>
    isCustomFont ? "ours" : `${familyName}: ${glyphCount} letters`,
  );
}

test(
  "a name in European letters has the display font",
  { tag: "@full" },
  async ({ page, site, visitor }) => {
    await enterInbox(page, site);
    for (const [alphabet, letters] of ALPHABETS) {
      const name = `José Ángel ${letters}`;
      await page.goto(
        INBOX.lead(await sendLead(site, leadOf({ ...visitor, name }))),
      );
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
      await page.evaluate(() => document.fonts.ready);
      expect(new Set(await fontsOf(page, "h1")), alphabet).toEqual(
        new Set(["ours"]),
      );
    }
    await expect(
      page.locator('link[rel="preload"][as="font"]'),
    ).not.toHaveCount(0);
    await page.goto("/");
    await page.evaluate(() => document.fonts.ready);
    expect(new Set(await fontsOf(page, "h1"))).toEqual(new Set(["ours"]));
  },
);
