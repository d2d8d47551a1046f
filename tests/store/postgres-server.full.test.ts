/** Site processes on PostgreSQL: many on one database, and a server that is down, is full, or finishes no commit. */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { openPostgresStore } from "../../server/storage/postgres/postgres-store.ts";
import type { InsertResult } from "../../server/storage/store.ts";
import { KEYS, newHome } from "../fakes/home.ts";
import { LEAD, leadRow } from "../fakes/leads.ts";
import {
  createDatabase,
  describePostgres,
  describePostgresServer,
  onServer,
  privateServer,
  query,
  temporaryDatabase,
} from "../fakes/postgres.ts";
import { startProcess, untilReady } from "../fakes/process.ts";
import { sendRequest, type TestResponse } from "../fakes/server.ts";
import { post } from "../wire/wire-request.ts";

const environment = (url: string) => newHome({ ...KEYS, DATABASE_URL: url, LOG_LEVEL: "error" });

const stored = (url: string) =>
  query<{ id: string; name: string }>(url, "SELECT id, name FROM public.lead_submissions");

describePostgres("several site processes", () => {
  test("make one lead of one key, whichever of them is asked", async () => {
    const url = await temporaryDatabase();
    // At once: one of them creates the schema while the others wait.
    const servers = await Promise.all(Array.from({ length: 3 }, () => startProcess(environment(url))));
    const keys = Array.from({ length: 5 }, () => randomUUID());
    // A busy machine tells some clients to come again, and they do.
    const insert = async (port: number, key: string): Promise<TestResponse> => {
      const answer = await sendRequest(port, post(LEAD, { "idempotency-key": key }));
      return answer.status === 503 ? insert(port, key) : answer;
    };
    const answers = await Promise.all(
      keys.flatMap((key) =>
        Array.from({ length: 12 }, (_, n) => insert(servers[n % servers.length]?.port ?? 0, key)),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    const ids = new Set(answers.map(({ body }) => JSON.parse(body).id));
    expect(ids.size).toBe(keys.length);
    expect(new Set((await stored(url)).map(({ id }) => id))).toEqual(ids);
  });

  test("serve pages with a wrong password, and say so without it", async () => {
    const url = new URL(await temporaryDatabase());
    url.password = "hunter2";
    const server = await startProcess(environment(url.href));
    expect((await sendRequest(server.port, { path: "/" })).status).toBe(200);
    expect(JSON.parse((await sendRequest(server.port, { path: "/readyz" })).body)).toEqual({
      status: "store unavailable",
      reason: "the database refused the user or the password",
    });
    expect(server.stderr()).toMatch(
      /^The store cannot be opened, so leads are refused; the site tries again: DATABASE_URL cannot be used: the database refused the user .*\n$/,
    );
    expect(server.stderr()).not.toContain("hunter2");
  });
});

describePostgresServer("a server of PostgreSQL", () => {
  test("that is down at the start is waited for", async () => {
    const database = await privateServer();
    const url = await createDatabase(database.url);
    await database.stop("fast");
    const site = await startProcess(environment(url));
    expect(site.stdout()).toMatch(
      /leads +PostgreSQL at 127\.0\.0\.1:\d+\/nightshift_\w+"\}\n.*"not available yet/,
    );
    expect(site.stderr()).toBe(
      "The store cannot be opened, so leads are refused; the site tries again: The database could not be used: the " +
        "database cannot be reached (ECONNREFUSED).\n",
    );
    expect(await sendRequest(site.port, { path: "/readyz" })).toMatchObject({ status: 503 });
    expect(await sendRequest(site.port, { path: "/" })).toMatchObject({ status: 200 });
    const refused = await sendRequest(site.port, post(LEAD));
    expect(refused).toMatchObject({ status: 503, headers: { "retry-after": "5" } });
    expect(refused.body).not.toMatch(/ECONN|postgres|127\.0/i);
    await database.start();
    await untilReady(site.port);
    expect(await sendRequest(site.port, post(LEAD))).toMatchObject({ status: 201 });
  }, 60_000);

  test("that has no connection left is answered as unavailable, and used again when one is free", async () => {
    const settings = { max_connections: "4", superuser_reserved_connections: "0", max_wal_senders: "0" };
    const database = await privateServer(settings);
    const url = await createDatabase(database.url);
    const store = await openPostgresStore({ url, log: () => {} });
    onTestFinished(() => store.close());
    let taken: InsertResult[] = [];
    // The store has one.
    await onServer(url, () =>
      onServer(url, () =>
        onServer(url, async () => {
          taken = await Promise.all([2, 3].map((n) => store.run("insert", { rows: [leadRow(n)] })));
        }),
      ),
    );
    expect(taken).toContainEqual({
      kind: "unavailable",
      reason: "the database has no free connection (53300)",
    });
    await vi.waitFor(
      async () => expect(await store.run("insert", { rows: [leadRow(1)] })).toMatchObject({ kind: "stored" }),
      10_000,
    );
  }, 60_000);
});

describePostgresServer("a commit that hangs, as a synchronous standby is gone,", () => {
  test("costs the connections of one process once, and leads are taken again as soon as commits end", async () => {
    const server = await privateServer();
    const url = await createDatabase(server.url);
    const store = await openPostgresStore({ url, log: () => {}, patience: 300 });
    onTestFinished(() => store.close());
    const insert = (number: number) => store.run("insert", { rows: [leadRow(number)] });
    expect(await insert(1)).toMatchObject({ kind: "stored" });
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
      await Promise.all(Array.from({ length: 20 }, (_, n) => insert(100 * (round + 1) + n)));
      await sleep(600);
    }
    const ours = await connections();
    expect(ours.filter((one) => one.query === "COMMIT").length).toBeLessThanOrEqual(4);
    expect(ours.length).toBeLessThanOrEqual(11);
    const reason = "the database finishes no commit: a synchronous standby does not answer";
    expect(await store.fault()).toBe(reason);
    expect(await insert(3)).toEqual({ kind: "unavailable", reason });
    expect(
      await store.run("list", { page: 1, size: 50, filter: "all", search: "" }),
      "reading goes on",
    ).toMatchObject({ kind: "ok" });
    await waitFor("");
    await vi.waitFor(async () => expect(await insert(4)).toMatchObject({ kind: "stored" }), {
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
