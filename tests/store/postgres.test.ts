/** What only PostgreSQL must do; `contract/` tests what every store must do. */

import { createServer } from "node:net";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { insertLeads } from "../../server/leads/insert-leads.ts";
import { readLead } from "../../server/leads/read-lead.ts";
import type { Database } from "../../server/store/database.ts";
import { openPostgresStore } from "../../server/store/postgres/postgres-database.ts";
import { columnOf, type Query } from "../../server/store/query.ts";
import { orUnavailable } from "../../server/store/unavailable.ts";
import { listen } from "../machine/free-port.ts";
import { leadRow } from "../support/leads.ts";
import {
  createDatabase,
  describePostgres,
  dropDatabase,
  query,
} from "../support/postgres.ts";
import { Scenario } from "./contract/scenario.ts";

let url: string;

async function open({
  setting,
  patience,
}: { setting?: string; patience?: number } = {}): Promise<Database> {
  const set =
    setting === undefined
      ? ""
      : `?options=${encodeURIComponent(`-c ${setting}`)}`;
  const store = await openPostgresStore(url + set, { log: () => {} }, patience);
  onTestFinished(() => store.close());
  return store;
}

const insert = (store: Database, number: number) =>
  insertLeads(store, { rows: [leadRow(number)] });

describePostgres("PostgreSQL", () => {
  beforeAll(async () => {
    url = await createDatabase();
    await (await openPostgresStore(url, { log: () => {} })).close();
  });
  afterAll(() => dropDatabase(url));

  test("gives each transaction its settings, whatever the connection has", async () => {
    const said: string[] = [];
    for (const commit of ["off", "remote_apply"]) {
      const store = await open({ setting: `synchronous_commit=${commit}` });
      for (const mode of ["read", "write"] as const)
        said.push(`${mode} (${commit})`, ...(await store[mode](settings)));
      const after = await store.write(async (ask) => {
        await ask`COMMIT`;
        return settings(ask);
      });
      said.push(`afterwards (${commit})`, ...after);
    }
    await expect(said.join("\n")).toMatchFileSnapshot("postgres.said.txt");
  });

  test("does not reuse a connection whose last statement may still run", async () => {
    // A busy machine may take longer to connect.
    const store = await vi.waitFor(() => open({ patience: 200 }), 20_000);
    const pid = async (ask: Query) =>
      (await ask`SELECT pg_backend_pid() AS pid`)[0]?.["pid"];
    let busyPid: unknown;
    const slowRead = store.read(async (ask) => {
      busyPid = await pid(ask);
      await ask`SET LOCAL statement_timeout = 0`;
      await ask`SELECT pg_sleep(5)`;
    });
    expect(await orUnavailable(slowRead)).toMatchObject({
      kind: "unavailable",
    });
    await vi.waitFor(async () => {
      expect(await store.read(pid)).toEqual(expect.any(Number));
      expect(await store.read(pid)).not.toBe(busyPid);
    }, 20_000);
  });

  test("is not waited for when its server is silent", async () => {
    const port = await listen(createServer().unref());
    const silent = `postgres://127.0.0.1:${port}/leads`;
    const opened = openPostgresStore(silent, { log: () => {} }, 50);
    await expect(opened).rejects.toThrow("reached (timeout expired)");
  });

  test("repeats a transaction that lost a deadlock", async () => {
    // A sequence counts attempts that were rolled back, too.
    await query(
      url,
      `CREATE SEQUENCE attempts; ${raiseOnInsert("40P01", "nextval('attempts') < 2")}`,
    );
    onTestFinished(
      async () => void (await query(url, "DROP FUNCTION fault CASCADE")),
    );
    expect(await insert(await open(), 2)).toMatchObject({ kind: "stored" });
  });

  test("books, marks and answers a lead at the same moment without a deadlock", async () => {
    // PostgreSQL ends a deadlock after this time. A
    // shorter time would hide deadlocks from this test.
    const scenario = new Scenario(
      await open({ setting: "deadlock_timeout=1min" }),
    );
    scenario.webhookUrls = ["https://hooks.example/"];
    for (let day = 0; day < 8; day++) {
      const { id } = await scenario.lead({ email: `${day}@sample.co` });
      const startsAt = new Date(Date.UTC(2027, 0, 1 + day)).toISOString();
      const moment = [
        scenario.book(startsAt, id),
        scenario.mark(id, "won"),
        scenario.answer(id),
      ] as const;
      expect((await Promise.all(moment))[0].kind).toBe("booked");
    }
  });

  test("throws an unexpected error without any data of a lead", async () => {
    const store = await open();
    await expect(readLead(store, "Dana Ortiz")).rejects.toThrow(
      "The database refused a statement (22P02).",
    );
    const rename = (from: string, to: string) =>
      query(
        url,
        `ALTER TABLE public.lead_submissions RENAME COLUMN ${from} TO ${to}`,
      );
    await rename("company_name", "company");
    onTestFinished(async () => void (await rename("company", "company_name")));
    const thrown = await insert(store, 3).catch((error: unknown) => error);
    expect(String(thrown)).toContain(
      'Error: The database refused a statement (42703: column "company_name"',
    );
    expect(
      JSON.stringify(thrown, Object.getOwnPropertyNames(thrown)),
    ).not.toMatch(/dana|ortiz/i);
  });
});

const settings = async (ask: Query) =>
  columnOf(
    await ask`SELECT name || ' = ' || setting AS said FROM pg_settings
      WHERE source IN ('session', 'client')
        OR name IN ('transaction_isolation', 'transaction_read_only') ORDER BY name`,
    "said",
  );

/** SQL of a trigger that fails an insert as PostgreSQL itself does. */
function raiseOnInsert(code: string, condition: string): string {
  return `CREATE FUNCTION fault() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF ${condition} THEN RAISE EXCEPTION 'a fault' USING ERRCODE = '${code}'; END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER fault BEFORE INSERT ON public.lead_submissions FOR EACH ROW EXECUTE FUNCTION fault()`;
}
