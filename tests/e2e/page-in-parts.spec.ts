/** A page whose HTML arrives in parts, as on a slow line: painted parts stay in place, and the script waits for the rest. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { listen } from "../machine/free-port.ts";
import { ROUTES } from "../../contract/routes.ts";
import { untilHydrated } from "./hydration.ts";
import { watchShifts } from "./layout-shifts.ts";
import { expect, test as base } from "./test.ts";

const PARTS = 24;
/** Long enough for the browser to paint each part. Milliseconds. */
const PAUSE_MS = 60;

/** Layout shift score: text at the right of its line makes room for its rest. */
const REST_OF_A_LINE = 0.002;

/** The site, except that each page is sent in parts. */
const test = base.extend({
  baseURL: async ({ site }, use) => {
    const slow = createServer((asked, answer) => void sendSlowly(site.origin, asked, answer));
    await use(`http://127.0.0.1:${await listen(slow)}`);
    slow.closeAllConnections();
    slow.close();
  },
});

async function sendSlowly(
  site: string,
  { url = "/", method }: IncomingMessage,
  answer: ServerResponse,
): Promise<void> {
  if (method !== "GET") return void answer.writeHead(204).end();
  const got = await fetch(site + url, { headers: { "accept-encoding": "identity" } });
  const { "content-length": _, etag: __, ...headers } = Object.fromEntries(got.headers);
  const body = Buffer.from(await got.arrayBuffer());
  answer.writeHead(got.status, headers);
  for (const part of headers["content-type"]?.startsWith("text/html") ? inParts(body) : [body]) {
    answer.write(part);
    await sleep(PAUSE_MS);
  }
  answer.end();
}

/** Cuts inside the visible content, behind the header, which comes with the first packets. */
function inParts(page: Buffer): Buffer[] {
  const [begin, end] = [page.indexOf("</header>"), page.lastIndexOf("</body>")];
  const size = Math.ceil((end - begin) / PARTS);
  const cuts = Array.from({ length: PARTS }, (_, part) => begin + part * size);
  return [0, ...cuts].map((from, part) => page.subarray(from, cuts[part]));
}

for (const { path } of ROUTES) {
  for (const width of [360, 1280]) {
    const title = `${path} at ${width} px stays in place while the rest arrives`;
    test(title, { tag: width === 360 ? [] : "@full" }, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      const moved = await watchShifts(page);
      await page.goto(path);
      const { score, largest } = await moved();
      expect(score, largest).toBeLessThan(REST_OF_A_LINE);
      await untilHydrated(page.locator("h1"));
    });
  }
}
