/** What became of a posted form, for its response. */

import type { Messages } from "../../contract/content/schema.ts";
import type { FieldProblem, PageState } from "../../contract/http/page.ts";
import { atInputs } from "../../contract/lead/validation.ts";
import { statusOf, type OverLimit } from "../http/rate-limit.ts";
import { RETRY_SECONDS } from "../store/store.ts";
import type { NextSteps, SubmitResult } from "./submit-lead.ts";

interface Refusal {
  status: number;
  message: string;
  problems?: readonly FieldProblem[];
  retryAfter?: number | undefined;
  /** Why the store could not be used, for the log. */
  unavailable?: string;
  /**
   * Replaces the form, if sending it again is
   * useless, and tells what became of the lead.
   */
  page?: PageState;
  /**
   * The page's own address, for visitors beyond the limit of rendered pages.
   */
  location?: string;
}

export type FormOutcome =
  | ({ kind: "stored" } & NextSteps)
  | { kind: "elsewhere"; location: string }
  | ({ kind: "refused" } & Refusal);

export const refusedForm = (refusal: Refusal) =>
  ({ ...refusal, kind: "refused" }) as const;

function tooMany(limit: OverLimit, messages: Messages): FormOutcome {
  const isEverybody = limit.kind === "everybody";
  return refusedForm({
    status: statusOf(limit),
    message: isEverybody ? messages.tooBusy : messages.tooManyRequests,
    retryAfter: limit.kind === "too-many" ? undefined : limit.retryAfter,
  });
}

export function outcomeOf(
  result: SubmitResult,
  messages: Messages,
): FormOutcome {
  switch (result.kind) {
    case "stored":
      return { kind: "stored" };
    case "invalid":
      return refusedForm({
        status: 400,
        message: result.problems[0].message,
        problems: atInputs(result.problems),
      });
    case "too-many-leads":
      return tooMany(result.limit, messages);
    // A form chooses no id, and its key is its
    // content, so both happen only to programs.
    case "duplicate-id":
    case "key-reused":
      return refusedForm({ status: 409, message: messages.alreadyStored });
    case "unavailable":
      return refusedForm({
        status: 503,
        message: messages.storeUnavailable,
        retryAfter: RETRY_SECONDS,
        unavailable: result.reason,
      });
  }
}
