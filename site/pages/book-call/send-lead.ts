import { attempt } from "../../../contract/attempt.ts";
import {
  API_URL_META,
  PUBLIC_KEY_META,
  type FieldProblem,
  type Submitted,
} from "../../../contract/http/page.ts";
import * as rest from "../../../contract/http/rest-api.ts";
import {
  askedField,
  CALL_NUMBER,
  isLeadColumn,
  LEAD_COLUMNS,
  LEADS_TABLE,
  type LeadInput,
  type LeadFields,
} from "../../../contract/lead/lead.ts";
import type { BookCallContent } from "../../page-content.ts";
import { elementOf } from "../../page-data.ts";
import { visit } from "../../visit.ts";
import { keyFor } from "./draft.ts";
import { readTypedFields } from "./form-inputs.ts";

export interface Failure {
  kind: "failed";
  /**
   * Undefined if the page itself found the problems.
   * Only the fields then show the problems.
   */
  message?: string;
  problems: readonly FieldProblem[];
  /**
   * The form may or may not have arrived, or something on
   * the way changed it. So the browser sends it the next time,
   * and the page offers other ways to reach the agency.
   */
  isUnclear?: true | undefined;
  /** The page itself cannot be fetched either. */
  isCutOff?: boolean;
}

/**
 * The result of sending a form. For a form
 * with a call, the page `location` tells more.
 */
export type Answer = (Failure | ({ kind: "submitted" } & Submitted)) & {
  location?: string | undefined;
};

/**
 * The promise never rejects. An exception
 * means that the request was never sent.
 */
export type Send = (sending: Sending) => Promise<Answer>;

export interface Sending {
  form: HTMLFormElement;
  lead: LeadFields;
  content: BookCallContent;
}

const TIMEOUT_MS = 15_000;
/** For so long before the timeout, the page itself is requested, too. */
const PROBE_MS = 5_000;

/**
 * Sends a lead. The same lead has the same key
 * each time, so the server stores it only once.
 */
export const sendLead: Send = (sending) => {
  const publicKey = readMeta(PUBLIC_KEY_META);
  const { lead, form } = sending;
  const { callNumber } = readTypedFields(form);
  const asked = new FormData(form).get(askedField(CALL_NUMBER.input)) ?? "";
  const number = callNumber
    ? { [rest.NUMBER_KEY]: callNumber, [rest.ASKED_KEY]: asked }
    : {};
  const body = JSON.stringify({ ...lead, ...number });
  const headers = {
    "Content-Type": "application/json",
    // The answer is one row instead of an array.
    // Source: PostgREST docs, "Singular or Plural".
    Accept: "application/vnd.pgrst.object+json",
    Prefer: "return=representation",
    apikey: publicKey,
    Authorization: `Bearer ${publicKey}`,
    [rest.IDEMPOTENCY_HEADER]: keyFor(body),
  };
  return post(
    `${readMeta(API_URL_META)}/${LEADS_TABLE}`,
    headers,
    body,
    sending,
  );
};

function readMeta(name: string): string {
  return elementOf(`[name=${name}]`).getAttribute("content") ?? "";
}

/** Not async, so that it throws if it cannot make the request. */
export function post(
  url: string,
  headers: Record<string, string>,
  body: string | URLSearchParams,
  sending: Sending,
): Promise<Answer> {
  const { form, content } = sending;
  const honeypot = form.querySelector<HTMLInputElement>(
    `[name=${rest.HONEYPOT_FIELD}]`,
  );
  const fail = (thrown: unknown, what: keyof BookCallContent["failures"]) => {
    console.error(thrown);
    return unclear(what, content);
  };
  let isCutOff = true;
  const probe = () =>
    fetch(location.href).then(
      () => void (isCutOff = false),
      () => undefined,
    );
  // Extensions that wrap `fetch` expect the
  // address as text, and the rest as options.
  const answer = fetch(url, {
    method: "POST",
    headers: {
      ...headers,
      [rest.SOURCE_HEADER]: `${content.consentVersion} ${visit()}`,
      ...(honeypot?.value && { [rest.HONEYPOT_HEADER]: rest.HONEYPOT_FILLED }),
    },
    body,
  })
    .then(
      (response) => readAnswer(response, sending),
      // Browsers throw a TypeError if the network
      // is down (Fetch Standard, "network error").
      async (thrown) => {
        const what = thrown instanceof TypeError ? "network" : "unexpected";
        await probe();
        return { ...fail(thrown, what), isCutOff };
      },
    )
    .catch((thrown) => fail(thrown, "unreadable"));
  // Some extensions wrap `fetch` and pass no
  // signal on, so nothing aborts the request.
  const late = new Promise<Answer>((resolve) => {
    const probing = setTimeout(() => void probe(), TIMEOUT_MS - PROBE_MS);
    void answer.then(() => clearTimeout(probing));
    setTimeout(
      () => resolve({ ...unclear("timeout", content), isCutOff }),
      TIMEOUT_MS,
    );
  });
  return Promise.race([answer, late]);
}

export function unclear(
  what: keyof BookCallContent["failures"],
  { failures }: BookCallContent,
): Failure {
  return {
    kind: "failed",
    message: failures[what],
    problems: [],
    isUnclear: true,
  };
}

/** An answer of this project's server, of a hosted database, or of a proxy. */
interface AnswerBody {
  message?: unknown;
  details?: unknown;
  /**
   * Only this project's server sets these
   * values, for the form on the scheduling page.
   */
  problems?: FieldProblem[];
  location?: string;
}

export async function readAnswer(
  response: Response,
  { lead, content }: Pick<Sending, "lead" | "content">,
): Promise<Answer> {
  const text = await response.text();
  const { message, details, problems, location } = parseAnswer(text);
  // A proxy that drops `Prefer` makes the answer to a lead
  // empty, and one that changes `Accept` makes it an array.
  // The answer to a form with a call has a location.
  if (response.status === 201 || (response.ok && location)) {
    const confirmation = response.headers.get(rest.CONFIRMATION_HEADER);
    return {
      kind: "submitted",
      location,
      offer: response.headers.get(rest.OFFER_HEADER) ?? undefined,
      // Only our own server sends mails: a hosted
      // database's answer does not mention a mail.
      email: confirmation === "mail" ? lead.email : undefined,
      isUnmailed: confirmation === "none" || undefined,
    };
  }
  console.error("The lead was not stored:", text);
  const input = inputNamedIn(String(details));
  // Below 409 something on the way changed the
  // request, unless the answer is about a field.
  const isReadable = problems || input || response.status >= 409;
  if (!isReadable || typeof message !== "string" || !message)
    return unclear("unreadable", content);
  const named = problems ?? (input ? [{ input, message }] : []);
  return { kind: "failed", message, problems: named, location };
}

/** An answer that is no object has nothing of it. */
const parseAnswer = (text: string): AnswerBody =>
  attempt(() => JSON.parse(text)) ?? {};

/**
 * Finds the input whose column a database names: `"email"`,
 * `"lead_submissions_email_check"`.
 */
function inputNamedIn(details: string): LeadInput | undefined {
  const names = details.matchAll(/"(?:lead_submissions_)?(\w+?)(?:_check)?"/g);
  const column = Array.from(names, ([, name = ""]) => name).find(isLeadColumn);
  return column && LEAD_COLUMNS[column].input;
}
