/** The leads that somebody ticked, with the versions that the page showed. */

import type { Stale } from "../../contract/inbox/leads-admin.ts";
import type { AgencyChange } from "../leads/history.ts";
import { parseUuid } from "../leads/uuid.ts";
import type { Deed } from "./deed.ts";
import { PartlyStale, present } from "./forms.ts";

/**
 * One request takes at most this many leads, to
 * end within seconds. The next takes the rest.
 */
export const MOST_LEADS = 1_000;

/** `number` is the number of the mark that *Undo* takes back. */
export type Tick = Pick<AgencyChange, "id" | "seen"> & {
  number?: number | undefined;
};

/**
 * Reads what `tickOf` writes. The version may
 * be missing: a URL can name a lead by its id.
 */
export function ticksOf(values: readonly string[]): Tick[] {
  const ticks = new Map<string, Tick>();
  for (const tick of values) {
    const [text = "", ...numbers] = tick.split(".");
    const id = parseUuid(text);
    const [seen, number] = numbers.map((one) =>
      /^\d{1,9}$/.test(one) ? Number(one) : undefined,
    );
    if (id !== undefined) ticks.set(id, { id, seen, number });
  }
  return [...ticks.values()].slice(0, MOST_LEADS);
}

/**
 * @throws {PartlyStale} with what was done to
 * other leads; {InboxFailure} if no lead exists
 */
export function unlessAnyStale(
  deed: Deed & { count: number },
  stale: readonly Stale[],
): Deed {
  const done = deed.count > 0 ? deed : undefined;
  if (stale.length > 0) throw new PartlyStale(stale, done);
  return present(done);
}
