/** The agency is told by webhooks when its mail fails, and how to send mails that were only written to files. */
import { WRITTEN } from "../../contract/delivery.ts";
import { expect, test, vi } from "vitest";
import { Webhook } from "standardwebhooks";
import { runCommand, startProcess } from "../support/process.ts";
import { startMailServer } from "../support/mail-server.ts";
import { startReceiver } from "../support/receiver.ts";
import { METRICS_KEY, sendRequest } from "../support/server.ts";
import { post } from "../wire/wire-request.ts";
import { sqliteOutbox } from "./deliveries.ts";
import { environment, through } from "./environment.ts";

/** A slow machine is not a failure. */
const WHILE = { timeout: 15_000 };
const WEBHOOK_SECRET = `whsec_${Buffer.alloc(24, "s").toString("base64")}`;

test("webhooks are notified when mail has failed for an hour, and not again within an hour", async () => {
  const receiver = await startReceiver((response) => response.end());
  const env = { ...environment(receiver), WEBHOOK_SECRET };
  // The agency's mailbox is full, and mails to visitors wait.
  const refusing = await startMailServer("none", {
    onRcptTo: ({ address }, _session, done) =>
      done(
        Object.assign(new Error("Not now"), {
          responseCode: address === "dana@ortizhvac.example" ? 451 : 552,
        }),
      ),
  });
  const outbox = sqliteOutbox(env.DATA_DIR);
  const first = await startProcess({ ...env, ...through(refusing) });
  expect((await sendRequest(first.port, post())).status).toBe(201);
  await vi.waitFor(async () => {
    const mails = (await outbox.deliveries()).filter(({ kind }) => kind.endsWith("tion"));
    expect(mails.map(({ attempts }) => attempts > 0)).toEqual([true, true]);
    const { body } = await sendRequest(first.port, {
      path: "/metrics",
      headers: { authorization: `Bearer ${METRICS_KEY}` },
    });
    expect(body).toContain("nightshift_mail_to_agency_failing 1\n");
  }, WHILE);
  expect((await sendRequest(first.port, { path: "/readyz" })).status).toBe(200);
  await first.kill("SIGTERM");

  await outbox.letAnHourPass();
  for (let start = 0; start < 2; start++) {
    const again = await startProcess({ ...env, ...through(refusing) });
    await vi.waitFor(() => expect(receiver.events).toHaveLength(2), WHILE);
    await again.kill("SIGTERM");
  }
  expect(receiver.events).toHaveLength(2);
  const [created, failing] = receiver.events;
  expect(JSON.parse(created?.body ?? "")).toMatchObject({ type: "lead.created" });
  const verified = new Webhook(WEBHOOK_SECRET).verify(failing?.body ?? "", failing?.headers ?? {});
  expect(verified).toEqual({
    type: "delivery.failing",
    timestamp: expect.any(String),
    data: { channel: "mail", since: expect.any(String), undelivered: 2 },
  });
}, 60_000);

test("mails that were written to files are sent on request once there is a mail server", async () => {
  const env = environment();
  const outbox = sqliteOutbox(env.DATA_DIR);
  const without = await startProcess(env);
  expect((await sendRequest(without.port, post())).status).toBe(201);
  await vi.waitFor(async () => {
    const isFile = { state: "dead", last_error: WRITTEN };
    const mails = await outbox.rows("SELECT state, last_error FROM deliveries");
    expect(mails).toEqual([isFile, isFile]);
  }, 10_000);
  await without.kill("SIGTERM");

  const mailServer = await startMailServer("none");
  const site = await startProcess({ ...env, ...through(mailServer) });
  expect(site.stdout()).toContain('npm run leads -- resend written` sends 2"}');
  expect(await runCommand(["resend", "written"], env)).toMatchObject({ code: 0 });
  await vi.waitFor(() => expect(mailServer.mails).toHaveLength(2), 10_000);
}, 60_000);
