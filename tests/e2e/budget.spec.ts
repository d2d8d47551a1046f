/** What a first visit costs as it crosses the wire, headers included. */
import { once } from "node:events";
import { get } from "node:http";
import { connect, createServer, type ServerHttp2Stream } from "node:http2";
import { ROUTES, SCHEDULE_PATH } from "../../contract/routes.ts";
import { content } from "../content.ts";
import { untilHydrated } from "./hydration.ts";
import { expect, test } from "./test.ts";

const MOST_SCRIPT = 68_000;
const MOST_DOCUMENT = 15_100;
/** TCP's first flight is ten packets of 1,460 bytes; what is more waits for another round trip. Source: RFC 6928. */
const FIRST_FLIGHT = 14_600;

const trade = `/${Object.keys(content.trades)[0]}`;

for (const path of [...ROUTES.map((route) => route.path), SCHEDULE_PATH, trade])
  test(`${path} keeps to its bytes`, async ({ page }) => {
    const session = await page.context().newCDPSession(page);
    const types = new Map<string, string>();
    const bytes: Record<string, number> = {};
    session.on("Network.responseReceived", ({ requestId, type }) => void types.set(requestId, type));
    session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      const type = types.get(requestId) ?? "";
      bytes[type] = (bytes[type] ?? 0) + encodedDataLength;
    });
    await session.send("Network.enable");
    await page.goto(path);
    if (path !== trade) await untilHydrated(page.locator("h1").first());
    await page.waitForLoadState("networkidle");
    expect(bytes["Script"]).toBeGreaterThan(0);
    expect(bytes["Script"], JSON.stringify(bytes)).toBeLessThanOrEqual(MOST_SCRIPT);
    expect(bytes["Document"], JSON.stringify(bytes)).toBeLessThanOrEqual(MOST_DOCUMENT);
  });

test("the landing page and its headers come within TCP's first flight over HTTP/2", async ({ site }) => {
  expect(await bytesOverHttp2(site.origin)).toBeLessThanOrEqual(FIRST_FLIGHT);
});

/** What a first answer takes on a connection of HTTP/2, with all that its frames add: as a proxy would send what the site answers. */
async function bytesOverHttp2(url: string): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  server.on("stream", async (stream: ServerHttp2Stream) => {
    // Unlike `fetch` it hands out the bytes as they came.
    const [answer] = await once(get(url, { headers: { "accept-encoding": "br" } }), "response");
    const { connection: _connection, "keep-alive": _alive, ...headers } = answer.headers;
    stream.respond({ ...headers, ":status": 200 });
    answer.pipe(stream);
  });
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("There is no port.");
  const session = connect(`http://127.0.0.1:${address.port}`);
  await once(session, "remoteSettings");
  const before = session.socket.bytesRead;
  const stream = session.request({ ":path": "/" }).resume();
  await once(stream, "end");
  const { bytesRead } = session.socket;
  session.close();
  server.close();
  return bytesRead - before;
}
