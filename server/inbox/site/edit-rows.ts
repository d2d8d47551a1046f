/**
 * The team's edits of the content folder, as
 * rows: first the draft, then the history.
 */

import * as v from "valibot";
import { pathOfPointer, pointerTo } from "../../../contract/content/fields.ts";
import { CHANGE_ACTIONS } from "../../../contract/inbox/site-editor.ts";
import { maybeText } from "../../../contract/texts.ts";
import type { Edit } from "../../content/apply-edits.ts";
import { readRows, type Database } from "../../store/database.ts";
import { parseRecords, type Query } from "../../store/query.ts";
import { among, sql } from "../../store/sql.ts";

const json = v.optional(v.pipe(v.string(), v.parseJson()));

const EditRowSchema = v.object({
  id: v.string(),
  file: v.string(),
  path: v.pipe(v.string(), v.transform(pathOfPointer)),
  action: v.picklist(CHANGE_ACTIONS),
  value: json,
  was: json,
  /** An address; undefined with a link of the command line. */
  editedBy: maybeText,
  editedAt: v.string(),
  publishedBy: maybeText,
  publishedAt: maybeText,
});
export type EditRow = v.InferOutput<typeof EditRowSchema>;

/** The oldest first, since a later edit may build on an earlier one. */
export async function readDraft(query: Query) {
  const rows = await query`SELECT * FROM content_edits
    WHERE published_at IS NULL ORDER BY id`;
  return parseRecords(EditRowSchema, rows);
}

/** Of all published edits, also those that the history no longer shows. */
export async function publishedIds(query: Query) {
  const rows = await query`SELECT id FROM content_edits
    WHERE published_at IS NOT NULL`;
  return parseRecords(v.object({ id: v.string() }), rows);
}

/** So many published edits are shown, which is years of an owner's work. */
const HISTORY_SIZE = 500;

/** The latest publication first, and within it the edits as they were made. */
export const readPublished = (db: Database) =>
  readRows(
    db,
    EditRowSchema,
    sql`SELECT * FROM content_edits WHERE published_at IS NOT NULL
      ORDER BY published_at DESC, id LIMIT ${HISTORY_SIZE}`,
  );

/** A value that is missing has no JSON, so its column is NULL. */
export async function insertEdit(
  query: Query,
  edit: Edit & Pick<EditRow, "id" | "editedBy" | "editedAt">,
): Promise<void> {
  const { id, file, path } = edit;
  const { action, editedBy, editedAt } = edit;
  await query`INSERT INTO content_edits
    (id, file, path, action, value, was, edited_by, edited_at)
    VALUES (${id}, ${file}, ${pointerTo(path)}, ${action},
      ${JSON.stringify(edit.value)}, ${JSON.stringify(edit.was)}, ${editedBy},
      ${editedAt})`;
}

const idsOf = (edits: readonly EditRow[]) => edits.map(({ id }) => id);

export async function removeEdits(query: Query, edits: readonly EditRow[]) {
  await query`DELETE FROM content_edits
    WHERE id ${among(idsOf(edits))} AND published_at IS NULL`;
}

export async function markPublished(
  query: Query,
  edits: readonly EditRow[],
  { by, at }: { by: string | undefined; at: string },
): Promise<void> {
  await query`UPDATE content_edits
    SET published_by = ${by}, published_at = ${at}
    WHERE id ${among(idsOf(edits))} AND published_at IS NULL`;
}
