/** Clients that hold their connections. */

import { connect } from "node:net";
import { expect, test } from "vitest";
import { startServer } from "../support/server.ts";
import { LEADS_PATH } from "./wire-request.ts";

/**
 * Sends bytes, and then `more` repeatedly, until
 * the server hangs up. @returns the whole answer
 */
async function answerTo(port: number, bytes: string, more = "") {
  const socket = connect(port, "127.0.0.1").setEncoding("latin1");
  let answer = "";
  socket.on("data", (chunk: string) => (answer += chunk)).on("error", () => {});
  socket.write(bytes);
  const dripping = setInterval(
    () => more !== "" && socket.writable && socket.write(more),
    5,
  );
  await new Promise((resolve) => void socket.once("close", resolve));
  clearInterval(dripping);
  return answer;
}

test.each([
  ["nothing", ""],
  ["half a header", "GET / HTTP/1.1\r\nHost: x\r\nX-Slow: "],
  [
    "half a body",
    `POST ${LEADS_PATH} HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{`,
  ],
])(
  "a client that sends %s and no more gets 408 after the timeout",
  async (_what, bytes) => {
    const { app, port } = await startServer();
    expect(app.server).toMatchObject({
      requestTimeout: 30_000,
      headersTimeout: 30_000,
      // `timeout` is for clients that read no answer,
      // `keepAliveTimeout` for clients that ask no more.
      timeout: 120_000,
      keepAliveTimeout: 72_000,
    });
    Object.assign(app.server, { requestTimeout: 300, headersTimeout: 300 });
    expect(await answerTo(port, bytes)).toMatch(/^HTTP\/1\.1 408 /);
  },
);

const GET = "GET /healthz HTTP/1.1\r\nHost: x\r\n";
const CHUNKED = `POST ${LEADS_PATH} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`;

test.each([
  ["endless headers", 431, GET, `X-More: ${"x".repeat(4_000)}\r\n`],
  ["an endless body", 413, CHUNKED, `4000\r\n${"x".repeat(0x4000)}\r\n`],
])(
  "a request with %s is answered with %s",
  async (_what, status, bytes, more) => {
    const { port } = await startServer();
    const answer = await answerTo(port, bytes, more);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  },
);
