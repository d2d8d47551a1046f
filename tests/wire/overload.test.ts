/** More requests than the server can take at once, and clients that hold their connections. */
import { content } from "../content.ts";
import { once } from "node:events";
import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { intercept } from "../fakes/store.ts";
import { startServer } from "../fakes/server.ts";
import { formRequest } from "./inbox-request.ts";
import { LEADS_PATH, post } from "./wire-request.ts";

const OFFERED = 400;
const TAKEN = 128;

/** The answer to a client that never ends a request with this beginning, and the milliseconds until then. */
async function answerTo(port: number, bytes: string, more = ""): Promise<{ answer: string; ms: number }> {
  const socket = connect(port, "127.0.0.1").setEncoding("latin1");
  let answer = "";
  socket.on("data", (chunk: string) => (answer += chunk)).on("error", () => {});
  const begin = performance.now();
  socket.write(bytes);
  const dripping = setInterval(() => more !== "" && socket.writable && socket.write(more), 5);
  await new Promise((resolve) => void socket.once("close", resolve));
  clearInterval(dripping);
  return { answer, ms: performance.now() - begin };
}

test("leads that cannot be stored soon are refused; accepted ones are stored, and pages are served", async () => {
  let store = () => {};
  const full = new Promise<void>((resolve) => (store = resolve));
  const server = await startServer({ rateLimit: { perMinute: 0 } });
  intercept(server.store, "insert", async (goOn) => {
    await full;
    return goOn();
  });
  // The same address, as a proxy or a stranger may write it.
  const paths = [LEADS_PATH, `http://x${LEADS_PATH}`, LEADS_PATH.replace("r", "%72")];
  const answers = Array.from({ length: OFFERED }, (_, n) =>
    server.send({ ...post(), path: paths[n % 3] ?? LEADS_PATH }),
  );
  const refused: Awaited<(typeof answers)[number]>[] = [];
  for (const answer of answers) void answer.then((given) => given.status === 503 && refused.push(given));
  await expect.poll(() => refused.length, { timeout: 10_000 }).toBe(OFFERED - TAKEN);
  expect(refused[0]?.headers).toMatchObject({ "retry-after": "5", "access-control-allow-origin": "*" });
  expect(JSON.parse(refused[0]?.body ?? "")).toMatchObject({
    code: "too_busy",
    message: content.messages.tooBusy,
  });
  const form = await server.send(formRequest("/book-call", { name: "Ada Typed" }));
  expect([form.status, form.headers["retry-after"]]).toEqual([503, "5"]);
  for (const kept of [content.messages.tooBusy, "Ada Typed"]) expect(form.body).toContain(kept);
  expect((await server.send({ path: "/" })).status).toBe(200);
  store();
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(TAKEN);
  expect((await server.send(post())).status).toBe(201);
});

test.each([
  ["nothing", ""],
  ["half a header", "GET / HTTP/1.1\r\nHost: x\r\nX-Slow: "],
  ["half a body", `POST ${LEADS_PATH} HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{`],
])("a client that sends %s and no more gets 408 after the timeout", async (_what, bytes) => {
  const { app, port } = await startServer();
  expect(app.server).toMatchObject({ requestTimeout: 30_000, headersTimeout: 30_000 });
  Object.assign(app.server, { requestTimeout: 300, headersTimeout: 300 });
  const { answer, ms } = await answerTo(port, bytes);
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(ms).toBeLessThan(4_000);
});

test("a client that sends nothing after a response is disconnected after the timeout", async () => {
  const { app, port } = await startServer();
  expect(app.server).toMatchObject({ timeout: 120_000, keepAliveTimeout: 72_000 });
  Object.assign(app.server, { timeout: 500, keepAliveTimeout: 100, keepAliveTimeoutBuffer: 0 });
  const ask = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
  const open = () => new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count)));
  const socket = connect(port, "127.0.0.1").on("error", () => {});
  onTestFinished(() => void socket.destroy());
  socket.resume();
  socket.write(ask);
  await expect.poll(open).toBe(1);
  await expect.poll(open, { timeout: 20_000 }).toBe(0);
});

const GET = "GET /healthz HTTP/1.1\r\nHost: x\r\n";
const CHUNKED = `POST ${LEADS_PATH} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`;

test.each([
  ["endless headers", 431, GET, `X-More: ${"x".repeat(4_000)}\r\n`],
  ["128 more headers", 431, `${GET}${"a:\r\n".repeat(128)}`],
  ["an endless body", 413, CHUNKED, `4000\r\n${"x".repeat(0x4000)}\r\n`],
  ["two hosts", 400, `${GET}Host: y\r\n\r\n`],
  ["two hosts and an expectation", 400, `${GET}Host: y\r\nExpect: foo\r\n\r\n`],
  ["no host", 400, "GET /healthz HTTP/1.1\r\n\r\n"],
  ["no host, in HTTP/1.0", 200, "GET /healthz HTTP/1.0\r\n\r\n"],
  ["an expectation that nobody knows", 200, `${GET}Expect: foo\r\nConnection: close\r\n\r\n`],
  ["an offer of another protocol", 200, `${GET}Connection: upgrade, close\r\nUpgrade: websocket\r\n\r\n`],
])("a request with %s is answered with %i", async (_what, status, bytes, more = "") => {
  const { port } = await startServer();
  const { answer } = await answerTo(port, bytes, more);
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} .*\r\nx-content-type-options: nosniff\r\n`, "s"));
});

test("a tunnel is refused", async () => {
  const { port } = await startServer();
  expect((await answerTo(port, "CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n")).answer).toBe("");
});

test("a client that ends its side of the connection after its lead reads that it is stored", async () => {
  const { port } = await startServer();
  const { body, headers } = post();
  const head = Object.entries({ host: "x", ...headers, "content-length": Buffer.byteLength(String(body)) });
  const lines = head.map(([name, value]) => `${name}: ${String(value)}\r\n`).join("");
  const socket = connect({ port, allowHalfOpen: true }).setEncoding("latin1");
  socket.end(`POST ${LEADS_PATH} HTTP/1.1\r\n${lines}\r\n${String(body)}`);
  expect(String((await once(socket, "data"))[0])).toMatch(/^HTTP\/1\.1 201 /);
});

test.each(["", "Upgrade: h2c\r\nConnection: upgrade\r\n"])(
  "a client that ends its side within a body gets 400 (%j)",
  async (headers) => {
    const { port } = await startServer();
    const socket = connect({ port, allowHalfOpen: true }).setEncoding("latin1");
    socket.end(`POST /book-call HTTP/1.1\r\nHost: x\r\n${headers}Content-Length: 10\r\n\r\nname`);
    expect(String((await once(socket, "data"))[0])).toMatch(/^HTTP\/1\.1 400 /);
    await once(socket, "close");
  },
);

test("a body in very many pieces ends its connection, which gets one response in many", async () => {
  const { port } = await startServer();
  const form = "Content-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n";
  const head = `POST /book-call HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${form}`;
  const inPieces = (pieces: number) => answerTo(port, `${head}${"1\r\na\r\n".repeat(pieces)}0\r\n\r\n`);
  expect((await inPieces(900)).answer).toMatch(/^HTTP\/1\.1 400 /);
  expect((await inPieces(1_100)).answer).toBe("");
  const request = head.replace("close", "keep-alive") + `${"1\r\na\r\n".repeat(400)}0\r\n\r\n`;
  const many = await answerTo(port, request.repeat(7));
  expect(many.answer.match(/HTTP\/1\.1 /g)?.length ?? 0).toBeLessThan(3);
  expect((await answerTo(port, request.replace("POST /book-call", "GET /"))).answer).toBe("");
});

test.each([
  [250_000, 300],
  [0, 2_100],
])("requests that end after %i bytes take a limited memory", async (bytes, clients) => {
  const { port, send } = await startServer();
  const head = "POST /book-call HTTP/1.1\r\nHost: x\r\nContent-Length: 260000\r\n\r\n";
  const most = Buffer.alloc(bytes, "a");
  let held = 0;
  const [first, ...rest] = Array.from({ length: clients }, () => {
    const socket = connect(port, "127.0.0.1").on("error", () => {});
    onTestFinished(() => void socket.destroy());
    held++;
    socket.once("close", () => held--);
    socket.write(head);
    socket.write(most);
    return socket;
  });
  await expect
    .poll(() => held, { timeout: 10_000 })
    .toBe(Math.floor((64 * 1024 * 1024) / (bytes + 32 * 1024)));
  expect((await send(post())).status).toBe(201);
  expect([first?.destroyed, rest.at(-1)?.destroyed]).toEqual([true, false]);
});

test("pipelined requests are answered in order; a connection with too many at once is closed", async () => {
  const { port, send } = await startServer();
  const request = "GET /healthz HTTP/1.1\r\nHost: x\r\n";
  const some = await answerTo(port, `${`${request}\r\n`.repeat(7)}${request}Connection: close\r\n\r\n`);
  expect(some.answer.match(/HTTP\/1\.1 200 /g)).toHaveLength(8);
  const many = await Promise.all(
    Array.from({ length: 50 }, () => answerTo(port, `${request}\r\n`.repeat(2_000))),
  );
  expect(many.filter(({ answer }) => (answer.match(/HTTP\/1\.1 200 /g)?.length ?? 0) > 8)).toEqual([]);
  expect((await send({ path: "/" })).status).toBe(200);
});

test("a client that waits for each answer is answered without limit", async () => {
  const { port } = await startServer();
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  for (let times = 0; times < 100; times++) {
    socket.write(`${GET}\r\n`);
    expect(String((await once(socket, "data"))[0])).toMatch(/^HTTP\/1\.1 200 /);
  }
});
