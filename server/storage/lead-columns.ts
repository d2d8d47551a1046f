/** Whether the table of leads has every field of the contract: one without its migration would refuse each lead. */
import { LEADS_TABLE } from "../../contract/lead.ts";
import { OpeningError } from "./opening.ts";
import { rowColumns } from "./store.ts";

/**
 * @param found the columns that the table has; none while there is no table.
 * @param folder where the migration that is missing belongs, from the folder of the project.
 * @throws {OpeningError} that names each column that is missing.
 */
export function checkLeadColumns(found: readonly string[], folder: string): void {
  const missing = rowColumns.filter((column) => !found.includes(column));
  if (found.length === 0 || missing.length === 0) return;
  throw new OpeningError(
    `The table ${LEADS_TABLE} has no column ${missing.join(", ")}, so no lead can be stored: a migration that adds it is missing. Write one in ${folder} (docs/stores.md).`,
    `the store has no column ${missing.join(", ")}`,
  );
}
