import { attempt } from "../../../contract/attempt.ts";
import type { CALL_NUMBER, LeadColumn } from "../../../contract/lead/lead.ts";
import { keepItem, readItem } from "../../tab-storage.ts";

/** The newest text of each field. The calculator (home/late-code.ts) also writes this item. */
const TYPED_ITEM = "lead-typed";
/** The last texts that the form of each page showed, keyed by the page's path and query. */
const SHOWN_ITEM = "lead-shown";
const SENT_ITEM = "lead-sent";
export const UNANSWERED_ITEM = "call-unanswered";

export type TypedFields = Partial<
  Record<LeadColumn | typeof CALL_NUMBER.input, string>
>;

export function keepTyped(typed: TypedFields): void {
  keepItem(TYPED_ITEM, JSON.stringify({ ...readTyped(), ...typed }));
  keepItem(
    SHOWN_ITEM,
    JSON.stringify({ ...parseItem(SHOWN_ITEM), [shownAt()]: typed }),
  );
}

const shownAt = (): string => location.pathname + location.search;
export const readTyped = (): TypedFields => parseItem(TYPED_ITEM);

/** After Back, a browser may fill in these old texts. The page then fills in the newest texts. */
export const readShown = (): TypedFields =>
  Reflect.get(parseItem(SHOWN_ITEM), shownAt()) ?? {};

/** The server stores one lead for each key. A changed request gets a new key. */
export function keyFor(body: string): string {
  const last: { body?: string; key?: string } = parseItem(SENT_ITEM);
  if (last.key !== undefined && last.body === body) return last.key;
  // 128 random bits. `randomUUID` is missing on plain http and in Safari before 15.4.
  const key = crypto.getRandomValues(new Uint32Array(4)).join("-");
  keepItem(SENT_ITEM, JSON.stringify({ body, key }));
  return key;
}

export function dropDraft(): void {
  for (const item of [TYPED_ITEM, SHOWN_ITEM, SENT_ITEM, UNANSWERED_ITEM])
    keepItem(item, "");
}

/** Any field may be missing, since an earlier version of the site may have had other fields. */
function parseItem(item: string): object {
  return attempt(() => JSON.parse(readItem(item) ?? "null")) ?? {};
}
