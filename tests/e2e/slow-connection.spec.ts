/** React loads after the first paint, and on a slow or data-saving connection at the first touch. */
import { ROUTES, SCHEDULE_PATH } from "../../contract/routes.ts";
import { content } from "../content.ts";
import { untilHydrated } from "./hydration.ts";
import { expect, test } from "./test.ts";

/** 32 KB with the words, which `budget.spec.ts` measures: a page of more words costs no more beside them. */
const MOST_BYTES = 32 * 1024 - 14_600;

for (const { path } of ROUTES)
  test(`${path} is painted before React is requested`, async ({ page }) => {
    await page.goto(path);
    await untilHydrated(page.locator("h1").first());
    const [painted, asked] = await page.evaluate(() => [
      performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
      performance.getEntriesByType("resource").find(({ name }) => name.includes("/assets/hydrate-"))
        ?.startTime,
    ]);
    expect(painted).toBeLessThan(asked ?? 0);
  });

test("the open times need no touch on 3g", async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, "connection", { get: () => ({ effectiveType: "3g" }) });
  });
  await page.goto(SCHEDULE_PATH);
  await untilHydrated(page.locator("h1"));
});

for (const connection of [
  { saveData: true, effectiveType: "4g" },
  { saveData: false, effectiveType: "slow-2g" },
])
  for (const { path } of ROUTES) {
    const title = `${path} fetches at most 18 KB besides its words and pictures until the first touch: ${JSON.stringify(connection)}`;
    test(title, { tag: connection.saveData ? [] : "@full" }, async ({ page }) => {
      await page.addInitScript((given) => {
        Object.defineProperty(Navigator.prototype, "connection", { get: () => given });
      }, connection);
      const session = await page.context().newCDPSession(page);
      await session.send("Network.enable");
      let bytes = 0;
      const others = new Set<string>();
      session.on("Network.responseReceived", ({ requestId, type, response }) => {
        if (type === "Document" || response.mimeType.startsWith("image/")) others.add(requestId);
      });
      session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
        if (!others.has(requestId)) bytes += encodedDataLength;
      });
      await page.goto(path);
      // Longer than the browser is ever idle before the page learns of it.
      await page.evaluate(() => new Promise((idle) => requestIdleCallback(() => setTimeout(idle, 500))));
      await page.waitForLoadState("networkidle");
      expect(bytes).toBeGreaterThan(0);
      expect(bytes).toBeLessThanOrEqual(MOST_BYTES);
      if (path === "/") {
        const [phrase = ""] = content.hero.phrases;
        await expect(page.getByRole("heading", { level: 1 })).toContainText(phrase);
      }
      await page.mouse.click(5, 300);
      await untilHydrated(page.locator("h1").first());
    });
  }
