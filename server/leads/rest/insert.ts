import type { FastifyReply, FastifyRequest } from "fastify";
import * as api from "../../../contract/http/rest-api.ts";
import type { FormContent } from "../../../contract/content/form-content.ts";
import {
  isNumberOrNone,
  LEADS_TABLE,
  type LeadRow,
} from "../../../contract/lead/lead.ts";
import type { LeadProblem } from "../../../contract/lead/validation.ts";
import type { OverLimit } from "../../http/rate-limit.ts";
import type { LeadForms } from "../lead-forms.ts";
import { parseVisitHeader } from "../read-visit.ts";
import type { Invalid, LeadDraft, RepetitionRule } from "../submit-lead.ts";
import * as errors from "./errors.ts";
import { parsePayload } from "./payload.ts";
import {
  negotiate,
  parsePrefer,
  parseSelect,
  render,
} from "./representation.ts";

const TOO_MANY_LEADS =
  "These are more leads than the public key may send in a minute.";

/** Cheap checks come first, so that a refused request costs little. @throws {errors.RestError} */
export async function insert(
  request: FastifyRequest,
  reply: FastifyReply,
  parameters: URLSearchParams,
  forms: LeadForms,
): Promise<FastifyReply> {
  const permit = await forms.limits.requests(request.ip);
  if ("retryAfter" in permit) throw errors.tooManyRequests(permit.retryAfter);
  const { form } = forms.pages.manifest;
  const parsed = parse(request, parameters, form);
  const { profile, drafts, prefer } = parsed;
  const { type, selection } = parsed;
  const rows = await submit(request, drafts, forms);
  reply.code(201).headers({
    "content-range": `*/${prefer.count ? rows.length : "*"}`,
    ...prefer.applied,
  });
  if (profile !== undefined) reply.header("content-profile", profile);
  const [row] = rows;
  if (row && rows.length === 1) {
    const { offer, isConfirmed } = await forms.readNextSteps(row.id);
    reply.header(api.CONFIRMATION_HEADER, isConfirmed ? "mail" : "none");
    if (offer !== undefined) reply.header(api.OFFER_HEADER, offer);
  }
  if (!prefer.representation) return reply.send();
  return reply
    .headers(type.headers)
    .send(render(rows, selection, type.singular));
}

function parse(
  { headers, body }: FastifyRequest,
  parameters: URLSearchParams,
  form: FormContent,
) {
  const profile = headers["content-profile"]?.toString();
  if (profile !== undefined && profile !== "public")
    throw new errors.RestError(406, "PGRST106", `Invalid schema: ${profile}`, {
      hint: "Only the following schemas are exposed: public",
    });
  const prefer = parsePrefer(headers["prefer"]);
  const type = negotiate(headers.accept);
  const selection = parseSelect(parameters.get("select"));
  // The public key can only insert. An upsert could update or find an existing row.
  if (prefer.upsert || parameters.has("on_conflict"))
    throw errors.permissionDenied();
  if (
    ![...parameters.keys()].every((name) =>
      ["select", "columns"].includes(name),
    )
  )
    throw errors.notImplemented(
      "An insert takes select and columns, no filters.",
    );
  const columns = parameters.get("columns");
  const drafts = parsePayload(
    body,
    columns,
    headers["content-type"],
    form.asksNumber,
  );
  refuseNumbers(drafts, form);
  if (type.singular && drafts.length !== 1)
    throw new errors.RestError(
      406,
      "PGRST116",
      "Cannot coerce the result to a single JSON object",
      {
        details: `The result contains ${drafts.length} rows`,
      },
    );
  return { profile, drafts, prefer, type, selection };
}

/** @throws {errors.RestError} for a text without a number, and a number in a list of leads */
function refuseNumbers(
  drafts: readonly LeadDraft[],
  { fieldProblems }: FormContent,
): void {
  const numbers = drafts.flatMap(({ number = "" }) => number || []);
  if (numbers.length > 0 && drafts.length > 1)
    throw errors.notImplemented("A lead with a number comes alone.");
  const details = `new row for relation "${LEADS_TABLE}" violates check constraint "${LEADS_TABLE}_${api.NUMBER_KEY}_check"`;
  if (!numbers.every(isNumberOrNone))
    throw new errors.RestError(400, CODES.invalid, fieldProblems.callNumber, {
      details,
    });
}

async function submit(
  request: FastifyRequest,
  drafts: readonly LeadDraft[],
  { leads, formTimer }: LeadForms,
): Promise<readonly LeadRow[]> {
  const { headers, ip: address } = request;
  const result = await leads.submitLeads(drafts, repetitionRule(headers), {
    seen: parseVisitHeader(headers[api.SOURCE_HEADER]),
    formTiming: formTimer.read(headers[api.FORM_TIMING_HEADER]),
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
      throw new errors.VisitorError(409, "23505", "alreadyStored", {
        details: `duplicate key value violates unique constraint "${LEADS_TABLE}_pkey"`,
      });
    case "key-reused":
      throw new errors.VisitorError(
        422,
        "idempotency_key_reused",
        "keyReused",
        {
          details: "The Idempotency-Key was used for another body.",
        },
      );
    case "unavailable":
      request.log.error(
        { reason: result.reason },
        "a lead could not be stored",
      );
      throw new errors.VisitorError(
        503,
        "PGRST000",
        "storeUnavailable",
        errors.retryIn(),
      );
  }
}

function beyondLimit(limit: OverLimit, leads: number) {
  if (limit.kind === "address") return errors.tooManyRequests(limit.retryAfter);
  if (limit.kind === "everybody") return errors.tooBusy(limit.retryAfter);
  return new errors.RestError(413, "too_many_leads", TOO_MANY_LEADS, {
    details: `The request has ${leads} leads, and each counts, long ones several times.`,
  });
}

function repetitionRule(headers: FastifyRequest["headers"]): RepetitionRule {
  // Only the site's script names a source. The form without a script can repeat the script's lead,
  // but sends no key, so leads from the site are compared by their content.
  if (headers[api.SOURCE_HEADER] !== undefined) return { kind: "content" };
  const key = headers[api.IDEMPOTENCY_HEADER]?.toString();
  if (key === undefined) return { kind: "never" };
  if (!/^[!-~]{1,255}$/.test(key))
    throw new errors.VisitorError(
      400,
      "idempotency_key_unusable",
      "keyUnusable",
      {
        details: "Idempotency-Key takes 1 to 255 visible ASCII characters.",
      },
    );
  return { kind: "key", key };
}

const CODES = { missing: "23502", "too-long": "22001", invalid: "23514" };

function describe({ kind, column }: LeadProblem): string {
  const table = `relation "${LEADS_TABLE}"`;
  if (kind === "missing")
    return `null value in column "${column}" of ${table} violates not-null constraint`;
  if (kind === "too-long")
    return `value too long for column "${column}" of ${table}`;
  return `new row for ${table} violates check constraint "${LEADS_TABLE}_${column}_check"`;
}

function invalidLead({ problems, row }: Invalid, rows: number) {
  const details = problems.map(describe).join("; ");
  return new errors.RestError(
    400,
    CODES[problems[0].kind],
    problems[0].message,
    {
      details: rows > 1 ? `Row ${row + 1}: ${details}` : details,
    },
  );
}
