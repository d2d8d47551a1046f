/** A PostgreSQL that is slow or hangs: what waits for it waits in a queue of its own kind, and connections do not pile up. */
import { expect, onTestFinished, test, vi } from "vitest";
import { openPostgresStore } from "../../server/storage/postgres/postgres-store.ts";
import type { Store } from "../../server/storage/operations.ts";
import { leadRow } from "../fakes/leads.ts";
import { describePostgres, onServer, temporaryDatabase } from "../fakes/postgres.ts";

async function open(url: string): Promise<Store> {
  const store = await openPostgresStore({ url, log: () => {} });
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
