import type { FastifyReply, FastifyRequest } from "fastify";
import { LEAD_COLUMNS, columnNames } from "../../contract/lead.ts";
import { MAX_BODY_BYTES } from "../../contract/limits.ts";
import type { Messages } from "../../contract/content/schema.ts";
import { CONSENT_FIELD } from "../../contract/page.ts";
import type { FieldProblem, FormState, FormValues, PageState } from "../../contract/page.ts";
import * as api from "../../contract/rest-api.ts";
import { cleanEmail } from "../../contract/mailbox.ts";
import { atInputs, CONFIRMED_EMAIL_FIELD, emailDoubt, validateLead } from "../../contract/validation.ts";
import type { UncheckedLead } from "../../contract/validation.ts";
import { parseFormBody, isCrossSite, isForm, isOwnHost } from "../http/forms.ts";
import type { PageSender } from "../http/pages.ts";
import { statusOf, type Limits, type Take } from "../http/rate-limit.ts";
import { RETRY_SECONDS } from "../store/store.ts";
import type { FormTimer } from "./form-timing.ts";
import { parseVisitHeader, type SeenVisit } from "./read-visit.ts";
import type { Arrival, NextSteps, SubmitResult } from "./submit-lead.ts";

/** A visitor who wrote too much gets the text back. Percent-encoding triples a byte. */
export const MAX_READ_BYTES = 4 * MAX_BODY_BYTES;
/** Showing more of the text would block the thread for too long. */
const MAX_SHOWN_BYTES = 2 * MAX_BODY_BYTES;
/** Lets the browser show the answer again on Back, without asking to send the form again. */
const FOR_BACK = "private, no-cache";
/** A form with a longer text counts several times in the limit of rendered pages. */
const BYTES_A_RENDERING = 16 * 1024;

interface Failure {
  status: number;
  message: string;
  problems?: readonly FieldProblem[];
  retryAfter?: number;
}

export interface FormOutcome extends NextSteps {
  failure?: Failure | undefined;
  isNew: boolean;
  /**
   * The address of another page to go to. After a failure, visitors without script see the form
   * again instead, unless they have used up the limit of rendered pages.
   */
  location?: string | undefined;
  /**
   * After a failure, shown in place of the form: the lead is stored, only its call is not booked.
   */
  page?: PageState;
  /** Why the store could not be used, for the log. */
  unavailable?: string | undefined;
}

export interface FormPost {
  request: FastifyRequest;
  reply: FastifyReply;
  fields: ReadonlyMap<string, string>;
  values: FormValues;
  visit: SeenVisit;
  bytes: number;
  isScript: boolean;
}

interface FormView {
  stateOf: (form: FormState, status: number) => PageState | Promise<PageState>;
  takeRendering: Take;
}

type StoreLead = (lead: UncheckedLead, arrival: Arrival) => Promise<FormOutcome>;

export type LeadForms = ReturnType<typeof createLeadForms>;

/**
 * Takes the forms that browsers post: that of /book-call without script, and all of /schedule. The
 * script of /book-call sends its lead to `rest/rest.ts` instead.
 */
export function createLeadForms(pages: PageSender, limits: Limits, formTimer: FormTimer) {
  const { form, messages, site } = pages.manifest;

  async function parse(request: FastifyRequest, reply: FastifyReply) {
    if (isCrossSite(request, site.siteUrl)) return { refusal: 403 };
    if (!isForm(request)) return { refusal: 415 };
    const room = await limits.requests(request.ip);
    if (room.kind !== "granted") return { refusal: room };
    const fields = Buffer.isBuffer(request.body) ? parseFormBody(request.body) : new Map<string, string>();
    if (!fields) return { refusal: 400 };
    // The decoded text counts, since a byte outside ASCII takes three in the body.
    const bytes = Buffer.byteLength([...fields].flat().join(""));
    if (bytes > MAX_SHOWN_BYTES) return { refusal: 413 };
    const inputs = Object.values(LEAD_COLUMNS).map(({ input }) => input);
    const values = Object.fromEntries(inputs.map((input) => [input, fields.get(input) ?? ""]));
    const visit = visitOf(request, fields.get(CONSENT_FIELD), site.siteUrl);
    const isScript = request.headers.accept === "application/json";
    return { request, reply, fields, values, visit, bytes, isScript };
  }

  /** @param others problems of other fields, to be shown with those of the lead */
  async function submit(post: FormPost, others: readonly FieldProblem[], store: StoreLead) {
    const { request, fields, bytes, visit } = post;
    if (bytes > MAX_BODY_BYTES) return failed({ status: 413, message: messages.bodyTooLarge });
    const lead: UncheckedLead = {};
    for (const column of columnNames) lead[column] = fields.get(LEAD_COLUMNS[column].input) ?? null;
    const problems = [...leadProblems(lead, post, others.length > 0), ...others];
    const [first] = problems;
    if (first) return failed({ status: 422, message: first.message, problems });
    const room = await limits.leads(request.ip, [lead]);
    if (room.kind !== "granted") {
      const message = room.kind === "everybody" ? messages.tooBusy : messages.tooManyRequests;
      return failed({ status: statusOf(room), message, ...room });
    }
    const timing = String(request.headers[api.FORM_TIMING_HEADER] ?? "");
    const header = fields.get(api.HONEYPOT_FIELD) ? `${api.HONEYPOT_FILLED} ${timing}` : timing;
    const formTiming = await formTimer.read(request.ip, header);
    const outcome = await store(lead, { source: "form", seen: visit, formTiming });
    if (!outcome.isNew) await room.giveBack();
    if (outcome.unavailable !== undefined)
      request.log.error({ reason: outcome.unavailable }, "a lead could not be stored");
    return outcome;
  }

  /**
   * @param isRefused whether other fields have problems. If not, an invalid lead has none here,
   * because `store` will find them.
   */
  function leadProblems(lead: UncheckedLead, { fields }: FormPost, isRefused: boolean) {
    const checked = validateLead(lead, form);
    // The form for a lead that is already stored has no field for the name.
    if (!checked.ok) return isRefused && lead.name !== null ? atInputs(checked.problems) : [];
    if (lead.email === fields.get(CONFIRMED_EMAIL_FIELD)) return [];
    const message = emailDoubt(checked.lead, form);
    return message === undefined ? [] : [{ input: LEAD_COLUMNS.email.input, message }];
  }

  async function respond(post: FormPost, outcome: FormOutcome, view: FormView) {
    const { request, reply, values, bytes, isScript } = post;
    const { failure, location } = outcome;
    if (!failure) return respondStored(post, outcome, view);
    if (failure.retryAfter !== undefined) reply.header("retry-after", failure.retryAfter);
    const { message, problems = [] } = failure;
    const state = { kind: "failed", values, message, problems } as const;
    const failureState = async () => outcome.page ?? view.stateOf(state, failure.status);
    if (isScript) {
      const { schedule } = await failureState();
      reply.code(failure.status).header("cache-control", "no-store");
      return reply.send({ message, problems, schedule, location });
    }
    const renderings = Math.max(1, Math.ceil(bytes / BYTES_A_RENDERING));
    const room = await view.takeRendering(request.ip, renderings);
    if (room.kind === "granted") return pages.send(reply, await failureState(), FOR_BACK);
    if (location !== undefined) return reply.redirect(location, 303);
    return pages.sendError(request, reply, room);
  }

  async function respondStored(post: FormPost, outcome: FormOutcome, view: FormView) {
    const { reply, values, isScript } = post;
    const { location, offer, isConfirmed = false } = outcome;
    if (location !== undefined) {
      reply.headers(pages.headers).header("cache-control", "no-store");
      return isScript ? reply.send({ location }) : reply.redirect(location, 303);
    }
    const email = values.email && cleanEmail(values.email);
    const mail = isConfirmed ? { email } : { isUnmailed: true as const };
    const state = { kind: "submitted", ...mail, ...(offer && { offer }) } as const;
    return pages.send(reply, await view.stateOf(state, 200), FOR_BACK);
  }

  return { parse, submit, respond };
}

function visitOf(request: FastifyRequest, consent: string | undefined, siteUrl: string): SeenVisit {
  const described = request.headers[api.SOURCE_HEADER];
  if (described !== undefined) return parseVisitHeader(described);
  const { referer = "" } = request.headers;
  const isOurs = isOwnHost(request, referer, siteUrl);
  return { consent, page: isOurs ? referer : undefined };
}

export const failed = (failure: Failure): FormOutcome => ({ failure, isNew: false });

export function outcomeOf(result: SubmitResult, messages: Messages): FormOutcome {
  switch (result.kind) {
    case "stored":
      return { isNew: !result.repeated };
    case "invalid": {
      const problems = atInputs(result.problems);
      return failed({ status: 400, message: result.problems[0].message, problems });
    }
    case "duplicate-id":
      return failed({ status: 409, message: messages.alreadyStored });
    case "key-reused":
      return failed({ status: 422, message: messages.keyReused });
    case "unavailable": {
      const { storeUnavailable: message } = messages;
      const failure = failed({ status: 503, message, retryAfter: RETRY_SECONDS });
      return { ...failure, unavailable: result.reason };
    }
  }
}
