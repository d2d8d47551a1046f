/** What a command could not do, in a sentence for the operator; exit code 1. */
import type { Result } from "../server/leads/leads-admin.ts";

export class Failure extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = "Failure";
  }
}

/** What the administration answered. @throws {Failure} when it has no such lead, or cannot say */
export function valueOf<Value>(result: Result<Value>): Value {
  if (result.kind === "ok") return result.value;
  throw new Failure(result.kind === "missing" ? "There is no lead with this id." : result.reason);
}
