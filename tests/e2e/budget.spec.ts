/** The bytes of a first visit: each document with its headers, the scripts of each page, and one file of letters. */
import { once } from "node:events";
import { get } from "node:http";
import { brotliCompressSync } from "node:zlib";
import { ROUTES, SCHEDULE_PATH } from "../../contract/routes.ts";
import { content } from "../content.ts";
import { openWithTimes, untilHydrated } from "./hydration.ts";
import { offeredTimes } from "./schedule-board.ts";
import { expect, test } from "./test.ts";

/** Another name of a file in the same script changes its compressed size by up to 120 bytes. */
const MOST_SCRIPT = 71_000;
/** A page of many words may need another flight, but its markup does not outgrow them. Bytes a byte of words, both compressed. */
const MOST_A_WORD = 5.5;
/** TCP's first flight is ten packets of 1,460 bytes; what is more waits for another round trip. Source: RFC 6928. */
const FIRST_FLIGHT = 14_600;

const trade = `/${Object.keys(content.trades)[0]}`;

const CHOSEN = `${SCHEDULE_PATH}?at=`;

for (const named of [...ROUTES.map((route) => route.path), SCHEDULE_PATH, CHOSEN, trade])
  test(`${named} keeps to its bytes`, async ({ page, site, request }) => {
    const path = named === CHOSEN ? named + (await offeredTimes(request))[0] : named;
    const scripts: string[] = [];
    const fonts = new Set<string>();
    page.on("request", (sent) => {
      if (sent.resourceType() === "script") scripts.push(new URL(sent.url()).pathname);
      if (sent.resourceType() === "font") fonts.add(sent.url());
    });
    await (["/", trade].includes(path) ? openWithTimes(page, path) : page.goto(path));
    if (path !== trade) await untilHydrated(page.locator("main"));
    // A page asks for its script once it is painted.
    await expect.poll(() => scripts).not.toEqual([]);
    await page.waitForLoadState("networkidle");
    const document = await bytesOf(site.origin + path);
    const sizes = await Promise.all(scripts.map((script) => bytesOf(site.origin + script)));
    const text = await page.locator("body").evaluate((body) => {
      for (const script of body.querySelectorAll("script")) script.remove();
      return body.textContent;
    });
    const words = brotliCompressSync(text).length;
    const most = path === "/" ? FIRST_FLIGHT : Math.max(FIRST_FLIGHT, MOST_A_WORD * words);
    expect(fonts.size).toBe(1);
    expect(document.withHeaders).toBeLessThanOrEqual(most);
    const script = sizes.reduce((sum, { body }) => sum + body, 0);
    expect(script, JSON.stringify({ scripts, sizes })).toBeLessThanOrEqual(MOST_SCRIPT);
  });

/** The bytes of an answer over HTTP/1.1, whose headers are longer than those of HTTP/2. */
async function bytesOf(url: string): Promise<{ body: number; withHeaders: number }> {
  let [body, withHeaders] = [0, Number.NaN];
  const asked = get(url, { agent: false, headers: { "accept-encoding": "br" } }, (answer) =>
    answer
      .on("data", (chunk: Buffer) => (body += chunk.length))
      .on("end", () => (withHeaders = answer.socket.bytesRead)),
  );
  await once(asked, "close");
  return { body, withHeaders };
}
