import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import { onTestFinished, expect, test } from "vitest";
import { listen } from "../../tests/machine/free-port.ts";
import { PIPELINE_LIMIT } from "./sockets.ts";

const GET = "GET / HTTP/1.1\r\nHost: x\r\n";

async function ask(sent: string): Promise<{ answers: number; seen: number }> {
  let seen = 0;
  const server = createServer(PIPELINE_LIMIT, (_request, response) => {
    seen++;
    setImmediate(() => response.end("here"));
  });
  onTestFinished(() => void server.close());
  const socket = connect(await listen(server), "127.0.0.1")
    .setEncoding("utf8")
    .on("error", () => {});
  let said = "";
  socket.on("data", (text: string) => (said += text));
  socket.write(sent);
  await once(socket, "close");
  return { answers: said.match(/HTTP\/1\.1 200 /g)?.length ?? 0, seen };
}

test("a client that waits for each answer is answered without limit", async () => {
  const server = createServer(PIPELINE_LIMIT, (_request, response) => response.end());
  onTestFinished(() => void server.close());
  const socket = connect(await listen(server), "127.0.0.1");
  for (let times = 0; times < 100; times++) {
    socket.write(`${GET}\r\n`);
    expect(String((await once(socket, "data"))[0])).toContain("200 OK");
  }
  socket.destroy();
});

test("a request that offers another protocol is answered in this one, and a tunnel is refused", async () => {
  const upgrade = `${GET}Connection: upgrade, close\r\nUpgrade: websocket\r\n\r\n`;
  expect(await ask(upgrade)).toEqual({ answers: 1, seen: 1 });
  expect(await ask("CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n")).toEqual({ answers: 0, seen: 0 });
});
