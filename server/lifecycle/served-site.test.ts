/**
 * Two sites on one port: requests and deliveries
 * during the change from one to the other.
 */

import { connect } from "node:net";
import { text } from "node:stream/consumers";
import fastify from "fastify";
import { expect, onTestFinished, test, vi } from "vitest";
import { listen } from "../../tests/machine/free-port.ts";
import { createListener } from "../http/listener.ts";
import { createSiteFront } from "./served-site.ts";

/** @param notes gets what the worker does */
async function site(
  words: string,
  notes: string[] = [],
  stopped?: Promise<void>,
) {
  const app = fastify({
    serverFactory: createListener,
    return503OnClosing: false,
  });
  app.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) =>
    done(null, body),
  );
  app.post("/", (request) => `${words} got ${String(request.body)}.`);
  const closed = vi.fn<() => Promise<void>>(async () => {});
  app.addHook("onClose", closed);
  await app.ready();
  const worker = {
    start: () => void notes.push(`${words} starts`),
    async stop(budgetMs?: number) {
      await stopped;
      notes.push(`${words} has ended within ${budgetMs}`);
    },
    wake() {},
  };
  return { app, worker, closed, stopTimers: vi.fn<() => void>() };
}

test("a request that the old site has begun ends in it, and the next reaches the new site", async () => {
  const old = await site("The old site");
  const front = createSiteFront(old);
  const listener = createListener();
  front.attachTo(listener);
  const port = await listen(listener);
  onTestFinished(() => void listener.close());
  const client = connect(port);
  const head = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n";
  client.write(`${head}\r\nhal`);
  await new Promise((resolve) => listener.once("request", resolve));
  front.show(await site("The new site"));
  await expect.poll(() => old.closed).toHaveBeenCalled();
  expect(old.stopTimers).toHaveBeenCalledOnce();
  // The second request comes on the connection that the first one opened.
  client.write(`ve${head}Connection: close\r\n\r\nwhole`);
  const answers = await text(client);
  expect(answers).toContain("The old site got halve.");
  expect(answers).toContain("The new site got whole.");
  expect(answers.match(/HTTP\/1\.1 200/g)).toHaveLength(2);
});

test("a worker starts at once, though the one before still waits for a slow server, and the end stops both", async () => {
  const notes: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const front = createSiteFront(await site("The first", notes, promise));
  front.show(await site("The second", notes));
  front.show(await site("The third", notes));
  expect(notes).toContain("The third starts");
  const closed = front.close(5_000);
  resolve();
  await closed;
  for (const which of ["first", "third"])
    expect(notes).toContain(`The ${which} has ended within 5000`);
});
