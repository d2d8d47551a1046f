/** The bytes of a first visit: each document with its headers, over HTTP/1.1 and HTTP/2, and the scripts of each page. */
import { once } from "node:events";
import { get } from "node:http";
import { connect, createServer, type ServerHttp2Stream } from "node:http2";
import { brotliCompressSync } from "node:zlib";
import { ROUTES, SCHEDULE_PATH, TIMES_PATH } from "../../contract/routes.ts";
import { content } from "../content.ts";
import { listen } from "../machine/free-port.ts";
import { openWithTimes, untilHydrated } from "./hydration.ts";
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
    const path = named === CHOSEN ? named + (await (await request.get(TIMES_PATH)).json()).times[0] : named;
    const scripts: string[] = [];
    page.on("request", (sent) => {
      if (sent.resourceType() === "script") scripts.push(new URL(sent.url()).pathname);
    });
    await (["/", trade].includes(path) ? openWithTimes(page, path) : page.goto(path));
    if (path !== trade) await untilHydrated(page.locator("main"));
    // A page asks for its script once it is painted.
    await expect.poll(() => scripts).not.toEqual([]);
    await page.waitForLoadState("networkidle");
    const document = await bytesOverHttp1(site.origin + path);
    const [framed, ...rest] = await bytesOverHttp2(site.origin, [path, ...scripts]);
    const text = await page.locator("body").evaluate((body) => {
      for (const script of body.querySelectorAll("script")) script.remove();
      return body.textContent;
    });
    const words = brotliCompressSync(text).length;
    const most = Math.max(FIRST_FLIGHT, MOST_A_WORD * words);
    expect(document).toBeLessThanOrEqual(most);
    expect(framed?.withHeaders).toBeLessThanOrEqual(most);
    const script = rest.reduce((sum, { body }) => sum + body, 0);
    expect(script, JSON.stringify({ scripts, rest })).toBeLessThanOrEqual(MOST_SCRIPT);
  });

/** The bytes of an answer with its headers. */
async function bytesOverHttp1(url: string): Promise<number> {
  let bytes = Number.NaN;
  const asked = get(url, { agent: false, headers: { "accept-encoding": "br" } }, (answer) =>
    answer.resume().on("end", () => (bytes = answer.socket.bytesRead)),
  );
  await once(asked, "close");
  return bytes;
}

/** The bytes of each answer on one connection of HTTP/2, as a proxy would send what the site answers: its body, and all with what frames add. */
async function bytesOverHttp2(origin: string, paths: readonly string[]) {
  const server = createServer();
  server.on("stream", (stream: ServerHttp2Stream, { ":path": path }) => {
    // Unlike `fetch` it hands out the bytes as they came.
    get(`${origin}${path}`, { headers: { "accept-encoding": "br" } }, (answer) => {
      const { connection: _connection, "keep-alive": _alive, ...headers } = answer.headers;
      stream.respond({ ...headers, ":status": 200 });
      answer.pipe(stream);
    });
  });
  const session = connect(`http://127.0.0.1:${await listen(server)}`);
  await once(session, "remoteSettings");
  const bytes: { body: number; withHeaders: number }[] = [];
  for (const path of paths) {
    const before = session.socket.bytesRead;
    let body = 0;
    for await (const chunk of session.request({ ":path": path })) body += Buffer.byteLength(chunk);
    bytes.push({ body, withHeaders: session.socket.bytesRead - before });
  }
  session.close();
  server.close();
  return bytes;
}
