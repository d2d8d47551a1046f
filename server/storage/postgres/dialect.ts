/** Statements that PostgreSQL runs in its own way: patterns, the search, and the insertion of leads. */
import type { Dialect } from "../query.ts";
import { INDEXED_LETTERS, LOOKED_THROUGH, spellings, type TextSearch } from "../search.ts";
import { PROMISED_HOURS } from "../../../contract/delivery.ts";
import { rowColumns } from "../store.ts";

const COLUMNS = rowColumns.join(", ");

// In the order of their ids, so two batches with ids in common wait for each other and do not deadlock.
const INSERT_LEADS = `WITH lead AS (
    INSERT INTO public.lead_submissions (${COLUMNS})
    SELECT ${COLUMNS} FROM json_populate_recordset(NULL::public.lead_submissions, $1) ORDER BY id
    RETURNING id, created_at, selected_service
  ), context AS (
    INSERT INTO nightshift.lead_contexts (lead_id, source, due_at, visit, service, came_at, came_from)
    SELECT id, $2, created_at + make_interval(hours => $3), $6::text, selected_service, created_at, $6::text::json ->> 'from'
    FROM lead
  ), said AS (
    INSERT INTO nightshift.lead_texts (lead_id, text)
    SELECT id, text FROM lead JOIN json_to_recordset($5) AS said (id uuid, text text) USING (id)
  )
  INSERT INTO nightshift.deliveries (id, lead_id, kind, target, state, attempts, due_at, next_at)
  SELECT id, "leadId", kind, target, 'due', 0, "notBefore", "notBefore"
  FROM json_to_recordset($4) AS planned (id uuid, "leadId" uuid, kind text, target text, "notBefore" timestamptz)
  WHERE target = '' OR NOT EXISTS (
    SELECT 1 FROM nightshift.disabled_targets AS disabled WHERE disabled.target = planned.target COLLATE "C")`;

const insert: Dialect["insert"] = async (query, { rows, source, visit, deliveries = [] }, texts) => {
  await query(INSERT_LEADS, [
    JSON.stringify(rows),
    source ?? "wire",
    PROMISED_HOURS,
    JSON.stringify(deliveries),
    texts,
    visit && JSON.stringify(visit),
  ]);
};

/** By the index on trigrams where there is one. */
const searchText: TextSearch = ({ where, order, values }, wanted, isLarge) => {
  const texts = spellings(wanted).map((one) => `%${one.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`);
  const isLike = `(${texts.map((_, at) => `text LIKE $${values.length + 1 + at}`).join(" OR ")})`;
  const newest = `(SELECT * FROM lead_texts ORDER BY number DESC LIMIT ${LOOKED_THROUGH}) AS newest`;
  const among = Array.from(wanted).length < INDEXED_LETTERS ? newest : "lead_texts";
  const said = isLarge
    ? `SELECT * FROM ${among} WHERE ${isLike} ORDER BY number DESC LIMIT ${LOOKED_THROUGH}`
    : `SELECT said.* FROM lead_texts AS said JOIN lead_contexts AS context USING (lead_id)
         WHERE ${where} AND ${isLike}`;
  return {
    text: `WITH said AS MATERIALIZED (${said}) SELECT context.lead_id FROM said
      JOIN lead_contexts AS context USING (lead_id) WHERE ${where} ORDER BY ${order}`,
    values: [...values, ...texts],
  };
};

export const dialect: Dialect = {
  insert,
  // Until the end of the transaction. Two keys with the same hash wait for each other, and nothing else.
  lockKey: "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))",
  patterns: {
    operator: "LIKE",
    pattern: (like) => like,
    // The columns' own collation lowercases ASCII only; this one every alphabet, whatever the database's language.
    folded: (column) => `replace(lower(${column} COLLATE "und-x-icu"), 'ς', 'σ')`,
  },
  searchText,
};
