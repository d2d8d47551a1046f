/** Whether a store can take a lead, tried with a real write. */
import type { Unavailable } from "./availability.ts";

/** It writes to the disk, so that its answer serves everybody who asks within this time. Milliseconds. */
const VALID_MS = 1_000;

export type Probe = ReturnType<typeof createProbe>;

/** @param onTrouble told in a sentence what nobody expected. */
export function createProbe(
  write: () => Promise<{ kind: "written" } | Unavailable>,
  onTrouble: (sentence: string) => void,
) {
  let latest: { at: number; fault: Promise<string | undefined> } | undefined;

  async function tryIt(): Promise<string | undefined> {
    let fault: string | undefined;
    try {
      const written = await write();
      if (written.kind === "written") return undefined;
      fault = written.reason;
    } catch (error) {
      onTrouble(`A lead could not be stored: ${error instanceof Error ? error.message : String(error)}`);
      fault = "the program failed, and the log says why";
    }
    latest = undefined;
    return fault;
  }

  return {
    /** Why a lead cannot be stored, without a path or anything of a lead; undefined when it can. */
    fault(): Promise<string | undefined> {
      const now = performance.now();
      if (!latest || now - latest.at > VALID_MS) latest = { at: now, fault: tryIt() };
      return latest.fault;
    },
    /** The next who asks has it tried anew. */
    forget: (): void => (latest = undefined),
  };
}
