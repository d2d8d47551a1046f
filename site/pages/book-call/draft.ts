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
  const draft: Draft = { key: randomUuid(), lead };
  write(JSON.stringify(draft));
  return draft.key;
}

/** The browser's own `randomUUID` is missing on plain http and before Safari 15.4. Source: RFC 9562, section 5.4. */
function randomUuid(): string {
  const hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte, index) => {
    const marked = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte;
    return marked.toString(16).padStart(2, "0");
  });
  return hex.join("").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
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
