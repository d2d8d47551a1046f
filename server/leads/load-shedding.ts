/** Turns leads away early while too many are being stored, so that those that are taken are answered as fast as ever. */
import type { SubmitLeads } from "./submit-lead.ts";

/** Twice what waits when the embedded store is busy all the time: more of them would wait longer, and none be stored sooner. */
const MAX_UNDER_WAY = 128;
/** So many are taken however long it takes; more of them only while what was stored last waited no longer than this. */
const FEW = 32;
const LONGEST_WAIT_MS = 250;

/** Seconds. */
export const FULL_RETRY_SECONDS = 5;

export interface LoadShedding {
  submitLeads: SubmitLeads;
  /** Whether the next request is turned away, which is counted. */
  isFull: () => boolean;
  readonly rejected: number;
}

export function createLoadShedding(submitLeads: SubmitLeads): LoadShedding {
  let underWay = 0;
  let lastWaitMs = 0;
  const counts = { rejected: 0 };
  return Object.assign(counts, {
    async submitLeads(...asked: Parameters<SubmitLeads>) {
      underWay++;
      const begin = performance.now();
      try {
        return await submitLeads(...asked);
      } finally {
        underWay--;
        lastWaitMs = performance.now() - begin;
      }
    },
    isFull() {
      const isFull = underWay >= (lastWaitMs > LONGEST_WAIT_MS ? FEW : MAX_UNDER_WAY);
      if (isFull) counts.rejected++;
      return isFull;
    },
  });
}
