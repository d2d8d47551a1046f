/**
 * The machine has a fault, such as a full
 * disk. A write may have been stored or not.
 */
export class StoreUnavailable extends Error {
  readonly kind = "unavailable";
  /** Names the fault, without a path, an address or anything of a lead. */
  readonly reason: string;

  /** @param sentence for the operator, so it may contain a path */
  constructor(reason: string, options?: ErrorOptions, sentence?: string) {
    super(sentence ?? `The store cannot be used now: ${reason}.`, options);
    this.reason = reason;
  }
}

/**
 * Returns a `StoreUnavailable` as an outcome
 * instead of throwing it. @throws any other error
 */
export function orUnavailable<Result>(
  answer: Promise<Result>,
): Promise<Result | StoreUnavailable> {
  return answer.catch((error: unknown) => {
    if (error instanceof StoreUnavailable) return error;
    throw error;
  });
}

/** Returns the answer; undefined while the store cannot be used. */
export async function ifAvailable<Result>(
  answer: Promise<Result>,
): Promise<Result | undefined> {
  const result = await orUnavailable(answer);
  return result instanceof StoreUnavailable ? undefined : result;
}
