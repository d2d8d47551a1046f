/** Site processes on PostgreSQL: many on one database, and a server that is down, or is full. */
import { randomUUID } from "node:crypto";
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
