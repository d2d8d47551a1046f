/** The form without a script: a post to the page, stored like one to the REST API. The same text again is the same lead. */
import { STORE_RETRY_SECONDS } from "../store/store.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { FORM_TIMING_HEADER, HONEYPOT_FILLED, HONEYPOT_FIELD } from "../../contract/form-timing.ts";
import { SOURCE_HEADER } from "../../contract/rest-api.ts";
import { CONFIRMED_EMAIL_FIELD, emailDoubt, validateLead } from "../../contract/validation.ts";
import type { UncheckedLead } from "../../contract/validation.ts";
import { LEAD_COLUMNS, leadColumns } from "../../contract/lead.ts";
import { cleanEmail } from "../../contract/typed-text.ts";
import { MAX_BODY_BYTES } from "../../contract/limits.ts";
import type { Messages } from "../../contract/messages.ts";
import { CONSENT_FIELD } from "../../contract/page.ts";
import type { FieldProblem, FormState, FormValues, PageState } from "../../contract/page.ts";
import { BOOK_CALL } from "../../contract/routes.ts";
import type { Arrival, SubmitLeads, SubmitResult } from "./submit-lead.ts";
import { seenInHeader, type SeenVisit } from "./read-visit.ts";
import type { BuiltSite } from "../http/built-site.ts";
import { sendPage, type SendErrorPage } from "../http/pages.ts";
import type { CountStep } from "./funnel.ts";
import type { FormTimer } from "./form-timing.ts";
import { parseFormBody, isCrossSite, isForm, isOwnHost } from "../http/forms.ts";
import type { Limits, OverLimit, Take } from "../http/rate-limit.ts";
import type { SecurityHeaders } from "../../contract/security-policy.ts";

/** A visitor who wrote too much gets the text back. Percent-encoding triples a byte. */
const MAX_READ_BYTES = 4 * MAX_BODY_BYTES;
/** Showing more of the text would block the thread for too long. */
const MAX_SHOWN_BYTES = 2 * MAX_BODY_BYTES;
/** Lets the visitor's browser show the answer again on Back, without asking to send the form once more. */
const FOR_BACK = "private, no-cache";
/** A longer text counts as several renderings: 120 KB of it take 19 ms. */
const BYTES_A_RENDERING = 16 * 1024;

export const BUSY_RETRY_SECONDS = 5;

/** What every way to send a lead needs. */
export interface LeadFormParts {
  site: BuiltSite;
  headers: SecurityHeaders;
  sendErrorPage: SendErrorPage;
  limits: Limits;
  count: CountStep;
  formTimer: Pick<FormTimer, "read">;
  submitLeads: SubmitLeads;
  /** Whether to turn a lead away, since the process is busy. */
  isBusy: () => boolean;
  /** Where a stored lead picks a time for its call; undefined if the scheduling page is on another site. */
  offer: (leadId: string) => string | undefined;
  /** Whether the visitor of a stored lead gets its latest mail of a kind. */
  isMailPlanned: (leadId: string, kind: "confirmation" | "invitation") => Promise<boolean>;
}

interface Failure {
  status: number;
  message: string;
  problems?: readonly FieldProblem[];
  retryAfter?: number;
}

type Submitted = Omit<FormOutcome, "isNew" | "unavailable">;

export interface FormOutcome {
  failure?: Failure | undefined;
  isNew: boolean;
  /** The address of the next page; without it, the same page shows the confirmation or the failure. */
  location?: string | undefined;
  /** Shown in the place of the form with its failure: what was typed is stored. */
  page?: PageState;
  offer?: string | undefined;
  /** The page tells the visitor to check the mail. */
  isConfirmed?: boolean;
  unavailable?: string | undefined;
}

type Fields = ReadonlyMap<string, string>;

export interface FormPage {
  path: string;
  isBusy?: () => boolean;
  /** Takes a rendering of the holder of a link; undefined where the form has no valid one. */
  takeHeld?: (address: string, fields: Fields) => ReturnType<Take> | undefined;
  /** A question about another field, to be asked together with the one about the email. */
  doubt?: (fields: Fields) => Promise<FieldProblem | undefined>;
  submit: (lead: UncheckedLead, sent: Arrival, fields: Fields, address: string) => Promise<FormOutcome>;
  stateOf: (form: FormState, status: number, fields: Fields) => PageState | Promise<PageState>;
}

export async function bookCallForm(app: FastifyInstance, parts: LeadFormParts): Promise<void> {
  const { submitLeads, isBusy, offer, isMailPlanned } = parts;
  const { path } = BOOK_CALL;
  registerLeadForm(app, parts, {
    path,
    isBusy,
    async submit(lead, sent) {
      const result = await submitLeads([{ fields: lead }], { kind: "content" }, sent);
      const [row] = result.kind === "stored" ? result.rows : [];
      const outcome = outcomeOf(result, parts.site.manifest.messages);
      if (!row) return outcome;
      return { ...outcome, offer: offer(row.id), isConfirmed: await isMailPlanned(row.id, "confirmation") };
    },
    stateOf: (form, status) => ({ path, status, form }),
  });
}

/** Handles the posts of a form. Refused requests are refused before they cost anything. */
export function registerLeadForm(app: FastifyInstance, parts: LeadFormParts, form: FormPage): void {
  const { site, headers, sendErrorPage, limits, count, formTimer } = parts;
  const { messages } = site.manifest;
  const { siteUrl } = site.manifest.site;
  const tooLarge: Submitted = { failure: { status: 413, message: messages.bodyTooLarge } };

  app.post(form.path, { bodyLimit: MAX_READ_BYTES }, async (request, reply) => {
    if (isCrossSite(request, siteUrl)) return sendErrorPage(request, reply, 403);
    if (!isForm(request)) return sendErrorPage(request, reply, 415);
    const refusal = await limits.requests(request.ip);
    if (refusal.kind !== "taken") return sendErrorPage(request, reply, refusal);
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const fields = parseFormBody(body);
    if (!fields) return sendErrorPage(request, reply, 400);

    // The limit counts characters: in the body, a letter outside ASCII takes up to three times as many bytes.
    const bytes = Buffer.byteLength([...fields].flat().join(""));
    if (bytes > MAX_SHOWN_BYTES) return sendErrorPage(request, reply, 413);
    const inputs = Object.values(LEAD_COLUMNS).map(({ input }) => input);
    const values: FormValues = Object.fromEntries(inputs.map((input) => [input, fields.get(input) ?? ""]));
    const { referer = "" } = request.headers;
    const page = URL.canParse(referer) && isOwnHost(request, referer, siteUrl) ? referer : undefined;
    // A script sends the same fields, and the same headers about the visit as to `POST /rest/v1`.
    const isScript = request.headers.accept === "application/json";
    const said = request.headers[SOURCE_HEADER];
    const seen = said === undefined ? { consent: fields.get(CONSENT_FIELD), page } : seenInHeader(said);
    const {
      failure,
      location,
      offer,
      isConfirmed = false,
      page: instead,
    } = bytes > MAX_BODY_BYTES ? tooLarge : await submit(request, fields, seen);
    if (location !== undefined && !failure) {
      reply.headers(headers).header("cache-control", "no-store");
      return isScript ? reply.send({ location }) : reply.redirect(location, 303);
    }
    if (!failure) {
      const email = values.email && cleanEmail(values.email);
      const mail = isConfirmed ? { email } : { isUnmailed: true as const };
      return sendForm(reply, 200, fields, { kind: "submitted", ...mail, ...(offer && { offer }) });
    }
    // With a script, the page counts what its visitor saw.
    if (!isScript && !instead) count(request, "failed", seen);
    if (failure.retryAfter !== undefined) reply.header("retry-after", failure.retryAfter);
    const { status, message, problems = [] } = failure;
    const shown = { kind: "failed", values, message, problems } as const;
    if (!isScript) {
      const times = Math.max(1, Math.ceil(bytes / BYTES_A_RENDERING));
      const taken =
        (await form.takeHeld?.(request.ip, fields)) ?? (await limits.renderings(request.ip, times));
      if (taken.kind !== "taken" && location !== undefined) return reply.redirect(location, 303);
      // Back shows the form with the visitor's text.
      if (taken.kind !== "taken") return sendErrorPage(request, reply, taken);
      return instead ? sendPage(reply, parts, instead, FOR_BACK) : sendForm(reply, status, fields, shown);
    }
    const { schedule } = instead ?? (await form.stateOf(shown, status, fields));
    // The page reads the name as in an error of the REST API.
    const details = problems.map(({ input }) => `"${input}"`).join(" ");
    return reply
      .code(status)
      .header("cache-control", "no-store")
      .send({ message, details, schedule, location });
  });

  async function submit(request: FastifyRequest, fields: Fields, seen: SeenVisit): Promise<Submitted> {
    if (form.isBusy?.())
      return { failure: { status: 503, message: messages.tooBusy, retryAfter: BUSY_RETRY_SECONDS } };
    const lead: UncheckedLead = {};
    for (const column of leadColumns) lead[column] = fields.get(LEAD_COLUMNS[column].input) ?? null;
    const doubts = [doubtAbout(lead, fields.get(CONFIRMED_EMAIL_FIELD)), await form.doubt?.(fields)];
    const problems = doubts.filter((doubt) => doubt !== undefined);
    const [first] = problems;
    if (first) return { failure: { status: 422, message: first.message, problems } };
    const taken = await limits.leads(request.ip, [lead]);
    if (taken.kind !== "taken") return { failure: refusalOf(taken, messages) };
    const said = request.headers[FORM_TIMING_HEADER] ?? "";
    const formTiming = await formTimer.read(
      request.ip,
      fields.get(HONEYPOT_FIELD) ? `${HONEYPOT_FILLED} ${String(said)}` : said,
    );
    const sent = { source: "form", seen, formTiming } as const;
    const { isNew, unavailable, ...outcome } = await form.submit(lead, sent, fields, request.ip);
    if (isNew) count(request, "sent", seen);
    else await taken.giveBack();
    if (unavailable !== undefined) request.log.error({ reason: unavailable }, "a lead could not be stored");
    return outcome;
  }

  /** Asks about an address that is probably mistyped, unless the page has already asked. */
  function doubtAbout(
    unchecked: UncheckedLead,
    confirmedEmail: string | undefined,
  ): FieldProblem | undefined {
    const checked = validateLead(unchecked, site.manifest.form);
    const message =
      checked.ok && unchecked.email !== confirmedEmail
        ? emailDoubt(checked.lead, site.manifest.form)
        : undefined;
    return message === undefined ? undefined : { input: LEAD_COLUMNS.email.input, message };
  }

  async function sendForm(reply: FastifyReply, status: number, fields: Fields, shown: FormState) {
    return sendPage(reply, parts, await form.stateOf(shown, status, fields), FOR_BACK);
  }
}

/** A form that a limit refused; its text stays. */
function refusalOf(refusal: OverLimit, messages: Messages): Failure {
  return refusal.kind === "everybody"
    ? { status: 503, message: messages.tooBusy, ...refusal }
    : { status: 429, message: messages.tooManyRequests, ...refusal };
}

export function outcomeOf(result: SubmitResult, messages: Messages): FormOutcome {
  return {
    failure: failureOf(result, messages),
    isNew: result.kind === "stored" && !result.repeated,
    ...(result.kind === "unavailable" && { unavailable: result.reason }),
  };
}

function failureOf(result: SubmitResult, messages: Messages): Failure | undefined {
  if (result.kind === "stored") return undefined;
  if (result.kind === "invalid") {
    const problems = result.problems.map(({ column, message }) => ({
      input: LEAD_COLUMNS[column].input,
      message,
    }));
    return { status: 400, message: result.problems[0].message, problems };
  }
  if (result.kind === "duplicate-id") return { status: 409, message: messages.alreadyStored };
  if (result.kind === "key-reused") return { status: 422, message: messages.keyReused };
  if (result.kind === "refused")
    throw new Error(`The store refused what validation accepted: ${result.reason}`);
  return { status: 503, message: messages.storeUnavailable, retryAfter: STORE_RETRY_SECONDS };
}
