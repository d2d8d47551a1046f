/** A fault of the machine, like a locked or full store. Whether a write was stored is unknown. */
export class StoreUnavailable extends Error {
  readonly kind = "unavailable";
  /** Names the fault, without a path, an address or anything of a lead. */
  readonly reason: string;

  /** @param sentence for the operator, who may read a path */
  constructor(reason: string, options?: ErrorOptions, sentence?: string) {
    super(sentence ?? `The store cannot be used now: ${reason}.`, options);
    this.reason = reason;
  }
}

/** Returns a `StoreUnavailable` as an outcome instead of throwing it. @throws any other error */
export function orUnavailable<Result>(answer: Promise<Result>): Promise<Result | StoreUnavailable> {
  return answer.catch((error: unknown) => {
    if (error instanceof StoreUnavailable) return error;
    throw error;
  });
}

/** The answer, or the fallback while the store cannot be used. */
export async function ifAvailable<Result, Fallback>(answer: Promise<Result>, fallback: Fallback) {
  const result = await orUnavailable(answer);
  return result instanceof StoreUnavailable ? fallback : result;
}
