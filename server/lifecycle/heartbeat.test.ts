import { createServer } from "node:http";
import { expect, onTestFinished, test, vi } from "vitest";
import { listen } from "../../tests/machine/free-port.ts";
import { startHeartbeat } from "./heartbeat.ts";

test("a watcher hears of the site while it can store leads, and only then", async () => {
  let beats = 0;
  const watcher = createServer((_request, response) => {
    beats++;
    response.end();
  });
  onTestFinished(() => void watcher.close());
  const url = `http://127.0.0.1:${await listen(watcher)}/beat`;
  let asked = 0;
  let fault: string | undefined = "the disk is full";
  const look = () => {
    asked++;
    return Promise.resolve(fault);
  };
  const stop = startHeartbeat(url, look, 5);
  await vi.waitUntil(() => asked > 3);
  expect(beats).toBe(0);
  fault = undefined;
  await vi.waitUntil(() => beats > 1);
  stop();
  const before = asked;
  onTestFinished(startHeartbeat("http://127.0.0.1:1/", look, 5));
  await vi.waitUntil(() => asked > before + 2);
});
