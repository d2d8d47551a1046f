import { attempt } from "../../../contract/attempt.ts";
import type { CALL_NUMBER, LeadColumn } from "../../../contract/lead/lead.ts";
import { FORM_ITEMS, keepItem, readItem } from "../../tab-storage.ts";

export type TypedFields = Partial<
  Record<LeadColumn | typeof CALL_NUMBER.input, string>
>;

export function keepTyped(typed: TypedFields): void {
  keepItem(FORM_ITEMS.typed, JSON.stringify({ ...readTyped(), ...typed }));
  keepItem(
    FORM_ITEMS.shown,
    JSON.stringify({ ...parseItem(FORM_ITEMS.shown), [pageKey()]: typed }),
  );
}

/** Without a fragment. */
export const pathAndQuery = () => location.pathname + location.search;

/** The history may have a page twice, which only newer browsers tell apart. */
const pageKey = () => window.navigation?.currentEntry?.key ?? pathAndQuery();

export const readTyped = (): TypedFields => parseItem(FORM_ITEMS.typed);

/**
 * After Back, a browser may fill in these old
 * texts. The page then fills in the newest texts.
 */
export const readShown = (): TypedFields =>
  Reflect.get(parseItem(FORM_ITEMS.shown), pageKey()) ?? {};

/**
 * The server stores one lead for each key. A changed request gets a new key.
 */
export function keyFor(body: string): string {
  const last: { body?: string; key?: string } = parseItem(FORM_ITEMS.sent);
  if (last.key !== undefined && last.body === body) return last.key;
  // 128 random bits. `randomUUID` is missing
  // on plain http and in Safari before 15.4.
  const key = crypto.getRandomValues(new Uint32Array(4)).join("-");
  keepItem(FORM_ITEMS.sent, JSON.stringify({ body, key }));
  return key;
}

/**
 * Any field may be missing, since an earlier
 * version of the site may have had other fields.
 */
function parseItem(item: string): object {
  return attempt(() => JSON.parse(readItem(item))) ?? {};
}
