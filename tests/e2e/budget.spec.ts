/** Bytes of a first visit: documents with their headers, scripts without (HTTP/2 compresses those). */
import { ROUTES, SCHEDULE_PATH } from "../../contract/routes.ts";
import { untilHydrated } from "./hydration.ts";
import { expect, test } from "./test.ts";

const MOST_SCRIPT = 68_000;
/**
 * TCP's first flight is ten packets of 1,460 bytes; what is more waits for another round trip (RFC 6928). HTTP/2 leaves less
 * than half of the headers, which have 1,250 bytes here.
 */
const MOST_DOCUMENT = 15_400;

for (const path of [...ROUTES.map((route) => route.path), SCHEDULE_PATH])
  test(`${path} keeps to its bytes`, async ({ page }) => {
    const session = await page.context().newCDPSession(page);
    const types = new Map<string, string>();
    const headers = new Map<string, number>();
    const bytes: Record<string, number> = {};
    session.on("Network.responseReceived", ({ requestId, type, response }) => {
      types.set(requestId, type);
      headers.set(requestId, type === "Script" ? response.encodedDataLength : 0);
    });
    session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      const type = types.get(requestId) ?? "";
      bytes[type] = (bytes[type] ?? 0) + encodedDataLength - (headers.get(requestId) ?? 0);
    });
    await session.send("Network.enable");
    await page.goto(path);
    await untilHydrated(page.locator("h1").first());
    await page.waitForLoadState("networkidle");
    expect(bytes["Script"]).toBeGreaterThan(0);
    expect(bytes["Script"], JSON.stringify(bytes)).toBeLessThanOrEqual(MOST_SCRIPT);
    expect(bytes["Document"], JSON.stringify(bytes)).toBeLessThanOrEqual(MOST_DOCUMENT);
  });
