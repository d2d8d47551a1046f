import { attempt } from "../../../contract/attempt.ts";
import { columnNames, type CALL_NUMBER, type LeadColumn, type LeadFields } from "../../../contract/lead.ts";
import { keepItem, readItem } from "../../tab-storage.ts";

/** The calculator writes to this item, too: site/pages/home/late-code.ts. */
const DRAFT_ITEM = "lead-typed";
const SENT_ITEM = "lead-sent";

export type TypedFields = Partial<Record<LeadColumn | typeof CALL_NUMBER.input, string>>;

/**
 * Keeps the newest text and, by path, the text that each page's form showed last. Back may show
 * that one again, and then the page replaces it by the newest.
 */
export function keepTyped(typed: TypedFields): void {
  keepItem(DRAFT_ITEM, JSON.stringify({ ...readTyped(), ...typed, [location.pathname]: typed }));
}

export const readTyped = (): TypedFields => readDraft(DRAFT_ITEM);

/** The last key if it was sent with the same text, else a new one, stored with the text. */
export function keyFor(lead: LeadFields): string {
  const last = readDraft(SENT_ITEM);
  const isSame = columnNames.every((column) => last[column] === lead[column]);
  if (last.key !== undefined && isSame) return last.key;
  // 128 random bits; `randomUUID` is missing on plain http and before Safari 15.4.
  const key = crypto.getRandomValues(new Uint32Array(4)).join("-");
  keepItem(SENT_ITEM, JSON.stringify({ ...lead, key }));
  return key;
}

export function dropDraft(): void {
  for (const item of [DRAFT_ITEM, SENT_ITEM]) keepItem(item, "");
}

/** An earlier version of the site may have stored other fields, so any field may be missing. */
function readDraft(item: string): TypedFields & { key?: string } {
  return attempt(() => JSON.parse(readItem(item) ?? "null")) ?? {};
}
