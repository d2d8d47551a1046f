/** Load shedding: while too many leads are being stored, new ones are rejected, so that accepted ones are answered fast. */
import type { SubmitLeads } from "./submit-lead.ts";

/** Twice what waits when the embedded store is always busy: more would wait longer, and none be stored sooner. */
const MAX_CONCURRENT = 128;
/** The limit while the lead that was stored last waited longer than LONGEST_WAIT_MS. */
const MAX_WHILE_SLOW = 32;
const LONGEST_WAIT_MS = 250;

export const FULL_RETRY_SECONDS = 5;

export type LoadShedding = ReturnType<typeof createLoadShedding>;

export function createLoadShedding(submitLeads: SubmitLeads) {
  let concurrent = 0;
  let lastWaitMs = 0;
  const counts = { rejected: 0 };
  return Object.assign(counts, {
    submitLeads: async (...input: Parameters<SubmitLeads>) => {
      concurrent++;
      const begin = performance.now();
      try {
        return await submitLeads(...input);
      } finally {
        concurrent--;
        lastWaitMs = performance.now() - begin;
      }
    },
    /** Whether the next request has to be rejected, which is counted. */
    isFull: (): boolean => {
      const isFull = concurrent >= (lastWaitMs > LONGEST_WAIT_MS ? MAX_WHILE_SLOW : MAX_CONCURRENT);
      if (isFull) counts.rejected++;
      return isFull;
    },
  });
}
