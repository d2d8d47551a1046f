/** The columns that statements read of a lead and of its context. */
import { rowColumns } from "./store.ts";

export const LEADS = "lead_submissions AS lead JOIN lead_contexts AS context ON context.lead_id = lead.id";

/** From the table under the name `lead`. */
export const LEAD_COLUMNS = rowColumns.map((column) => `lead.${column}`).join(", ");

/** From the table under the name `context`. */
export const CONTEXT_COLUMNS = `context.due_at, context.answered_at, context.answered_by, context.source = 'test' AS test, context.visit,
  context.outcome, context.outcome_at, context.outcome_by, context.suspicion`;
