/** `POST`: stores leads, and shows as much of them as was asked for, by default nothing. */
import type { FastifyRequest } from "fastify";
import { OFFER_HEADER } from "../../contract/rest-api.ts";
import { MAX_IDEMPOTENCY_KEY_LENGTH } from "../../contract/limits.ts";
import type { Offer } from "../http/book-call-form.ts";
import type { CountStep } from "../http/funnel.ts";
import type { FormTimer } from "../http/form-timing.ts";
import { charactersOf, type TakeTokens } from "../http/rate-limit.ts";
import { seenInHeader } from "../leads/read-visit.ts";
import type { LoadShedding } from "../leads/load-shedding.ts";
import type { LeadDraft, SameWhen } from "../leads/submit-lead.ts";
import type { AuthenticatedRequest } from "./auth.ts";
import * as errors from "./errors.ts";
import { parsePayload } from "./payload.ts";
import { duplicateId, invalidLead, permissionDenied } from "./postgres-errors.ts";
import { parseSelect } from "./query.ts";
import { contentRange, negotiate, parsePrefer, render, type Answer } from "./representation.ts";

export interface InsertParts {
  loadShedding: LoadShedding;
  takeRequest: TakeTokens;
  takeTokens: TakeTokens;
  count: CountStep;
  readFormTiming: FormTimer["read"];
  offer: Offer;
}

const PARAMETERS = new Set(["select", "columns"]);

/**
 * Answers an insert.
 *
 * @throws {RestError}
 */
export async function insert(
  request: FastifyRequest,
  { parameters, hasSecretKey }: AuthenticatedRequest,
  { loadShedding, takeRequest, takeTokens, count, readFormTiming, offer }: InsertParts,
): Promise<Answer> {
  const { headers, body } = request;
  const refusal = hasSecretKey ? undefined : takeRequest(request.ip);
  if (refusal && "retryAfter" in refusal) throw errors.tooManyRequests(refusal.retryAfter);
  const prefer = parsePrefer(headers["prefer"]);
  const type = negotiate(headers.accept);
  const selection = parseSelect(parameters.get("select"));
  // An upsert updates or looks for the row that is there, and neither is granted.
  if (prefer.upsert || parameters.has("on_conflict")) throw permissionDenied(hasSecretKey);
  if (![...parameters.keys()].every((name) => PARAMETERS.has(name)))
    throw errors.notImplemented("An insert takes select and columns, no filters.");
  const encoding = headers["content-encoding"];
  if (encoding !== undefined) throw errors.invalidBody(`Content-Encoding not acceptable: ${encoding}`);
  const columns = parameters.get("columns");
  const drafts = parsePayload({ body, contentType: headers["content-type"], columns, hasSecretKey });
  if (type.singular && drafts.length !== 1) throw errors.notSingular(drafts.length);
  const taken = hasSecretKey ? undefined : pay(request.ip, drafts, takeTokens);

  const formTiming = hasSecretKey
    ? undefined
    : readFormTiming(request.ip, headers["x-lead-filled"], drafts.length);
  const seen = seenInHeader(headers["x-lead-source"]);
  const same = sameWhen(headers["idempotency-key"]?.toString());
  const result = await loadShedding.submitLeads(drafts, same, { source: "wire", seen, formTiming });
  if (result.kind !== "stored" || result.repeated || result.rows.length === 0) taken?.giveBack();
  if (result.kind === "invalid") throw invalidLead(result.problems, result.row, drafts.length);
  if (result.kind === "duplicate-id") throw duplicateId();
  if (result.kind === "key-reused") throw errors.keyReused();
  if (result.kind === "refused")
    throw new Error(`The store refused what validation accepted: ${result.reason}`);
  if (result.kind === "unavailable") {
    request.log.error({ reason: result.reason }, "a lead could not be stored");
    throw errors.storeUnavailable();
  }
  if (!hasSecretKey && !result.repeated) count(request, "sent", seen);
  // Rows that were inserted are not a range of the table, so that only their number is said.
  const counted = contentRange(0, 0, prefer.count ? result.rows.length : undefined);
  const [row] = result.rows.length === 1 ? result.rows : [];
  const offered = row && offer(row.id);
  const described = {
    ...counted,
    ...prefer.applied,
    ...(offered !== undefined && { [OFFER_HEADER]: offered }),
  };
  if (!prefer.representation) return { status: 201, headers: described, body: undefined };
  const shown = render(result.rows, selection, type);
  return { status: 201, headers: { ...described, ...type.headers }, body: shown };
}

/** @throws {RestError} 413, 429 and 503 */
function pay(address: string, drafts: readonly LeadDraft[], takeTokens: TakeTokens) {
  const texts = drafts.map(({ fields }) => fields);
  const taken = takeTokens(address, Math.max(1, drafts.length), charactersOf(texts));
  if (taken.kind === "taken") return taken;
  if (taken.kind === "too-many") throw errors.tooManyLeads(drafts.length);
  const { kind, retryAfter } = taken;
  throw kind === "address" ? errors.tooManyRequests(retryAfter) : errors.tooBusy(retryAfter);
}

function sameWhen(key: string | undefined): SameWhen {
  if (key === undefined) return { kind: "never" };
  if (!/^[!-~]+$/.test(key) || key.length > MAX_IDEMPOTENCY_KEY_LENGTH) throw errors.keyUnusable();
  return { kind: "key", key };
}
