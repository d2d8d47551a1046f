/**
 * No fault of PostgreSQL, or of the connection
 * to it, may end the site or lose a lead.
 */

import { expect, test } from "vitest";
import { LEAD } from "../support/leads.ts";
import {
  createDatabase,
  describePostgres,
  describePostgresServer,
  privateServer,
  temporaryDatabase,
} from "../support/postgres.ts";
import { KEYS, newHome, startProcess, untilReady } from "../support/process.ts";
import { sendRequest, statusOf } from "../support/server.ts";
import { post } from "../wire/wire-request.ts";

const environment = (url: string) => newHome({ ...KEYS, DATABASE_URL: url });

describePostgres("a database", () => {
  test("that refuses the password stops no page, and no message has the password", async () => {
    const url = new URL(await temporaryDatabase());
    url.password = "hunter2";
    const server = await startProcess(environment(url.href));
    expect(await statusOf(server.port, "/")).toBe(200);
    expect(
      JSON.parse((await sendRequest(server.port, { path: "/readyz" })).body),
    ).toEqual({
      status: "store unavailable",
      reason: "the database refused the user or the password (28P01)",
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
      "DATABASE_URL cannot be used: the database cannot be reached (ECONNREFUSED).";
    expect(site.stderr()).toMatch(`; the site tries again: ${fault}\n`);
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
    await database.stop();
    await expect.poll(() => statusOf(site.port, "/readyz")).toBe(503);
    expect(site.stdout()).not.toContain('"level":60');
  }, 60_000);
});
