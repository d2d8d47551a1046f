/** The search in PostgreSQL: by the index on trigrams where there is one. */
import { INDEXED_LETTERS, LOOKED_THROUGH, type TextSearch } from "../search.ts";

export const searchText: TextSearch = ({ where, order }, wanted, isLarge) => {
  const newest = `(SELECT * FROM lead_texts ORDER BY number DESC LIMIT ${LOOKED_THROUGH}) AS newest`;
  const among = Array.from(wanted).length < INDEXED_LETTERS ? newest : "lead_texts";
  const said = isLarge
    ? `SELECT * FROM ${among} WHERE text LIKE $1 ORDER BY number DESC LIMIT ${LOOKED_THROUGH}`
    : `SELECT said.* FROM lead_texts AS said JOIN lead_contexts AS context USING (lead_id)
         WHERE ${where} AND text LIKE $1`;
  return {
    text: `WITH said AS MATERIALIZED (${said}) SELECT context.lead_id FROM said
      JOIN lead_contexts AS context USING (lead_id) WHERE ${where} ORDER BY ${order}`,
    values: [`%${wanted.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`],
  };
};
