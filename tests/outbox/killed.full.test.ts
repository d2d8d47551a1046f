/** The process is killed or stopped during a delivery: the event comes again under its id. */
import { expect, test, vi } from "vitest";
import { startProcess } from "../fakes/process.ts";
import { startReceiver } from "../fakes/receiver.ts";
import { sendRequest } from "../fakes/server.ts";
import { post } from "../wire/wire-request.ts";
import { sqliteOutbox } from "./deliveries.ts";
import { environment } from "./environment.ts";

/** Resolves when a step is reached, however often it is. */
function step() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { reached: promise, reach: () => resolve() };
}

test("killed when a webhook has the event and has not answered, the event is sent again under its id", async () => {
  const { reached, reach } = step();
  let killing = true;
  const receiver = await startReceiver((response) => {
    if (killing) reach();
    else response.end();
  });
  const env = environment(receiver);
  const outbox = sqliteOutbox(env.DATA_DIR);
  const first = await startProcess(env);
  expect((await sendRequest(first.port, post())).status).toBe(201);
  await reached;
  await first.kill("SIGKILL");
  killing = false;
  await outbox.letTimePass();
  const second = await startProcess(env);
  await vi.waitFor(() => expect(receiver.events).toHaveLength(2), { timeout: 10_000 });
  const [before, after] = receiver.events;
  expect(after?.headers["webhook-id"]).toBe(before?.headers["webhook-id"]);
  expect(after?.body).toBe(before?.body);
  await vi.waitFor(async () => {
    const event = (await outbox.deliveries()).find(({ kind }) => kind === "webhook");
    expect(event).toMatchObject({ id: after?.headers["webhook-id"], state: "sent", attempts: 2 });
  });
  await second.kill("SIGTERM");
}, 60_000);

test("told to stop while a receiver is slow, it returns the delivery within its time", async () => {
  const { reached, reach } = step();
  const receiver = await startReceiver(() => reach());
  const env = environment(receiver);
  const server = await startProcess(env);
  await sendRequest(server.port, post());
  await reached;
  expect(await server.kill("SIGTERM")).toBe(0);
  const event = (await sqliteOutbox(env.DATA_DIR).deliveries()).find(({ kind }) => kind === "webhook");
  expect(event).toMatchObject({ state: "due", attempts: 1 });
}, 30_000);
