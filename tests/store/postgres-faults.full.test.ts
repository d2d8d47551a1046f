/** Faults of a shared database. Each one is real; none may end the process or hide a lead. */
import { connect, createServer, Socket } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { openPostgresStore } from "../../server/storage/postgres/postgres-store.ts";
import type { Store } from "../../server/storage/operations.ts";
import { leadRow } from "../fakes/leads.ts";
import { startLine } from "../fakes/line.ts";
import { describePostgres, onServer, query, temporaryDatabase } from "../fakes/postgres.ts";
import { listen } from "../machine/free-port.ts";

const ALL = { filters: [], order: [], offset: 0, limit: 1000, count: false };

async function open(url: string, patience?: number): Promise<Store> {
  const store = await openPostgresStore({ url, log: () => {}, later: true, ...(patience && { patience }) });
  onTestFinished(() => store.close());
  return store;
}

/** A store with short timeouts needs a connection before they are tested: a busy machine is slow to make one. */
async function connected(store: Store): Promise<void> {
  await vi.waitFor(async () => expect(await store.fault()).toBeUndefined(), {
    timeout: 15_000,
    interval: 200,
  });
}

/** Waits until a lead is stored. */
function expectStored(store: Store, number: number): Promise<void> {
  const insert = () => store.run("insert", { rows: [leadRow(number)] });
  return vi.waitFor(async () => expect(await insert()).toMatchObject({ kind: "stored" }), 10_000);
}

describePostgres("a fault of the database", () => {
  test("that makes it read-only is answered as unavailable, and passes by itself", async () => {
    const url = await temporaryDatabase();
    const store = await open(url);
    await store.run("insert", { rows: [leadRow(1)] });
    const name = new URL(url).pathname.slice(1);
    // A failover ends connections like this; the idle ones are not in use when it happens.
    const setReadOnly = (value: string) =>
      query(
        url,
        `BEGIN READ WRITE; ALTER DATABASE ${name} SET default_transaction_read_only = ${value}; COMMIT;
          SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}' AND pid <> pg_backend_pid()`,
      );
    await setReadOnly("on");
    await vi.waitFor(
      async () =>
        expect(await store.run("insert", { rows: [leadRow(2)] })).toEqual({
          kind: "unavailable",
          reason: "the database is read-only (25006)",
        }),
      10_000,
    );
    expect(await open(url).then((started) => started.fault())).toBe("the database is read-only (25006)");
    expect(await store.run("read", ALL)).toMatchObject({ kind: "rows", rows: [leadRow(1)] });
    await setReadOnly("off");
    await expectStored(store, 2);
  });

  test("that holds a lock for too long is answered as unavailable, and leaves nothing behind", async () => {
    const url = await temporaryDatabase();
    const store = await open(url, 300);
    await connected(store);
    await onServer(url, async (client) => {
      await client.query("BEGIN; LOCK TABLE public.lead_submissions IN EXCLUSIVE MODE");
      expect(await store.run("insert", { rows: [leadRow(1)] })).toEqual({
        kind: "unavailable",
        reason: "the database took too long (57014)",
      });
    });
    await vi.waitFor(async () => expect(await store.run("read", ALL)).toMatchObject({ rows: [] }), 10_000);
    await expectStored(store, 1);
  });

  // Sources: PostgreSQL, "Message Formats": AuthenticationCleartextPassword, AuthenticationOk, ReadyForQuery.
  test.each([
    ["at the connection", "", ""],
    ["instead of TLS", "S", "?sslmode=no-verify"],
    ["at the password", "R\0\0\0\x08\0\0\0\x03", ""],
    ["at the first statement", "R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I", ""],
  ])("that is silent %s is given up, and found again", async (_when, first, parameters) => {
    const url = new URL(await temporaryDatabase());
    const target = Number(url.port);
    let speaks = false;
    const server = createServer((near) => {
      near.on("error", () => {});
      if (!speaks) return near.once("data", () => first !== "" && near.write(first, "latin1"));
      const far = connect(target, "127.0.0.1").on("error", () => {});
      near.on("close", () => far.destroy());
      return near.pipe(far).pipe(near);
    });
    onTestFinished(() => void server.close());
    url.port = String(await listen(server));
    url.search = parameters;
    const begin = performance.now();
    const store = await open(url.href, 300);
    expect(performance.now() - begin).toBeLessThan(5_000);
    expect(await store.run("insert", { rows: [leadRow(1)] })).toMatchObject({ kind: "unavailable" });
    expect(await store.fault()).toMatch(/^the database cannot be reached/);
    if (parameters !== "") return;
    speaks = true;
    await connected(store);
  });

  test("that goes silent keeps none of our idle connections", async () => {
    const url = new URL(await temporaryDatabase());
    const target = Number(url.port);
    const line = await startLine(() => target);
    url.port = String(line.port);
    const connecting = vi.spyOn(Socket.prototype, "connect");
    const store = await open(url.href, 1_000);
    await connected(store);
    const ours = connecting.mock.contexts.filter(
      (_, at) => String(connecting.mock.calls[at]?.[0]) === url.port,
    );
    connecting.mockRestore();
    expect(ours.length).toBeGreaterThan(0);
    line.silence();
    await expect.poll(() => ours.every((socket) => Object(socket).destroyed), { timeout: 20_000 }).toBe(true);
  });

  test("that keeps its migrations locked delays no start", async () => {
    const url = await temporaryDatabase();
    let store: Store | undefined;
    await onServer(url, async (client) => {
      await client.query("SELECT pg_advisory_lock(7301844526)");
      store = await open(url);
      expect(await store.fault()).toBe("the store is not open");
    });
    await connected(store ?? expect.fail());
  });
});
