/** A store of the release before migration 003: states were sentences, and a call was an outcome. */
import { copyFileSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { LISTS, type List } from "../../contract/inbox/leads-admin.ts";
import { listIds } from "../../server/inbox/list/list-leads.ts";
import { undoMark } from "../../server/inbox/mark/undo-mark.ts";
import { createTeam } from "../../server/leads/team.ts";
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

/** What the release before wrote as `last_error`, and what *Undo* of a mark as spam makes of it. */
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

const PAST = "2026-11-18T13:00:00.000Z";

/** Leads of that release, each with the list in which it belongs now. */
const LEADS_BEFORE: readonly {
  answered?: boolean;
  outcome?: string;
  call?: readonly [string, string];
  list: List;
}[] = [
  { list: "open" },
  { answered: true, list: "waiting" },
  { answered: true, outcome: "booked", call: ["booked", CALL], list: "booked" },
  { answered: true, outcome: "booked", call: ["booked", PAST], list: "next" },
  { answered: true, outcome: "booked", call: ["missed", PAST], list: "next" },
  { answered: true, call: ["cancelled", CALL], list: "next" },
  { answered: true, outcome: "won", call: ["booked", PAST], list: "won" },
  { answered: true, outcome: "lost", list: "lost" },
  { answered: true, outcome: "suspected", list: "spam" },
];

const END = "T14:00:00.000Z";
const LISTED_ROWS = LEADS_BEFORE.flatMap(
  ({ answered = false, outcome = null, call }, index) => {
    const answeredAt = quoted(answered ? MARKED : null);
    const outcomeAt = quoted(outcome && MARKED);
    const lead = id(index + 1);
    const rows = [
      `INSERT INTO lead_submissions VALUES ('${lead}', '${MARKED}', 'Dana', 'd${index}@sample.co', 'Ortiz', 'x', 'y', '')`,
      `INSERT INTO lead_contexts (lead_id, source, due_at, answered_at, outcome, outcome_at)
        VALUES ('${lead}', 'lead', '${MARKED}', ${answeredAt}, ${quoted(outcome)}, ${outcomeAt})`,
    ];
    if (!call) return rows;
    const [state, startsAt] = call;
    const endsAt = startsAt.slice(0, 10) + END;
    const booking = `INSERT INTO bookings (id, lead_id, starts_at, ends_at, blocked_until, state, sequence, zone, phone, created_at, updated_at)
      VALUES ('${lead}', '${lead}', '${startsAt}', '${endsAt}', '${endsAt}', '${state}', 0, 'UTC', '', '${MARKED}', '${MARKED}')`;
    // Two past calls may not overlap.
    return [...rows, booking.replaceAll("-18T", `-${10 + index}T`)];
  },
);

const LISTED = "after an upgrade, each lead is in the list in which it belongs";

async function listsOf(place: StoreLocation) {
  const store = await openStore(place, () => {});
  const found: List[] = [];
  const moment = { now: MARKED, today: "2026-11-20" };
  for (const [index] of LEADS_BEFORE.entries())
    for (const filter of LISTS) {
      const ids = await listIds(store, { filter, size: 99, ...moment });
      if (ids.includes(id(index + 1))) found.push(filter);
    }
  await store.close();
  return found;
}
const BELONGS = LEADS_BEFORE.map(({ list }) => list);

test(`${LISTED}, on SQLite`, async () => {
  expect(await listsOf(sqliteBefore(LISTED_ROWS))).toEqual(BELONGS);
});

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

/** Ben was invited before the settings named him. */
const TEAM_ROWS = ["ben", "eve"].map(
  (name) => `INSERT INTO team_members (email, invited_by, invited_at, mails)
    VALUES ('${name}@agency.example', 'ana@agency.example', '${MARKED}', 'mine')`,
);
const ALL = { role: "owner", mails: "all", takesLeads: true } as const;
const TEAM_AFTER = [
  { email: "ana@agency.example", ...ALL },
  { email: "ben@agency.example", ...ALL },
  {
    email: "eve@agency.example",
    role: "member",
    mails: "mine",
    takesLeads: false,
  },
];
const KEPT =
  "after an upgrade, everybody of the team gets what they got before";

async function teamOf(place: StoreLocation) {
  const store = await openStore(place, () => {});
  const named = ["ana@agency.example", "ben@agency.example"];
  const members = await createTeam({ store, named }).members();
  await store.close();
  return members;
}

test(`${KEPT}, on SQLite`, async () => {
  expect(await teamOf(sqliteBefore(TEAM_ROWS))).toMatchObject(TEAM_AFTER);
});

describePostgres("the former schema", () => {
  test(`${KEPT}, on PostgreSQL`, async () => {
    expect(await teamOf(await postgresBefore(TEAM_ROWS))).toMatchObject(
      TEAM_AFTER,
    );
  });

  test(`${TITLE}, on PostgreSQL`, async () => {
    await undoes(await postgresBefore(ROWS));
  });

  test(`${LISTED}, on PostgreSQL`, async () => {
    expect(await listsOf(await postgresBefore(LISTED_ROWS))).toEqual(BELONGS);
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
  expect(bookings).toMatchObject([{ state: "booked", sequence: 0 }]);
}
