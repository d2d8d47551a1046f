import type { FastifyReply, FastifyRequest } from "fastify";
import { LEAD_COLUMNS, columnNames } from "../../contract/lead/lead.ts";
import { MAX_BODY_BYTES } from "../../contract/limits.ts";
import type { Messages } from "../../contract/content/schema.ts";
import { CONSENT_FIELD } from "../../contract/http/page.ts";
import type {
  FieldProblem,
  FormState,
  FormValues,
  PageState,
} from "../../contract/http/page.ts";
import * as api from "../../contract/http/rest-api.ts";
import { cleanEmail } from "../../contract/lead/mailbox.ts";
import {
  atInputs,
  CONFIRMED_EMAIL_FIELD,
  emailDoubt,
  validateLead,
} from "../../contract/lead/validation.ts";
import type { UncheckedLead } from "../../contract/lead/validation.ts";
import {
  parseFormBody,
  isCrossSite,
  isForm,
  isOwnHost,
} from "../http/forms.ts";
import type { PageSender } from "../http/pages.ts";
import {
  statusOf,
  type Limits,
  type OverLimit,
  type Take,
} from "../http/rate-limit.ts";
import { RETRY_SECONDS } from "../store/store.ts";
import type { FormTimer } from "./form-timing.ts";
import type { TakePermits } from "./lead-permits.ts";
import { parseVisitHeader, type SeenVisit } from "./read-visit.ts";
import type { Arrival, NextSteps, SubmitResult } from "./submit-lead.ts";

/** A text beyond MAX_BODY_BYTES is read, too, so that the page can show it again. */
export const MAX_READ_BYTES = 4 * MAX_BODY_BYTES;
/** Showing a longer text would block the thread for too long. */
const MAX_SHOWN_BYTES = 2 * MAX_BODY_BYTES;
/** Lets the browser show the answer again on Back, without asking to send the form again. */
const FOR_BACK = "private, no-cache";
/** A form with a longer text counts several times in the limit of rendered pages. */
const BYTES_A_RENDERING = 16 * 1024;

interface Refusal {
  status: number;
  message: string;
  problems?: readonly FieldProblem[];
  retryAfter?: number | undefined;
  /** Why the store could not be used, for the log. */
  unavailable?: string;
  /** Replaces the form, if sending it again is useless, and tells what became of the lead. */
  page?: PageState;
  /** The page's own address, for visitors beyond the limit of rendered pages. */
  location?: string;
}

export type FormOutcome =
  | ({ kind: "stored" } & NextSteps)
  | { kind: "elsewhere"; location: string }
  | ({ kind: "refused" } & Refusal);

export interface FormPost {
  request: FastifyRequest;
  reply: FastifyReply;
  fields: ReadonlyMap<string, string>;
  values: FormValues;
  visit: SeenVisit;
  bytes: number;
  isScript: boolean;
}

type StateOf = (form: FormState, status: number) => PageState;

type StoreLead = (
  lead: UncheckedLead,
  arrival: Arrival,
) => Promise<FormOutcome>;

export type LeadForms = ReturnType<typeof createLeadForms>;

/**
 * Takes the forms that browsers post from /schedule and, without a script, from /book-call. The
 * script of /book-call sends its lead to `rest/rest.ts` instead.
 */
export function createLeadForms(
  pages: PageSender,
  limits: Pick<Limits, "requests">,
  formTimer: FormTimer,
  permitsFor: (address: string) => TakePermits,
) {
  const { form, messages, site } = pages.manifest;

  async function parse(request: FastifyRequest, reply: FastifyReply) {
    if (isCrossSite(request, site.siteUrl)) return { refusal: 403 };
    if (!isForm(request)) return { refusal: 415 };
    const permit = await limits.requests(request.ip);
    if (permit.kind !== "granted") return { refusal: permit };
    const { body } = request;
    const fields = Buffer.isBuffer(body)
      ? parseFormBody(body)
      : new Map<string, string>();
    if (!fields) return { refusal: 400 };
    // The decoded text counts, because the body has three bytes for each byte outside ASCII.
    const bytes = Buffer.byteLength([...fields].flat().join(""));
    if (bytes > MAX_SHOWN_BYTES) return { refusal: 413 };
    const inputs = Object.values(LEAD_COLUMNS).map(({ input }) => input);
    const values = Object.fromEntries(
      inputs.map((input) => [input, fields.get(input) ?? ""]),
    );
    const visit = visitOf(request, fields.get(CONSENT_FIELD), site.siteUrl);
    // A proxy may change `Accept`, but hardly a header of ours, which only the script sends.
    const isScript =
      request.headers.accept === "application/json" ||
      request.headers[api.SOURCE_HEADER] !== undefined;
    return { request, reply, fields, values, visit, bytes, isScript };
  }

  /** @param others the problems of other fields, which are shown with the lead's problems */
  async function submit(
    post: FormPost,
    others: readonly FieldProblem[],
    store: StoreLead,
  ) {
    const { request, fields, bytes, visit } = post;
    if (bytes > MAX_BODY_BYTES)
      return refusedForm({ status: 413, message: messages.bodyTooLarge });
    const lead: UncheckedLead = {};
    for (const column of columnNames)
      lead[column] = fields.get(LEAD_COLUMNS[column].input) ?? null;
    const problems = [
      ...leadProblems(lead, post, others.length > 0),
      ...others,
    ];
    const [first] = problems;
    if (first)
      return refusedForm({ status: 422, message: first.message, problems });
    const timing = String(request.headers[api.FORM_TIMING_HEADER] ?? "");
    const header = fields.get(api.HONEYPOT_FIELD)
      ? `${api.HONEYPOT_FILLED} ${timing}`
      : timing;
    const outcome = await store(lead, {
      seen: visit,
      formTiming: formTimer.read(header),
      takePermits: permitsFor(request.ip),
    });
    if (outcome.kind === "refused" && outcome.unavailable !== undefined)
      request.log.error(
        { reason: outcome.unavailable },
        "a lead could not be stored",
      );
    return outcome;
  }

  /** Names a lead's problems only if other fields are wrong, since otherwise `store` names them. */
  function leadProblems(
    lead: UncheckedLead,
    { fields }: FormPost,
    areOthersWrong: boolean,
  ) {
    const checked = validateLead(lead, form);
    // Without a name, the form is for a stored lead, whose own problems do not count.
    if (!checked.ok)
      return areOthersWrong && lead.name !== null
        ? atInputs(checked.problems)
        : [];
    if (lead.email === fields.get(CONFIRMED_EMAIL_FIELD)) return [];
    const message = emailDoubt(checked.lead, form);
    return message === undefined
      ? []
      : [{ input: LEAD_COLUMNS.email.input, message }];
  }

  async function respond(
    post: FormPost,
    outcome: FormOutcome,
    stateOf: StateOf,
    takeRendering: Take,
  ) {
    const { request, reply, values, bytes, isScript } = post;
    switch (outcome.kind) {
      case "stored": {
        const { offer, isConfirmed = false } = outcome;
        const email = values.email && cleanEmail(values.email);
        const mail = isConfirmed ? { email } : { isUnmailed: true as const };
        const state = {
          kind: "submitted",
          ...mail,
          ...(offer && { offer }),
        } as const;
        return pages.send(reply, stateOf(state, 200), FOR_BACK);
      }
      case "elsewhere":
        reply.headers(pages.headers).header("cache-control", "no-store");
        if (isScript) return reply.send({ location: outcome.location });
        return reply.redirect(outcome.location, 303);
      case "refused": {
        const {
          status,
          message,
          problems = [],
          retryAfter,
          location,
        } = outcome;
        if (retryAfter !== undefined) reply.header("retry-after", retryAfter);
        const page =
          outcome.page ??
          stateOf({ kind: "failed", values, message, problems }, status);
        if (isScript) {
          reply.code(status).header("cache-control", "no-store");
          return reply.send({
            message,
            problems,
            schedule: page.schedule,
            location,
          });
        }
        const times = Math.max(1, Math.ceil(bytes / BYTES_A_RENDERING));
        const permit = await takeRendering(request.ip, times);
        if (permit.kind === "granted") return pages.send(reply, page, FOR_BACK);
        if (location !== undefined) return reply.redirect(location, 303);
        return pages.sendError(request, reply, permit);
      }
    }
  }

  return { parse, submit, respond };
}

function visitOf(
  request: FastifyRequest,
  consent: string | undefined,
  siteUrl: string,
): SeenVisit {
  const described = request.headers[api.SOURCE_HEADER];
  if (described !== undefined) return parseVisitHeader(described);
  const { referer = "" } = request.headers;
  return {
    consent,
    page: isOwnHost(request, referer, siteUrl) ? referer : undefined,
  };
}

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
    case "invalid": {
      const problems = atInputs(result.problems);
      return refusedForm({
        status: 400,
        message: result.problems[0].message,
        problems,
      });
    }
    case "too-many-leads":
      return tooMany(result.limit, messages);
    case "duplicate-id":
      return refusedForm({ status: 409, message: messages.alreadyStored });
    case "key-reused":
      return refusedForm({ status: 422, message: messages.keyReused });
    case "unavailable": {
      const failure = {
        status: 503,
        message: messages.storeUnavailable,
        retryAfter: RETRY_SECONDS,
      };
      return refusedForm({ ...failure, unavailable: result.reason });
    }
  }
}
