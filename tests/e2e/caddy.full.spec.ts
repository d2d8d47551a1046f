/** The whole form and the inbox through Caddy, as `deploy/` sets it up. */
import { createServer } from "node:http";
import { freePort } from "../machine/free-port.ts";
import { PUBLIC_HOST, startProxy } from "../support/proxy.ts";
import { ask } from "./ask.ts";
import { expect, test, testBehindProxy } from "./behind-proxy.ts";

test.use({ proxyName: "caddy" });
testBehindProxy("caddy");

test("requests during a restart of the site wait for it", async () => {
  const port = await freePort();
  const front = await startProxy("caddy", port);
  const asked = ask(front, { headers: { ":path": "/", ":authority": PUBLIC_HOST } });
  await new Promise((resolve) => setTimeout(resolve, 300));
  const site = createServer((_request, response) => response.end("here again")).listen(port, "127.0.0.1");
  expect((await asked).body).toBe("here again");
  await front.stop();
  site.closeAllConnections();
  await new Promise((resolve) => site.close(resolve));
});

test("requests of a site that cannot start, whose socket accepts them, end with 504", async () => {
  const port = await freePort();
  const site = createServer(() => undefined).listen(port, "127.0.0.1");
  const front = await startProxy("caddy", port, [
    ["timeout 1m", "timeout 1ms"],
    ["duration 10s", "duration 1ms"],
  ]);
  const { headers } = await ask(front, { headers: { ":path": "/", ":authority": PUBLIC_HOST } });
  expect(headers[":status"]).toBe(504);
  await front.stop();
  site.closeAllConnections();
  await new Promise((resolve) => site.close(resolve));
});
