/** What a command could not do, in a sentence for the operator; exit code 1. */
import type { Result } from "../server/admin/leads-admin.ts";

export class Failure extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = "Failure";
  }
}

/**
 * What the administration answered.
 *
 * @param missing the sentence for when there is no such thing
 * @throws {Failure} when it answered with anything else
 */
export function valueOf<Value>(result: Result<Value>, missing = "There is no such thing."): Value {
  if (result.kind === "ok") return result.value;
  throw new Failure(result.kind === "missing" ? missing : result.reason);
}
