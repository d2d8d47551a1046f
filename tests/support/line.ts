/** A TCP line to a server, with a real line's delay: it can be down, fall silent, or break in the middle of an answer. */
import { connect, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { listen } from "../machine/free-port.ts";

/** @param target returns the server's current local port @param delayMs of each answer, in milliseconds */
export async function startLine(target: () => number, delayMs = 20) {
  const open = new Set<Socket>();
  const silenced = new WeakSet<Socket>();
  let state: "up" | "down" | "silent" = "up";
  let broken = 0;
  let cutting: { asked: RegExp; times: number } | undefined;

  function call(client: Socket): void {
    client.on("error", () => {});
    if (state === "silent") {
      open.add(client);
      client.on("close", () => open.delete(client));
      return;
    }
    if (state === "down") {
      broken += 1;
      client.destroy();
      return;
    }
    const server = connect(target(), "127.0.0.1");
    let isDoomed = false;
    open.add(client);
    client.on("data", (chunk: Buffer) => {
      if (silenced.has(client)) return;
      if (cutting && cutting.times > 0 && cutting.asked.test(chunk.toString("latin1"))) {
        cutting.times -= 1;
        isDoomed = true;
      }
      server.write(chunk);
    });
    server.on("data", (chunk: Buffer) => setTimeout(answer, delayMs, chunk));
    client.on("close", () => {
      open.delete(client);
      server.destroy();
    });
    server.on("error", () => {});
    server.on("close", () => setTimeout(() => silenced.has(client) || client.destroySoon(), delayMs));

    function answer(chunk: Buffer): void {
      if (client.destroyed || silenced.has(client)) return;
      if (!isDoomed) return void client.write(chunk);
      broken += 1;
      client.end(chunk.subarray(0, chunk.length / 2));
      server.destroy();
    }
  }

  const listener = createServer(call);
  const port = await listen(listener);
  const hangUp = () => open.forEach((socket) => socket.destroy());
  onTestFinished(async () => {
    hangUp();
    await new Promise((resolve) => listener.close(resolve));
  });
  return {
    port,
    down() {
      state = "down";
      broken += open.size;
      hangUp();
    },
    /** Connections stay open without data, as when a cable is cut; new ones get no answer. */
    silence() {
      state = "silent";
      for (const socket of open) silenced.add(socket);
    },
    up: () => void (state = "up"),
    /** The server gets the next matching requests, and only the first half of its answers arrives. */
    cutAnswers: (asked: RegExp, times: number) => void (cutting = { asked, times }),
    /** Number of connections that were closed or cut so far. */
    broken: () => broken,
  };
}
