/** Whether a store can take a lead, tried with a real write. */

/** It writes to the disk, so that its answer serves everybody who asks within this time. Milliseconds. */
const VALID_MS = 1_000;

export type Probe = ReturnType<typeof createProbe>;

/** @param onTrouble told in a sentence what nobody expected. */
export function createProbe(write: () => Promise<{ kind: string }>, onTrouble: (sentence: string) => void) {
  let latest: { at: number; result: Promise<boolean> } | undefined;

  async function tryIt(): Promise<boolean> {
    try {
      if ((await write()).kind === "written") return true;
    } catch (error) {
      onTrouble(`A lead could not be stored: ${error instanceof Error ? error.message : String(error)}`);
    }
    latest = undefined;
    return false;
  }

  return {
    ready(): Promise<boolean> {
      const now = performance.now();
      if (!latest || now - latest.at > VALID_MS) latest = { at: now, result: tryIt() };
      return latest.result;
    },
    /** The next who asks has it tried anew. */
    forget: (): void => (latest = undefined),
  };
}
