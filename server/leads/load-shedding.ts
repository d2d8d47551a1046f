/** Load shedding: while too many leads are being stored, new ones are rejected, so that accepted ones are answered fast. */
import type { SubmitLeads } from "./submit-lead.ts";

/** Twice the number that waits while the embedded store is busy; with more, none is stored sooner. */
const MAX_CONCURRENT = 128;
/** The limit after a stored lead had waited longer than LONGEST_WAIT_MS. */
const MAX_WHILE_SLOW = 32;
const LONGEST_WAIT_MS = 250;
/** The first leads of a process are slow, and those that waited for its start would be refused for it. */
const WARM_UP_MS = 10_000;

export const FULL_RETRY_SECONDS = 5;

export type LoadShedding = ReturnType<typeof createLoadShedding>;

export function createLoadShedding(submitLeads: SubmitLeads) {
  const startedAt = performance.now();
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
        if (begin - startedAt > WARM_UP_MS) lastWaitMs = performance.now() - begin;
      }
    },
    /** Whether to reject the next request, which is then counted. */
    isFull: (): boolean => {
      const isFull = concurrent >= (lastWaitMs > LONGEST_WAIT_MS ? MAX_WHILE_SLOW : MAX_CONCURRENT);
      if (isFull) counts.rejected++;
      return isFull;
    },
  });
}
