/** Turns leads away early while too many are being stored, so that those that are taken are answered as fast as ever. */
import type { SubmitLeads } from "./submit-lead.ts";

/** As many as one transaction of the embedded store takes: who comes after them waits for more than the next one. */
const MAX_UNDER_WAY = 256;

/** Seconds. */
export const FULL_RETRY_SECONDS = 5;

export interface Intake {
  submitLeads: SubmitLeads;
  /** Whether the next request is turned away, which is counted. */
  isFull: () => boolean;
  readonly turnedAway: number;
}

export function createIntake(submitLeads: SubmitLeads): Intake {
  let underWay = 0;
  const counts = { turnedAway: 0 };
  return Object.assign(counts, {
    async submitLeads(...asked: Parameters<SubmitLeads>) {
      underWay++;
      try {
        return await submitLeads(...asked);
      } finally {
        underWay--;
      }
    },
    isFull() {
      const isFull = underWay >= MAX_UNDER_WAY;
      if (isFull) counts.turnedAway++;
      return isFull;
    },
  });
}
