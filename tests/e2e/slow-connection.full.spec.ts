/** Slow lines: React loads after the paint, or at the first touch. */
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

for (const connection of [{ saveData: true }, { effectiveType: "slow-2g" }]) {
  const tag = "saveData" in connection ? [] : "@full";
  const title = `at most 18 KB come until the first touch: ${JSON.stringify(connection)}`;
  test(title, { tag }, async ({ page }) => {
    await page.addInitScript((own) => {
      Object.defineProperty(Navigator.prototype, "connection", { get: () => own });
    }, connection);
    const session = await page.context().newCDPSession(page);
    await session.send("Network.enable");
    await session.send("Network.setCacheDisabled", { cacheDisabled: true });
    let bytes = 0;
    const others = new Set<string>();
    session.on("Network.responseReceived", ({ requestId, type, response }) => {
      if (type === "Document" || response.mimeType.startsWith("image/")) others.add(requestId);
    });
    session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      if (!others.has(requestId)) bytes += encodedDataLength;
    });
    for (const { path } of ROUTES) {
      bytes = 0;
      await page.goto(path);
      // Longer than the browser is ever idle before the page learns of it.
      await page.evaluate(() => new Promise((idle) => requestIdleCallback(() => setTimeout(idle, 500))));
      await page.waitForLoadState("networkidle");
      expect(bytes).toBeGreaterThan(0);
      expect(bytes).toBeLessThanOrEqual(MOST_BYTES);
      if (path === "/") await expect(page.locator("h1")).toContainText(content.hero.phrases[0] ?? "");
      await page.mouse.click(5, 300);
      await untilHydrated(page.locator("h1").first());
    }
  });
}
