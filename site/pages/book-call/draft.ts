/**
 * What was filled in and with which key it was sent, kept in this tab until it is stored: a reload after a failure
 * brings the words back, and sending the same words again is the same lead.
 */
import { leadColumns, type LeadFields } from "../../../contract/lead.ts";

const ITEM = "lead-draft";

export interface Draft {
  key: string;
  lead: LeadFields;
}

/** Where the browser keeps nothing (storage is blocked), a draft lasts as long as the page. */
let inMemory: string | null = null;

/** The key for these words: the last one if they are the same, else a new one. Remembers both. */
export function keyFor(lead: LeadFields): string {
  const last = readDraft();
  if (last && leadColumns.every((column) => last.lead[column] === lead[column])) return last.key;
  const draft: Draft = { key: crypto.randomUUID(), lead };
  write(JSON.stringify(draft));
  return draft.key;
}

export function readDraft(): Draft | undefined {
  try {
    const draft: unknown = JSON.parse(read() ?? "null");
    return isDraft(draft) ? draft : undefined;
  } catch {
    return undefined;
  }
}

export function dropDraft(): void {
  write(null);
}

function isDraft(value: unknown): value is Draft {
  if (!isRecord(value) || typeof value["key"] !== "string") return false;
  const lead = value["lead"];
  return isRecord(lead) && leadColumns.every((column) => typeof lead[column] === "string");
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function read(): string | null {
  try {
    return sessionStorage.getItem(ITEM);
  } catch {
    return inMemory;
  }
}

function write(item: string | null): void {
  inMemory = item;
  try {
    if (item === null) sessionStorage.removeItem(ITEM);
    else sessionStorage.setItem(ITEM, item);
  } catch {
    // Blocked or full: `inMemory` has it.
  }
}
