/** A process that ends during a delivery loses no delivery. A mail that is sent twice keeps its id. */
import { expect, test, vi } from "vitest";
import { startMailServer } from "../support/mail-server.ts";
import { startProcess } from "../support/process.ts";
import { sendRequest } from "../support/server.ts";
import { post } from "../wire/wire-request.ts";
import { sqliteOutbox, type Delivery } from "./deliveries.ts";
import { environment, messageId, smtpVariable } from "./environment.ts";

const isMail = ({ kind }: Delivery) =>
  ["confirmation", "notification"].includes(kind);

/** The first call of `reach` resolves `reached` with its argument. */
function step() {
  const { promise, resolve } = Promise.withResolvers<string>();
  return { reached: promise, reach: (id = "") => resolve(id) };
}

test("both mails arrive after a restart if the process is killed before either is accepted", async () => {
  const { reached, reach } = step();
  const silentMailServer = await startMailServer("none", {
    onData: (stream) => {
      let raw = "";
      stream.on("data", (chunk: Buffer) => (raw += chunk.toString()));
      stream.on("end", () => reach(messageId(raw)));
    },
  });
  const env = environment();
  const outbox = sqliteOutbox(env.DATA_DIR);
  const first = await startProcess({
    ...env,
    ...smtpVariable(silentMailServer),
  });
  expect((await sendRequest(first.port, post())).status).toBe(201);
  const interruptedId = await reached;
  await first.kill("SIGKILL");
  expect(await outbox.orphans()).toBe(0);
  expect(
    (await outbox.deliveries()).filter(({ state }) => state === "sent"),
  ).toEqual([]);

  const mailServer = await startMailServer("none");
  await outbox.endLeasesAndWaits();
  const second = await startProcess({ ...env, ...smtpVariable(mailServer) });
  await vi.waitFor(() => expect(mailServer.mails).toHaveLength(2), {
    timeout: 10_000,
  });
  await vi.waitFor(async () => {
    const now = (await outbox.deliveries()).filter(isMail);
    expect(now.map(({ state }) => state)).toEqual(["sent", "sent"]);
    const arrived = mailServer.mails.map(({ raw }) => messageId(raw));
    expect(now.map(({ id }) => id).toSorted()).toEqual(arrived.toSorted());
    expect(arrived).toContain(interruptedId);
  });
  expect(await second.kill("SIGTERM")).toBe(0);
}, 60_000);
