/** Four workers beside each other in a flood: each delivery is sent, and only a killed worker leaves duplicates. */
import { MAILBOX_MAILS_A_DAY } from "../../contract/limits.ts";
import { expect, test } from "vitest";
import { describePostgres, temporaryDatabase } from "../fakes/postgres.ts";
import { newScene } from "../torture/scene.ts";

/** A worker has at most this many deliveries in progress. */
const AT_ONCE = 12;

describePostgres("on PostgreSQL", () => {
  test("four workers in a flood send everything once; a killed one repeats at most its deliveries in progress", async () => {
    const scene = await newScene({ DATABASE_URL: await temporaryDatabase() });
    const { flood, outbox } = scene;
    const site = await scene.siteAlone();
    const workers = [await scene.worker(), await scene.worker(), await scene.worker(), await scene.worker()];
    const twins = () => [...scene.arrived().values()].reduce((sum, times) => sum + times - 1, 0);
    const stop = flood.start(site.port, 8);
    await flood.reach(60);
    await stop();
    await flood.sendUnanswered(site.port);
    await scene.settle(false, 40_000);
    expect(twins()).toBe(0);

    const again = flood.start(site.port, 8);
    await flood.reach(20);
    await workers[0]?.kill("SIGKILL");
    await flood.reach(40);
    await again();
    await flood.sendUnanswered(site.port);
    await outbox.letTimePass();
    await scene.settle(false, 40_000);
    const deliveries = await outbox.deliveries();
    const sent = deliveries.filter(({ state }) => state === "sent");
    expect(new Set(scene.arrived().keys())).toEqual(new Set(sent.map(({ id }) => id)));
    // This also ends the leases of deliveries that other workers were sending.
    expect(twins()).toBeLessThanOrEqual(workers.length * AT_ONCE);
    const { size } = flood.acknowledged;
    for (const [kind, count] of Object.entries({
      webhook: size,
      notification: size,
      confirmation: MAILBOX_MAILS_A_DAY - 1,
    }))
      expect(sent.filter((delivery) => delivery.kind === kind)).toHaveLength(count);
    // All of them named one address.
    expect(deliveries.filter(({ state }) => state === "withheld")).toHaveLength(
      size - (MAILBOX_MAILS_A_DAY - 1),
    );
    expect(await outbox.orphans()).toBe(0);
    for (const worker of workers.slice(1)) expect(await worker.kill("SIGTERM")).toBe(0);
  }, 120_000);
});
