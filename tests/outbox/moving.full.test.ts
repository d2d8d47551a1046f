/** A move to another store while leads arrive at both: no lead lacks deliveries, and nothing is sent twice. */
import { expect, test, vi } from "vitest";
import { runCommand } from "../fakes/command-line.ts";
import { Flood } from "../fakes/flood.ts";
import { startMailServer } from "../fakes/mail-server.ts";
import { describePostgres, temporaryDatabase } from "../fakes/postgres.ts";
import { startProcess } from "../fakes/process.ts";
import { startReceiver } from "../fakes/receiver.ts";
import { temporaryFolder } from "../fakes/server.ts";
import { postgresOutbox } from "./deliveries.ts";
import { environment, messageId, through } from "./environment.ts";

describePostgres("from SQLite to PostgreSQL", () => {
  test("with leads arriving meanwhile, in the steps of the page", async () => {
    const mailServer = await startMailServer("none");
    const receiver = await startReceiver((response) => response.end());
    const old = { ...environment(receiver), ...through(mailServer) };
    const url = await temporaryDatabase();
    const fresh = { ...old, DATA_DIR: temporaryFolder(), DATABASE_URL: url };
    const flood = new Flood();

    const first = await startProcess(old);
    const stopFirst = flood.start(first.port, 3);
    await flood.reach(20);
    await stopFirst();
    expect(await first.kill("SIGTERM")).toBe(0);
    const silent = await startProcess({ ...old, WORKER: "off" });
    const stopOld = flood.start(silent.port, 3);
    await flood.reach(10);

    const exported = await runCommand(["export"], old);
    expect(await runCommand(["import"], fresh, exported.stdout)).toMatchObject({ code: 0 });
    const site = await startProcess(fresh);
    const stopNew = flood.start(site.port, 3);
    await flood.reach(30);
    await stopOld();
    expect(await silent.kill("SIGTERM")).toBe(0);

    const rest = await runCommand(["export"], old);
    expect(await runCommand(["import"], fresh, rest.stdout)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("is already in the store with other content"),
    });
    expect(await runCommand(["import", "--keep"], fresh, rest.stdout)).toMatchObject({ code: 0 });
    await flood.reach(10);
    await stopNew();
    await flood.sendUnanswered(site.port);

    const outbox = postgresOutbox(url);
    const leads = [...flood.acknowledged.values()];
    await vi.waitFor(
      async () => {
        const open = (await outbox.deliveries()).filter(
          ({ kind, state }) => state === "due" && !/^(?:reminder|alarm)/.test(kind),
        );
        expect(open).toEqual([]);
      },
      { timeout: 60_000, interval: 200 },
    );
    const events = receiver.events.map(({ body }) => body);
    const told = leads.map((id) => events.filter((body) => body.includes(id)).length);
    expect(told).toEqual(leads.map(() => 1));
    const mails = mailServer.mails.map(({ raw }) => messageId(raw));
    expect(new Set(mails).size).toBe(mails.length);
    const deliveries = await outbox.deliveries();
    // A confirmation, a notification, an event, three reminders.
    expect(deliveries).toHaveLength(6 * leads.length);
    const notifications = deliveries.filter(({ kind }) => kind === "notification");
    expect(notifications.filter(({ id }) => !mails.includes(id))).toEqual([]);
  }, 120_000);
});
