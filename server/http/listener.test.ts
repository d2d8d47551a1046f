import { Agent, get } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { listen } from "../../tests/machine/free-port.ts";
import { createListener } from "./listener.ts";

test("a connection that a proxy keeps is answered for good, also without the header of that name", async () => {
  const listener = createListener((_request, response) => {
    response.removeHeader("connection");
    response.setHeader("content-length", 0).end();
  });
  const port = await listen(listener);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => {
    agent.destroy();
    listener.close();
  });
  const statuses = new Set<number | undefined>();
  for (let request = 0; request < 1_500; request++)
    await new Promise<void>((resolve, reject) =>
      get({ port, agent }, (response) => {
        statuses.add(response.statusCode);
        response.resume().once("end", resolve);
      }).once("error", reject),
    );
  expect([...statuses]).toEqual([200]);
});
