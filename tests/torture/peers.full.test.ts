/** Mail servers and receivers of webhooks that hang, answer nonsense, or hang up. */
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { expect, test, vi } from "vitest";
import { startLine } from "../fakes/line.ts";
import { startOddServer } from "../fakes/mail-server.ts";
import { SECRET_KEY, sendRequest } from "../fakes/server.ts";
import { idleCpu, newScene, often, TRYING_PERCENT } from "./scene.ts";

const NOISE = Buffer.from(Array.from({ length: 4_096 }, (_, at) => (at * 89) % 251));

const MAIL: Record<string, (socket: Socket) => void> = {
  "is silent": () => {},
  "hangs up": (socket) => void socket.destroy(),
  "sends noise": (socket) => void socket.write(NOISE),
  "greets and falls silent": (socket) => void socket.write("220 mail.example ESMTP\r\n"),
  "refuses every command": (socket) => {
    socket.write("220 mail.example ESMTP\r\n");
    socket.on("data", () => socket.write("599 No\r\n"));
  },
  "never ends its line": (socket) => {
    const dripping = setInterval(() => socket.write("220-more "), 20);
    socket.on("close", () => clearInterval(dripping));
  },
};

const WEBHOOK: Record<string, (response: ServerResponse) => void> = {
  "is silent": () => {},
  "hangs up": (response) => void response.destroy(),
  "sends noise": (response) => void response.socket?.end(NOISE),
  "answers 500": (response) => void response.writeHead(500).end("no"),
  "answers 500 with an endless body": (response) => {
    response.writeHead(500);
    const dripping = setInterval(() => response.write(NOISE), 5);
    response.on("close", () => clearInterval(dripping));
  },
  "answers 503 and never ends": (response) =>
    void response.writeHead(503, { "retry-after": "soon" }).write("…"),
};

test("broken mail servers and receivers delay no lead, and get everything once they work again", async (context) => {
  let answer: (response: ServerResponse) => void = (response) => void response.end();
  let mailPort = 1;
  const line = await startLine(() => mailPort);
  const scene = await newScene({ SMTP_URL: `smtp://localhost:${line.port}?tls=none` }, (response) =>
    answer(response),
  );
  const { flood } = scene;
  const site = await scene.site();
  const [mails, hooks] = [Object.values(MAIL), Object.values(WEBHOOK)];
  const pairs = often(mails.length, 1);
  let busiest = 0;
  for (let pair = 0; pair < pairs; pair++) {
    const odd = await startOddServer(mails[pair] ?? (() => {}));
    mailPort = odd.port;
    answer = hooks[pair] ?? answer;
    const stop = flood.start(site.port, 4, { pause: 40 });
    await flood.reach(often(100, 20));
    await vi.waitFor(async () => {
      const tried = (await scene.outbox.deliveries()).filter(({ attempts }) => attempts > 0);
      expect(new Set(tried.map(({ kind }) => kind)).size).toBeGreaterThan(1);
    }, 20_000);
    await stop();
    busiest = Math.max(busiest, await idleCpu([site], TRYING_PERCENT));
    const { body } = await sendRequest(site.port, { path: "/metrics", headers: { apikey: SECRET_KEY } });
    expect(Number(/^nightshift_deliveries_undelivered (\d+)$/m.exec(body)?.[1])).toBeGreaterThan(0);
  }
  answer = (response) => void response.end();
  mailPort = scene.mailServer.settings.port;
  const also = `\`/metrics\` counts unsent deliveries; ${busiest.toFixed(1)} % CPU during retries`;
  const fault = `Mail server: ${Object.keys(MAIL).join(", ")}. Receiver: ${Object.keys(WEBHOOK).join(", ")}`;
  await scene.expectKept(context, { fault, times: `each, in ${pairs} pairs`, also }, site);
}, 600_000);
