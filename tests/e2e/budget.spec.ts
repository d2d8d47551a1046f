import { once } from "node:events";
import { get } from "node:http";
import { brotliCompressSync } from "node:zlib";
import { ROUTES, SCHEDULE_PATH } from "../../contract/http/routes.ts";
import { content } from "../content.ts";
import {
  connectBy,
  followToForm,
  openHome,
  openWithTimes,
  untilHydrated,
} from "./hydration.ts";
import { offeredTimes } from "./schedule-board.ts";
import { expect, MOVING, test } from "./test.ts";

test.use(MOVING);

/**
 * Compressed. A new name for a file suffices
 * to change the sum by up to 120 bytes.
 */
const MOST_SCRIPT_BYTES = 71_000;
/**
 * TCP's first flight is ten packets of 1,460 bytes; anything beyond that waits
 * for another round trip. Source: RFC 6928.
 */
const FIRST_FLIGHT = 14_600;
/** Bytes of a page for each byte of its words, both compressed. */
const MOST_FOR_WORDS = 5.5;
/**
 * What a page loads before a touch, without its
 * document. Together with it, at most 32 KB.
 */
const MOST_UNTOUCHED = 32 * 1024 - FIRST_FLIGHT;

const trade = `/${Object.keys(content.trades)[0]}`;

const CHOSEN_TIME = `${SCHEDULE_PATH}?at=`;

for (const named of [
  ...ROUTES.map((route) => route.path),
  SCHEDULE_PATH,
  CHOSEN_TIME,
  trade,
])
  test(`a visit to ${named} is small${named === "/" ? "" : " @full"}`, async ({
    page,
    site,
    request,
  }) => {
    const path =
      named === CHOSEN_TIME ? named + (await offeredTimes(request))[0] : named;
    const scripts: string[] = [];
    const fonts = new Set<string>();
    page.on("request", (sent) => {
      if (sent.resourceType() === "script")
        scripts.push(new URL(sent.url()).pathname);
      if (sent.resourceType() === "font") fonts.add(sent.url());
    });
    // The board does not wait for a touch on such a line.
    if (named === SCHEDULE_PATH) await connectBy(page, { effectiveType: "3g" });
    await (["/", trade].includes(path)
      ? openWithTimes(page, path)
      : page.goto(path));
    if (path !== trade) await untilHydrated(page.locator("main"));
    // A page asks for its script after the paint.
    await expect.poll(() => scripts).not.toEqual([]);
    await page.waitForLoadState("networkidle");
    const document = await bytesOf(site.origin + path);
    const sizes = await Promise.all(
      scripts.map((script) => bytesOf(site.origin + script)),
    );
    const text = await page.locator("body").evaluate((body) => {
      for (const script of body.querySelectorAll("script")) script.remove();
      return body.textContent;
    });
    const words = brotliCompressSync(text).length;
    const most =
      path === "/"
        ? FIRST_FLIGHT
        : Math.max(FIRST_FLIGHT, MOST_FOR_WORDS * words);
    expect(fonts.size).toBe(1);
    expect(document.withHeaders).toBeLessThanOrEqual(most);
    const script = sizes.reduce((sum, { body }) => sum + body, 0);
    expect(script).toBeLessThanOrEqual(MOST_SCRIPT_BYTES);
  });

test.describe(
  "on slow lines React comes after the paint, or at the first touch",
  { tag: "@full" },
  () => {
    // The agency's.
    test.use({ timezoneId: "America/New_York" });

    for (const [path, sign] of [
      ["/", "pointerover"],
      [SCHEDULE_PATH, "pointermove"],
      [SCHEDULE_PATH, "visibilitychange"],
    ] as const)
      test(`${path} loads React at the first ${sign}`, async ({ page }) => {
        const react: string[] = [];
        page.on("request", (request) => {
          if (/hydrate-|react/.test(request.url())) react.push(request.url());
        });
        if (path === "/") await openHome(page);
        else await page.goto(path);
        await page.waitForLoadState("networkidle");
        expect(react).toEqual([]);
        await page.dispatchEvent("main", sign);
        await expect.poll(() => react).toHaveLength(1);
      });

    for (const [path, connection] of [
      ["/", { saveData: true }],
      ["/book-call", { effectiveType: "slow-2g" }],
    ] as const)
      test(`${path} loads at most 18 KB beside its HTML before a touch`, async ({
        page,
      }) => {
        await connectBy(page, connection);
        const session = await page.context().newCDPSession(page);
        await session.send("Network.enable");
        await session.send("Network.setCacheDisabled", { cacheDisabled: true });
        let bytes = 0;
        const others = new Set<string>();
        session.on(
          "Network.responseReceived",
          ({ requestId, type, response }) => {
            if (type === "Document" || response.mimeType.startsWith("image/"))
              others.add(requestId);
          },
        );
        session.on(
          "Network.loadingFinished",
          ({ requestId, encodedDataLength }) => {
            if (!others.has(requestId)) bytes += encodedDataLength;
          },
        );
        await page.goto(path);
        // The page must not ask for React when it is idle, either.
        await page.evaluate(
          () =>
            new Promise((idle) =>
              requestIdleCallback(() => setTimeout(idle, 500)),
            ),
        );
        await page.waitForLoadState("networkidle");
        expect(bytes).toBeLessThanOrEqual(MOST_UNTOUCHED);
        if (path === "/")
          await expect(page.locator("h1")).toContainText(
            content.hero.phrases[0] ?? "",
          );
        if (path === "/") await page.mouse.click(5, 300);
        else await page.keyboard.press("Shift");
        await untilHydrated(page.locator("h1").first());
        if (path !== "/") return;
        const loaded = page.waitForEvent("load");
        await followToForm(page);
        await loaded;
      });
  },
);

/**
 * The bytes of an answer over HTTP/1.1, whose
 * headers are longer than those of HTTP/2.
 */
async function bytesOf(
  url: string,
): Promise<{ body: number; withHeaders: number }> {
  let [body, withHeaders] = [0, Number.NaN];
  const asked = get(
    url,
    { agent: false, headers: { "accept-encoding": "br" } },
    (answer) =>
      answer
        .on("data", (chunk: Buffer) => (body += chunk.length))
        .on("end", () => (withHeaders = answer.socket.bytesRead)),
  );
  await once(asked, "close");
  return { body, withHeaders };
}
