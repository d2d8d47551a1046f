/** A store of the release before migration 003, whose states were sentences. */

import { copyFileSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { undoMark } from "../../server/inbox/mark/undo-mark.ts";
import { readLead } from "../../server/leads/read-lead.ts";
import type { StoreLocation } from "../../server/settings/env.ts";
import { openStore } from "../../server/store/open-store.ts";
import { migratePostgres } from "../../server/store/postgres/migrate.ts";
import { openDatabase } from "../../server/store/sqlite/open-database.ts";
import {
  describePostgres,
  query,
  temporaryDatabase,
} from "../support/postgres.ts";
import { temporaryFolder } from "../support/server.ts";
import { detailIn } from "./contract/scenario.ts";

const MARKED = "2026-11-20T13:00:00.000Z";
const CALL = "2126-11-20T13:00:00.000Z";
const LEAD_ID = "01932000-0000-7000-8000-000000000001";
const id = (number: number) => LEAD_ID.replace(/.$/, String(number));

/**
 * What the release before wrote as `last_error`,
 * and what *Undo* of a mark as spam makes of it.
 */
const BEFORE = [
  [null, "due", undefined],
  ["The connection failed.", "due", undefined],
  ["This mailbox already got its emails for the day.", "dead", "withheld"],
  [
    "It was written to a file, since no mail server is set (SMTP_URL).",
    "dead",
    "written",
  ],
  [
    "A backup was restored, and this may have been sent before. Revive it to send it.",
    "dead",
    "restored",
  ],
  [
    "Held back when a backup was restored: it may have been sent before. Revive it to send it.",
    "dead",
    "restored",
  ],
] as const;

const quoted = (text: string | null) => (text === null ? "NULL" : `'${text}'`);

const ROWS = [
  `INSERT INTO lead_submissions VALUES ('${LEAD_ID}', '${MARKED}', 'Dana', 'd@sample.co', 'Ortiz', 'x', 'y', '')`,
  `INSERT INTO lead_contexts (lead_id, source, due_at, answered_at, outcome, outcome_at, version)
    VALUES ('${LEAD_ID}', 'form', '${MARKED}', '${MARKED}', 'spam', '${MARKED}', 1)`,
  `INSERT INTO lead_history (lead_id, number, kind, changed_at, state_before)
    VALUES ('${LEAD_ID}', 1, 'spam', '${MARKED}', '{"outcome":null,"outcome_at":null,
      "outcome_by":null,"answered_at":null,"answered_by":null,"due_at":"${MARKED}"}')`,
  `INSERT INTO bookings (id, lead_id, starts_at, ends_at, blocked_until, state, sequence, zone, phone, created_at, updated_at)
    VALUES ('${LEAD_ID}', '${LEAD_ID}', '${CALL}', '${CALL.replace("13:00", "14:00")}',
      '${CALL.replace("13:00", "14:00")}', 'cancelled', 1, 'UTC', '', '${MARKED}', '${MARKED}')`,
  ...BEFORE.map(
    ([sentence], index) => `INSERT INTO deliveries
      (id, lead_id, kind, target, state, attempts, due_at, next_at, last_error)
      VALUES ('${id(index + 1)}', '${LEAD_ID}', 'confirmation', '', 'cancelled', 1, '${MARKED}',
        '${MARKED}', ${quoted(sentence)})`,
  ),
];

/** Copies the migrations up to 002 of a kind of store. */
function earlierMigrations(kind: "sqlite" | "postgres") {
  const folder = temporaryFolder();
  for (const name of ["001-schema.sql", "002-undo-and-reminders.sql"])
    copyFileSync(
      new URL(`../../server/store/${kind}/migrations/${name}`, import.meta.url),
      join(folder, basename(name)),
    );
  return { folder: pathToFileURL(`${folder}/`), table: "schema_migrations" };
}

const TITLE =
  "after an upgrade, undoing a mark as spam sends nothing twice, and books the call again";

test(`${TITLE}, on SQLite`, async () => {
  await undoes(sqliteBefore(ROWS));
});

function sqliteBefore(rows: readonly string[]): StoreLocation {
  const dataDir = temporaryFolder();
  const sets = [earlierMigrations("sqlite")];
  const db = openDatabase(join(dataDir, "leads.db"), 100, sets);
  for (const row of rows) db.exec(row);
  db.close();
  return { dataDir, databaseUrl: undefined };
}

async function postgresBefore(rows: readonly string[]): Promise<StoreLocation> {
  const databaseUrl = await temporaryDatabase();
  await migratePostgres(databaseUrl, 5_000, [earlierMigrations("postgres")]);
  const path = "SET search_path = nightshift, public";
  await query(databaseUrl, [path, ...rows].join(";"));
  return { dataDir: temporaryFolder(), databaseUrl };
}

describePostgres("the former schema", () => {
  test(`${TITLE}, on PostgreSQL`, async () => {
    await undoes(await postgresBefore(ROWS));
  });
});

async function undoes(place: StoreLocation) {
  const store = await openStore(place, () => {});
  const change = {
    id: LEAD_ID,
    now: MARKED,
    today: "2026-11-20",
    newId: () => "",
    webhookUrls: [],
  };
  await undoMark(store, change, 1);
  const { deliveries, bookings } = detailIn(await readLead(store, LEAD_ID));
  await store.close();
  const became = deliveries
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ state, why }) => [state, why]);
  expect(became).toEqual(BEFORE.map(([, state, why]) => [state, why]));
  expect(bookings).toMatchObject([{ state: "booked" }]);
}
