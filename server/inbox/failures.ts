/** What ends a request of the inbox early. */
import type { Stale } from "../../contract/leads-admin.ts";
import type { InboxError } from "../../contract/inbox.ts";
import type { Changed } from "../leads/history.ts";

/** Ends a request with the page that gives the reason. */
export class InboxFailure extends Error {
  readonly reason: InboxError;

  constructor(reason: InboxError, message: string = reason) {
    super(message);
    this.reason = reason;
  }
}

/** Ends a request with the page that says who has changed the leads meanwhile, and makes the change anyway. */
export class StaleFailure extends Error {
  readonly leads: readonly Stale[];

  constructor(leads: readonly Stale[]) {
    super("stale");
    this.leads = leads;
  }
}

/** @throws {InboxFailure | StaleFailure} without a value */
export function okValue<Value>(result: Changed<Value>): Value {
  if (result.kind === "ok") return result.value;
  if (result.kind === "stale") throw new StaleFailure([result]);
  throw new InboxFailure(result.kind, result.kind === "unavailable" ? result.reason : undefined);
}
