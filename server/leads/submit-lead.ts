/** The one path on which leads come in: from the wire and from the form without a script. */
import { createHash } from "node:crypto";
import { leadColumns, type LeadFields, type LeadRow } from "../../contract/lead.ts";
import { IDEMPOTENCY_WINDOW_MS } from "../../contract/limits.ts";
import { validateLead, type Problem, type UncheckedLead } from "../../contract/validation.ts";
import type { InsertResult, LeadStore } from "../storage/store.ts";
import { createUuidV7 } from "./uuid.ts";

/** A lead as it arrived. `id` is a UUID when the client chose one. */
export interface LeadDraft {
  fields: UncheckedLead;
  id?: string;
}

/**
 * What makes a second request the same as the first: nothing, a key that the client chose, or that it says the
 * same.
 */
export type SameWhen = { kind: "never" } | { kind: "key"; key: string } | { kind: "content" };

export type SubmitResult =
  | InsertResult
  /** `row` is the first lead with problems, counted from 0. */
  | { kind: "invalid"; row: number; problems: readonly [Problem, ...Problem[]] };

/** Stores all of the leads, durably, or none of them. */
export type SubmitLeads = (drafts: readonly LeadDraft[], sameWhen: SameWhen) => Promise<SubmitResult>;

/** @param now the time in milliseconds since 1970. */
export function createSubmitLeads(store: LeadStore, now: () => number): SubmitLeads {
  const newId = createUuidV7(now);
  return async (drafts, sameWhen) => {
    const usedAt = new Date(now()).toISOString();
    const rows: LeadRow[] = [];
    for (const [row, { fields, id }] of drafts.entries()) {
      const validation = validateLead(fields);
      if (!validation.ok) return { kind: "invalid", row, problems: validation.problems };
      rows.push({ id: id ?? newId(), created_at: usedAt, ...validation.lead });
    }
    if (sameWhen.kind === "never") return store.insert({ rows });
    const fingerprint = fingerprintOf(drafts, rows);
    return store.insert({
      rows,
      idempotency: {
        // Two name spaces: no client can choose the key of a form.
        key: sameWhen.kind === "key" ? `key:${sameWhen.key}` : `form:${fingerprint}`,
        fingerprint,
        usedAt,
        forgetBefore: new Date(now() - IDEMPOTENCY_WINDOW_MS).toISOString(),
      },
    });
  };
}

/** Of what the client said, normalized: not of the ids and times that we gave. */
function fingerprintOf(drafts: readonly LeadDraft[], rows: readonly LeadFields[]): string {
  const said = rows.map((row, index) => [
    drafts[index]?.id ?? null,
    ...leadColumns.map((column) => row[column]),
  ]);
  return createHash("sha256").update(JSON.stringify(said)).digest("hex");
}
