/**
 * Puts beside leads what is missing there: of an earlier version, moved here, put in or changed by hand. A start waits
 * for that a moment; what takes longer is done while the site answers.
 */
import { setTimeout as wait } from "node:timers/promises";
import type { Unavailable } from "./availability.ts";

/** Leads at once, so that a lead that comes meanwhile does not wait long. */
export const FILLED_AT_ONCE = 500;

/** Milliseconds. */
const PATIENCE_MS = 2_000;

/** `upTo`: the last lead that was filled; undefined when there are no more. */
export interface Filled {
  kind: "filled";
  upTo: string | undefined;
}

type Fill = (after: string | undefined) => Promise<Filled | Unavailable>;

/** Goes on until there are no more, or the store cannot be written to. */
export async function fillAll(fill: Fill): Promise<void> {
  let after: string | undefined;
  do {
    const filled: Filled | Unavailable = await fill(after);
    after = filled.kind === "filled" ? filled.upTo : undefined;
  } while (after !== undefined);
}

/** @param fill does it for some leads after this id. While the store cannot be written to, it waits for the next start. */
export async function backfill(fill: Fill, onTrouble: (sentence: string) => void): Promise<void> {
  const filling = fillAll(fill).catch((error: unknown) =>
    onTrouble(`Leads could not be prepared: ${String(error)}.`),
  );
  await Promise.race([filling, wait(PATIENCE_MS, undefined, { ref: false })]);
}
