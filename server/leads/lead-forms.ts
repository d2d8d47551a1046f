import type { FastifyReply, FastifyRequest } from "fastify";
import { fillIn } from "../../contract/content/fill-in.ts";
import { CONSENT_FIELD, type FieldProblem } from "../../contract/http/page.ts";
import * as api from "../../contract/http/rest-api.ts";
import {
  CALL_NUMBER,
  isCallNumber,
  isConfirmed,
  LEAD_COLUMNS,
  columnNames,
} from "../../contract/lead/lead.ts";
import {
  atInputs,
  emailDoubt,
  validateLead,
  type FormRules,
  type UncheckedLead,
} from "../../contract/lead/validation.ts";
import { MAX_BODY_BYTES } from "../../contract/limits.ts";
import { readNumber } from "../deliveries/phone-number.ts";
import {
  parseFormBody,
  isCrossSite,
  isForm,
  isOwnHost,
} from "../http/forms.ts";
import type { PageSender } from "../http/pages.ts";
import { granted, PageFailure, type Limits } from "../http/rate-limit.ts";
import { refusedForm, type FormOutcome } from "./form-outcome.ts";
import { parseVisitHeader, type SeenVisit } from "./read-visit.ts";
import type { Arrival, Leads, ReadNextSteps } from "./submit-lead.ts";
import { isHoneypotFilled } from "./suspicion.ts";

/**
 * A text beyond MAX_BODY_BYTES is read,
 * too, so that the page can show it again.
 */
export const MAX_READ_BYTES = 4 * MAX_BODY_BYTES;
/** Showing a longer text would block the thread for too long. */
const MAX_SHOWN_BYTES = 2 * MAX_BODY_BYTES;

export interface FormPost {
  reply: FastifyReply;
  fields: ReadonlyMap<string, string>;
  visit: SeenVisit;
  bytes: number;
  isScript: boolean;
}

type StoreLead = (
  lead: UncheckedLead,
  arrival: Arrival,
) => Promise<FormOutcome>;

/** What all ways need on which a visitor sends a lead. */
export interface LeadIntake {
  pages: PageSender;
  leads: Leads;
  limits: Limits;
  readNextSteps: ReadNextSteps;
  /** The agency's. A number without a country's code is of its country. */
  timeZone: string;
}

/**
 * Reads a form that a browser posted from /schedule
 * or, without a script, from /book-call. The script of
 * /book-call sends its lead to `rest/rest.ts` instead.
 * @throws {PageFailure}
 */
export async function parsePost(
  { pages, limits }: LeadIntake,
  reply: FastifyReply,
): Promise<FormPost> {
  const { request } = reply;
  const { siteUrl } = pages.manifest.site;
  if (isCrossSite(request, siteUrl)) throw new PageFailure(403);
  if (!isForm(request)) throw new PageFailure(415);
  await granted(limits.requests(request.ip));
  const { body } = request;
  const fields = Buffer.isBuffer(body)
    ? parseFormBody(body)
    : new Map<string, string>();
  if (!fields) throw new PageFailure(400);
  // The decoded text counts, because the body
  // has three bytes for each byte outside ASCII.
  const bytes = Buffer.byteLength([...fields].flat().join(""));
  if (bytes > MAX_SHOWN_BYTES) throw new PageFailure(413);
  const { accept, [api.SOURCE_HEADER]: described } = request.headers;
  const visit = seenVisit(request, siteUrl, fields.get(CONSENT_FIELD));
  // A proxy may change `Accept`, but hardly a
  // header of ours, which only the script sends.
  const isScript = accept === "application/json" || described !== undefined;
  return { reply, fields, visit, bytes, isScript };
}

/**
 * The visit as the site's script or the form's `field` describes it; else
 * the page of the form, since a proxy may drop the script's header.
 */
export function seenVisit(
  request: FastifyRequest,
  siteUrl: string,
  field?: string,
): SeenVisit {
  const { [api.SOURCE_HEADER]: header = field, referer = "" } = request.headers;
  const seen = parseVisitHeader(header);
  const isOwn = isOwnHost(request, referer, siteUrl);
  return { ...seen, page: seen.page ?? (isOwn ? referer : undefined) };
}

/**
 * @param others the problems of other fields,
 * which are shown with the lead's problems
 */
export async function submitPost(
  { pages }: LeadIntake,
  post: FormPost,
  others: readonly FieldProblem[],
  store: StoreLead,
): Promise<FormOutcome> {
  const { reply, fields, bytes, visit } = post;
  const { request } = reply;
  const { form, messages } = pages.manifest;
  if (bytes > MAX_BODY_BYTES)
    return refusedForm({ status: 413, message: messages.bodyTooLarge });
  const lead: UncheckedLead = {};
  for (const column of columnNames)
    lead[column] = fields.get(LEAD_COLUMNS[column].input) ?? null;
  const problems = [
    ...leadProblems(lead, form, fields, others.length > 0),
    ...others,
  ];
  const [first] = problems;
  if (first)
    return refusedForm({ status: 422, message: first.message, problems });
  const outcome = await store(lead, {
    seen: visit,
    isHoneypotFilled:
      Boolean(fields.get(api.HONEYPOT_FIELD)) ||
      isHoneypotFilled(request.headers),
    address: request.ip,
  });
  if (outcome.kind === "refused" && outcome.unavailable !== undefined)
    request.log.error(
      { reason: outcome.unavailable },
      "a lead could not be stored",
    );
  return outcome;
}

/**
 * Names a lead's problems only if other fields
 * are wrong, since otherwise `store` names them.
 */
function leadProblems(
  lead: UncheckedLead,
  form: FormRules,
  fields: FormPost["fields"],
  areOthersWrong: boolean,
): readonly FieldProblem[] {
  const checked = validateLead(lead, form);
  // Without a name, the form is for a stored
  // lead, whose own problems do not count.
  if (!checked.ok)
    return areOthersWrong && lead.name !== null
      ? atInputs(checked.problems)
      : [];
  const { input } = LEAD_COLUMNS.email;
  if (isConfirmed(fields, input)) return [];
  const message = emailDoubt(checked.lead, form);
  return message === undefined ? [] : [{ input, message }];
}

/**
 * Refuses a text without a number. Lets the
 * visitor confirm a number that no country has.
 * @param zone the visitor's
 */
export function numberProblems(
  { pages, timeZone }: LeadIntake,
  number: string,
  isRight: boolean,
  zone = timeZone,
): FieldProblem[] {
  const { input } = CALL_NUMBER;
  const { callNumber, doubtfulNumber } = pages.manifest.form.fieldProblems;
  if (!isCallNumber(number)) return [{ input, message: callNumber }];
  if (isRight || readNumber(number, [zone, timeZone]).isKnown) return [];
  return [{ input, message: fillIn(doubtfulNumber, { text: number }) }];
}
