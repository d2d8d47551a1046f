/** A PostgreSQL that is slow or hangs: what waits for it waits in a queue of its own kind, and connections do not pile up. */
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { openPostgresStore } from "../../server/storage/postgres/postgres-store.ts";
import type { Store } from "../../server/storage/operations.ts";
import { leadRow } from "../fakes/leads.ts";
import {
  createDatabase,
  describePostgres,
  describePostgresServer,
  onServer,
  privateServer,
  query,
  temporaryDatabase,
} from "../fakes/postgres.ts";

async function open(url: string, patience?: number): Promise<Store> {
  const store = await openPostgresStore({ url, log: () => {}, ...(patience && { patience }) });
  onTestFinished(() => store.close());
  return store;
}

const LIST = { page: 1, size: 50, filter: "all", search: "" } as const;

const insert = (store: Store, number: number) => store.run("insert", { rows: [leadRow(number)] });

const book = (store: Store, number: number) =>
  store.run("book", {
    id: crypto.randomUUID(),
    lead: { rows: [leadRow(number)] },
    startsAt: "2027-03-02T15:00:00.000Z",
    endsAt: "2027-03-02T15:20:00.000Z",
    blockedUntil: "2027-03-02T15:30:00.000Z",
    zone: "UTC",
    phone: "",
    now: "2027-03-01T12:00:00.000Z",
    deliveries: [],
  });

const note = (store: Store, id: string) =>
  store.run("note", {
    id,
    note: { id: crypto.randomUUID(), text: "Called." },
    now: "2027-03-01T12:00:00.000Z",
    by: undefined,
  });

describePostgres("PostgreSQL", () => {
  test("stores leads and lists them while 50 bookings wait for each other, and takes two connections for these", async () => {
    const url = await temporaryDatabase();
    const store = await open(url);
    let bookings: Promise<unknown>[] = [];
    await onServer(url, async (client) => {
      // Another process books.
      await client.query("BEGIN; LOCK TABLE bookings IN EXCLUSIVE MODE");
      bookings = Array.from({ length: 50 }, (_, n) => book(store, 100 + n));
      for (let n = 0; n < 10; n++) {
        expect(await insert(store, n)).toMatchObject({ kind: "stored" });
        expect(await store.run("list", LIST)).toMatchObject({ kind: "ok" });
      }
      // A connection opens when it can.
      await vi.waitFor(async () => {
        const waiting = await client.query(
          "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
        );
        expect(waiting.rowCount).toBe(2);
      }, 10_000);
    });
    const booked = (await Promise.all(bookings)).filter((result) => Object(result).kind === "booked");
    expect(booked).toHaveLength(1);
  });

  test("stores leads, and the wishes of those whose call was refused, while bookings and the inbox wait", async () => {
    const url = await temporaryDatabase();
    const store = await open(url);
    await Promise.all([insert(store, 1), insert(store, 2)]);
    const waiting: Promise<unknown>[] = [];
    await onServer(url, async (client) => {
      await client.query("BEGIN; LOCK TABLE bookings, nightshift.lead_notes IN EXCLUSIVE MODE");
      for (let n = 0; n < 10; n++) waiting.push(book(store, 100 + n), note(store, leadRow(1).id));
      const wish = { wishedAt: "2027-03-02T15:00:00.000Z", wishedZone: "UTC", wishedPhone: undefined };
      expect(await store.run("keepWish", { id: leadRow(2).id, ...wish })).toMatchObject({ kind: "ok" });
      expect(await insert(store, 3)).toMatchObject({ kind: "stored" });
    });
    await Promise.all(waiting);
  });
});

describePostgresServer("a commit that hangs, as a synchronous standby is gone,", () => {
  test("costs the connections of one process once, and leads are taken again as soon as commits end", async () => {
    const server = await privateServer();
    const url = await createDatabase(server.url);
    const store = await open(url, 300);
    expect(await insert(store, 1)).toMatchObject({ kind: "stored" });
    const waitFor = async (standbys: string) => {
      await query(server.url, `ALTER SYSTEM SET synchronous_standby_names = '${standbys}'`);
      await query(server.url, "SELECT pg_reload_conf()");
    };
    const connections = async () =>
      query<{ query: string }>(
        server.url,
        "SELECT query FROM pg_stat_activity WHERE datname <> 'postgres' AND backend_type = 'client backend'",
      );
    await waitFor("gone");
    await sleep(100);
    for (let round = 0; round < 4; round++) {
      await Promise.all(Array.from({ length: 20 }, (_, n) => insert(store, 100 * (round + 1) + n)));
      await sleep(600);
    }
    const ours = await connections();
    expect(ours.filter((one) => one.query === "COMMIT").length).toBeLessThanOrEqual(4);
    expect(ours.length).toBeLessThanOrEqual(11);
    const reason = "the database finishes no commit: a synchronous standby does not answer";
    expect(await store.fault()).toBe(reason);
    expect(await insert(store, 3)).toEqual({ kind: "unavailable", reason });
    expect(await store.run("list", LIST), "reading goes on").toMatchObject({ kind: "ok" });
    await waitFor("");
    await vi.waitFor(async () => expect(await insert(store, 4)).toMatchObject({ kind: "stored" }), {
      timeout: 10_000,
      interval: 100,
    });
    expect(await store.fault()).toBeUndefined();
    await vi.waitFor(async () => {
      const left = (await connections()).map((one) => one.query);
      expect(
        left.filter((text) => text.includes("pg_stat_activity")),
        "the look is over",
      ).toEqual([]);
    });
  });
});
