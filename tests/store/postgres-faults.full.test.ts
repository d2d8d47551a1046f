/** No fault of PostgreSQL, or of the connection to it, may end the site or lose a lead. */
import { connect, createServer, type Socket } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { openPostgresStore } from "../../server/store/postgres/postgres-database.ts";
import type { Database } from "../../server/store/database.ts";
import { KEYS, newHome, startProcess, untilReady } from "../support/process.ts";
import { LEAD, leadRow } from "../support/leads.ts";
import {
  createDatabase,
  describePostgres,
  describePostgresServer,
  privateServer,
  temporaryDatabase,
} from "../support/postgres.ts";
import { sendRequest } from "../support/server.ts";
import { listen } from "../machine/free-port.ts";
import { post } from "../wire/wire-request.ts";
import { insertLeads } from "../../server/leads/insert-leads.ts";
import { faultOf } from "../support/store.ts";

async function open(url: string, patience?: number): Promise<Database> {
  const store = await openPostgresStore(
    url,
    { log: () => {}, later: true },
    patience,
  );
  onTestFinished(() => store.close());
  return store;
}

/** Waits for the first connection, because a busy machine may be slower than a store's patience. */
async function untilConnected(store: Database): Promise<void> {
  const patience = { timeout: 15_000, interval: 200 };
  await vi.waitFor(
    async () => expect(await faultOf(store)).toBeUndefined(),
    patience,
  );
}

/** A database behind a proxy that a test can break. @param onClient handles a connection */
async function behindProxy(
  onClient: (client: Socket, connectServer: () => Socket) => void,
) {
  const url = new URL(await temporaryDatabase());
  const target = Number(url.port);
  const proxy = createServer((client) => {
    client.on("error", () => {});
    onClient(client, () => {
      const server = connect(target, "127.0.0.1").on("error", () => {});
      client.on("close", () => server.destroy());
      return server;
    });
  });
  onTestFinished(() => void proxy.close());
  url.port = String(await listen(proxy));
  return { url: url.href, proxy };
}

const environment = (url: string) => newHome({ ...KEYS, DATABASE_URL: url });

describePostgres("a database", () => {
  // Sources: PostgreSQL, "Message Formats": AuthenticationCleartextPassword, AuthenticationOk, ReadyForQuery.
  test.each([
    ["before TLS", "S", "?sslmode=no-verify"],
    ["after it asks for a password", "R\0\0\0\x08\0\0\0\x03", ""],
    ["before the first statement", "R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I", ""],
  ])(
    "that falls silent %s is unavailable until it speaks",
    async (_when, first, parameters) => {
      let speaks = false;
      const { url } = await behindProxy((client, connectServer) => {
        if (speaks) client.pipe(connectServer()).pipe(client);
        else client.once("data", () => client.write(first, "latin1"));
      });
      const begin = performance.now();
      const store = await open(url + parameters, 300);
      expect(performance.now() - begin).toBeLessThan(20_000);
      expect(await insertLeads(store, { rows: [leadRow(1)] })).toMatchObject({
        kind: "unavailable",
      });
      expect(await faultOf(store)).toMatch(/^the database cannot be reached/);
      // The test server has no TLS, so a connection with TLS cannot succeed.
      if (parameters !== "") return;
      speaks = true;
      await untilConnected(store);
    },
  );

  test("that refuses the password stops no page, and no message has the password", async () => {
    const url = new URL(await temporaryDatabase());
    url.password = "hunter2";
    const server = await startProcess(environment(url.href));
    expect((await sendRequest(server.port, { path: "/" })).status).toBe(200);
    expect(
      JSON.parse((await sendRequest(server.port, { path: "/readyz" })).body),
    ).toEqual({
      status: "store unavailable",
      reason: "the database refused the user or the password",
    });
    const fault = "DATABASE_URL cannot be used: the database refused the user";
    expect(server.stderr()).toContain(`; the site tries again: ${fault}`);
    expect(server.stderr()).not.toContain("hunter2");
  });
});

describePostgresServer("a PostgreSQL server", () => {
  test("that is down when the site starts is used when it comes up", async () => {
    const database = await privateServer();
    const url = await createDatabase(database.url);
    await database.stop();
    const site = await startProcess(environment(url));
    await expect
      .poll(site.stdout)
      .toMatch(
        /leads +PostgreSQL at 127\.0\.0\.1:\d+\/nightshift_\w+"\}\n.*"not available yet/,
      );
    const fault =
      "The store cannot be used now: the database cannot be reached (ECONNREFUSED).";
    expect(site.stderr()).toMatch(`; the site tries again: ${fault}\n`);
    expect(await sendRequest(site.port, { path: "/readyz" })).toMatchObject({
      status: 503,
    });
    expect(await sendRequest(site.port, { path: "/" })).toMatchObject({
      status: 200,
    });
    const refused = await sendRequest(site.port, post(LEAD));
    expect(refused).toMatchObject({
      status: 503,
      headers: { "retry-after": "5" },
    });
    expect(refused.body).not.toMatch(/ECONN|postgres|127\.0/i);
    await database.start();
    await untilReady(site.port);
    expect(await sendRequest(site.port, post(LEAD))).toMatchObject({
      status: 201,
    });
  }, 60_000);
});
