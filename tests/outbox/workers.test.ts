/** A separate worker beside the site, and one that cannot start. */
import { expect, test, vi } from "vitest";
import { startMailServer } from "../fakes/mail-server.ts";
import { startProcess, startWorkerProcess } from "../fakes/process.ts";
import { startReceiver } from "../fakes/receiver.ts";
import { sendRequest } from "../fakes/server.ts";
import { post } from "../wire/wire-request.ts";
import { sqliteOutbox } from "./deliveries.ts";
import { environment, messageId, through } from "./environment.ts";

test("on SQLite a separate worker sends the site's deliveries once, while the site runs and while it is down", async () => {
  const mailServer = await startMailServer("none");
  const receiver = await startReceiver((response) => response.end());
  const env = { ...environment(receiver), ...through(mailServer) };
  const arrived = () => [
    ...mailServer.mails.map(({ raw }) => messageId(raw)),
    ...receiver.events.map(({ headers }) => headers["webhook-id"] ?? ""),
  ];
  const site = await startProcess({ ...env, WORKER: "off" });
  expect(site.stdout()).toContain("npm run worker");
  await sendRequest(site.port, post());
  const worker = await startWorkerProcess(env);
  await vi.waitFor(() => expect(arrived()).toHaveLength(3), { timeout: 10_000 });
  await sendRequest(site.port, post());
  await site.kill("SIGTERM");
  await vi.waitFor(() => expect(arrived()).toHaveLength(6), { timeout: 10_000 });
  const outbox = sqliteOutbox(env.DATA_DIR);
  await vi.waitFor(async () => {
    const sent = (await outbox.deliveries()).filter(({ state }) => state === "sent");
    expect(sent.map(({ id }) => id).toSorted()).toEqual(arrived().toSorted());
  }, 10_000);
  expect(await worker.kill("SIGTERM")).toBe(0);
}, 60_000);

test("a worker that cannot start says why in one sentence", async () => {
  const worker = await startWorkerProcess({ ...environment(), DIST_DIR: "/nonexistent" });
  expect(await worker.exited).toBe(1);
  expect(worker.stderr()).toBe("The site is not built. Run `npm run build` first.\n");
});
