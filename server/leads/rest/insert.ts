import type { FastifyReply, FastifyRequest } from "fastify";
import * as api from "../../../contract/http/rest-api.ts";
import {
  hasDigit,
  LEADS_TABLE,
  type LeadRow,
} from "../../../contract/lead/lead.ts";
import type { LeadProblem } from "../../../contract/lead/validation.ts";
import type { OverLimit } from "../../http/rate-limit.ts";
import { numberProblems, seenVisit, type LeadIntake } from "../lead-forms.ts";
import type { Invalid, LeadDraft, RepetitionRule } from "../submit-lead.ts";
import { isHoneypotFilled } from "../suspicion.ts";
import {
  notImplemented,
  permissionDenied,
  RestError,
  retryIn,
  tooBusy,
  tooManyRequests,
  VisitorError,
} from "./errors.ts";
import { parsePayload } from "./payload.ts";
import {
  negotiate,
  parsePrefer,
  parseSelect,
  render,
} from "./representation.ts";

/**
 * Cheap checks come first, so that a refused
 * request costs little. @throws {RestError}
 */
export async function insert(
  request: FastifyRequest,
  reply: FastifyReply,
  parameters: URLSearchParams,
  intake: LeadIntake,
): Promise<FastifyReply> {
  const permit = await intake.limits.requests(request.ip);
  if ("retryAfter" in permit) throw tooManyRequests(permit.retryAfter);
  const { profile, drafts, prefer, type, selection } = parse(
    request,
    parameters,
    intake,
  );
  const rows = await submit(request, drafts, intake);
  reply.code(201).headers({
    "content-range": `*/${prefer.count ? rows.length : "*"}`,
    ...prefer.applied,
  });
  const [row] = rows;
  if (row && rows.length === 1) {
    const { offer, isConfirmed } = await intake.readNextSteps(row.id);
    reply.header(api.CONFIRMATION_HEADER, isConfirmed ? "mail" : "none");
    if (prefer.location)
      reply.header("location", `/${LEADS_TABLE}?id=eq.${row.id}`);
    if (offer !== undefined) reply.header(api.OFFER_HEADER, offer);
  }
  if (!prefer.representation) return reply.send();
  if (profile !== undefined) reply.header("content-profile", profile);
  return reply.type(type.name).send(render(rows, selection, type.singular));
}

function parse(
  { headers, body }: FastifyRequest,
  parameters: URLSearchParams,
  intake: LeadIntake,
) {
  const profile = headers["content-profile"]?.toString();
  if (profile !== undefined && profile !== "public")
    throw new RestError(406, "PGRST106", `Invalid schema: ${profile}`, {
      hint: "Only the following schemas are exposed: public",
    });
  const prefer = parsePrefer(headers["prefer"]);
  const type = negotiate(headers.accept);
  const selection = parseSelect(
    prefer.representation ? parameters.get("select") : null,
  );
  // The public key can only insert. An upsert
  // could update or find an existing row.
  if (prefer.upsert) throw permissionDenied();
  for (const name of parameters.keys())
    if (!["select", "columns", "on_conflict"].includes(name))
      throw notImplemented("An insert takes select and columns, no filters.");
  const columns = parameters.get("columns");
  const drafts = parsePayload(
    body,
    columns,
    headers["content-type"],
    intake.pages.manifest.form.asksNumber,
  );
  refuseNumber(drafts, intake);
  if (type.singular && drafts.length !== 1)
    throw new RestError(
      406,
      "PGRST116",
      "Cannot coerce the result to a single JSON object",
      {
        details: `The result contains ${drafts.length} rows`,
      },
    );
  return { profile, drafts, prefer, type, selection };
}

/**
 * @throws {RestError} for digits that are no number,
 * and a number about which the form asks
 */
function refuseNumber([draft]: readonly LeadDraft[], intake: LeadIntake): void {
  const { number = "", asked = number } = draft ?? {};
  if (!hasDigit(number)) return;
  const problems = numberProblems(intake, number, asked === number);
  for (const { message } of problems)
    throw new RestError(400, CODES.invalid, message, {
      problems,
      details: describe({ kind: "invalid", column: api.NUMBER_KEY }),
    });
}

async function submit(
  request: FastifyRequest,
  drafts: readonly LeadDraft[],
  { leads, pages }: LeadIntake,
): Promise<readonly LeadRow[]> {
  const { headers, ip: address } = request;
  const seen = seenVisit(request, pages.manifest.site.siteUrl);
  // The form without a script can repeat the script's lead, but sends
  // no key, so leads from the site are compared by their content.
  const isFromSite = (headers[api.SOURCE_HEADER] ?? seen.page) !== undefined;
  const rule = isFromSite ? BY_CONTENT : ruleOfKey(headers);
  const result = await leads.submitLeads(drafts, rule, {
    seen,
    isHoneypotFilled: isHoneypotFilled(headers),
    address,
  });
  switch (result.kind) {
    case "stored":
      return result.rows;
    case "invalid":
      throw invalidLead(result, drafts.length);
    case "too-many-leads":
      throw beyondLimit(result.limit, drafts.length);
    case "duplicate-id":
      throw new VisitorError(409, "23505", "alreadyStored", {
        details: `duplicate key value violates unique constraint "${LEADS_TABLE}_pkey"`,
      });
    case "key-reused":
      throw new VisitorError(422, "idempotency_key_reused", "keyReused", {
        details: "The Idempotency-Key was used for another body.",
      });
    case "unavailable":
      request.log.error(
        { reason: result.reason },
        "a lead could not be stored",
      );
      throw new VisitorError(503, "PGRST000", "storeUnavailable", retryIn());
  }
}

function beyondLimit(limit: OverLimit, leads: number) {
  if (limit.kind === "address") return tooManyRequests(limit.retryAfter);
  if (limit.kind === "everybody") return tooBusy(limit.retryAfter);
  return new RestError(
    413,
    "too_many_leads",
    "These are more leads than the public key may send in a minute.",
    {
      details: `The request has ${leads} leads, and each counts, long ones several times.`,
    },
  );
}

const BY_CONTENT: RepetitionRule = { kind: "content" };

function ruleOfKey(headers: FastifyRequest["headers"]): RepetitionRule {
  const key = headers[api.IDEMPOTENCY_HEADER]?.toString();
  if (key === undefined) return { kind: "never" };
  if (!/^[!-~]{1,255}$/.test(key))
    throw new VisitorError(400, "idempotency_key_unusable", "keyUnusable", {
      details: "Idempotency-Key takes 1 to 255 visible ASCII characters.",
    });
  return { kind: "key", key };
}

const CODES = { missing: "23502", "too-long": "22001", invalid: "23514" };

type BrokenRule = Pick<LeadProblem, "kind"> & { column: string };

function describe({ kind, column }: BrokenRule): string {
  const table = `relation "${LEADS_TABLE}"`;
  if (kind === "missing")
    return `null value in column "${column}" of ${table} violates not-null constraint`;
  if (kind === "too-long")
    return `value too long for column "${column}" of ${table}`;
  return `new row for ${table} violates check constraint "${LEADS_TABLE}_${column}_check"`;
}

function invalidLead({ problems, row }: Invalid, rows: number) {
  const details = problems.map(describe).join("; ");
  return new RestError(400, CODES[problems[0].kind], problems[0].message, {
    details: rows > 1 ? `Row ${row + 1}: ${details}` : details,
  });
}
