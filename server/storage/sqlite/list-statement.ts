/** The list of leads, and the search in it. Whatever it is asked, it reads about as much. */
import type { DatabaseSync } from "node:sqlite";
import { TROUBLED } from "../conditions.ts";
import { foldCase } from "../fold-case.ts";
import { toSummary } from "../outbox-rows.ts";
import { number } from "../records.ts";
import { INDEXED_LETTERS, LIST_PARTS, LOOKED_THROUGH, type ListPart } from "../search.ts";
import { rowColumns } from "../store.ts";
import type { Handlers } from "./messages.ts";

export const LEADS = "lead_submissions AS lead JOIN lead_contexts AS context ON context.lead_id = lead.id";

export const CONTEXT_COLUMNS = `context.due_at, context.answered_at, context.source = 'test' AS test, context.visit,
  context.outcome, context.outcome_at, context.suspicion`;

export const LEAD_COLUMNS = rowColumns.map((column) => `lead.${column}`).join(", ");

/** How a list is made. */
export function listStatement(db: DatabaseSync): Handlers["list"] {
  const summaries = db.prepare(
    `SELECT ${LEAD_COLUMNS}, ${CONTEXT_COLUMNS}, (
       SELECT count(*) FROM deliveries AS delivery WHERE delivery.lead_id = lead.id AND ${TROUBLED}
     ) AS troubled
     FROM json_each(?) AS shown JOIN lead_submissions AS lead ON lead.id = shown.value
       JOIN lead_contexts AS context ON context.lead_id = lead.id ORDER BY shown.key`,
  );

  /** A page of the leads of a part, in its order, in which the text stands; all of them for an empty one. */
  function find({ where, order }: ListPart, wanted: string, { skip, size }: { skip: number; size: number }) {
    const context = `FROM lead_contexts AS context WHERE ${where}`;
    const total = number(db.prepare(`SELECT count(*) AS total ${context}`).get(), "total");
    if (wanted === "") {
      const page = db.prepare(`SELECT lead_id ${context} ORDER BY ${order} LIMIT ? OFFSET ?`).all(size, skip);
      return { ids: page.map(({ lead_id: id }) => id), total };
    }
    const letters = Array.from(wanted);
    const isIndexed = letters.length >= INDEXED_LETTERS;
    const newest = isIndexed
      ? "SELECT rowid FROM lead_search WHERE lead_search MATCH :letters ORDER BY rowid DESC"
      : "SELECT number FROM lead_texts ORDER BY number DESC";
    // The first table is the one that is gone through: SQLite leaves the order of a CROSS JOIN as it is.
    const from =
      total <= LOOKED_THROUGH
        ? `lead_contexts AS context CROSS JOIN lead_texts AS said ON said.lead_id = context.lead_id WHERE TRUE`
        : `lead_texts AS said CROSS JOIN lead_contexts AS context ON context.lead_id = said.lead_id
             WHERE said.number IN (${newest} LIMIT ${LOOKED_THROUGH})`;
    const found = db
      .prepare(
        `SELECT context.lead_id FROM ${from} AND ${where} AND instr(said.text, :wanted) ORDER BY ${order}`,
      )
      .all({ wanted, ...(total > LOOKED_THROUGH && isIndexed ? { letters: trigrams(letters) } : {}) })
      .map(({ lead_id: id }) => id);
    return { ids: found.slice(skip, skip + size), total: found.length };
  }

  return ({ filter, search, page, size }) => {
    const wanted = foldCase(search);
    const shown: unknown[] = [];
    let [skip, total] = [(page - 1) * size, 0];
    for (const part of LIST_PARTS[filter]) {
      const found = find(part, wanted, { skip, size: size - shown.length });
      shown.push(...found.ids);
      skip = Math.max(0, skip - found.total);
      total += found.total;
    }
    return { kind: "ok", value: { rows: summaries.all(JSON.stringify(shown)).map(toSummary), total } };
  };
}

/** All that have to be in a text in which these letters stand in a row. Source: SQLite, "FTS5", section 3.1. */
function trigrams(letters: readonly string[]): string {
  const all = letters
    .slice(INDEXED_LETTERS - 1)
    .map((_, at) => letters.slice(at, at + INDEXED_LETTERS).join(""));
  return [...new Set(all)].map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(" ");
}
