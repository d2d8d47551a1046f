/** The bytes of a first visit over HTTP/2, headers included: each document, and the scripts of each page. */
import { once } from "node:events";
import { get } from "node:http";
import { connect, createServer, type ServerHttp2Stream } from "node:http2";
import { ROUTES, SCHEDULE_PATH, TIMES_PATH } from "../../contract/routes.ts";
import { content } from "../content.ts";
import { untilHydrated } from "./hydration.ts";
import { expect, test } from "./test.ts";

const MOST_SCRIPT = 68_000;
/** TCP's first flight is ten packets of 1,460 bytes; what is more waits for another round trip. Source: RFC 6928. */
const FIRST_FLIGHT = 14_600;

const trade = `/${Object.keys(content.trades)[0]}`;

const CHOSEN = `${SCHEDULE_PATH}?at=`;

for (const named of [...ROUTES.map((route) => route.path), SCHEDULE_PATH, CHOSEN, trade])
  test(`${named} keeps to its bytes`, async ({ page, site, request }) => {
    const path = named === CHOSEN ? named + (await (await request.get(TIMES_PATH)).json()).times[0] : named;
    const scripts: string[] = [];
    page.on("request", (request) => {
      if (request.resourceType() === "script") scripts.push(new URL(request.url()).pathname);
    });
    await page.goto(path);
    if (path !== trade) await untilHydrated(page.locator("main"));
    await page.waitForLoadState("networkidle");
    expect(scripts).not.toEqual([]);
    const [document = 0, ...rest] = await bytesOverHttp2(site.origin, [path, ...scripts]);
    expect(document).toBeLessThanOrEqual(FIRST_FLIGHT);
    const script = rest.reduce((sum, bytes) => sum + bytes, 0);
    expect(script, JSON.stringify({ scripts, rest })).toBeLessThanOrEqual(MOST_SCRIPT);
  });

/** The bytes of each answer on one connection of HTTP/2, with all that its frames add, as a proxy would send what the site answers. */
async function bytesOverHttp2(origin: string, paths: readonly string[]): Promise<number[]> {
  const server = createServer().listen(0, "127.0.0.1");
  server.on("stream", (stream: ServerHttp2Stream, { ":path": path }) => {
    // Unlike `fetch` it hands out the bytes as they came.
    get(`${origin}${path}`, { headers: { "accept-encoding": "br" } }, (answer) => {
      const { connection: _connection, "keep-alive": _alive, ...headers } = answer.headers;
      stream.respond({ ...headers, ":status": 200 });
      answer.pipe(stream);
    });
  });
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("There is no port.");
  const session = connect(`http://127.0.0.1:${address.port}`);
  await once(session, "remoteSettings");
  const bytes: number[] = [];
  for (const path of paths) {
    const before = session.socket.bytesRead;
    await once(session.request({ ":path": path }).resume(), "end");
    bytes.push(session.socket.bytesRead - before);
  }
  session.close();
  server.close();
  return bytes;
}
