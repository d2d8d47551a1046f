import { attempt } from "../../../contract/attempt.ts";
import { isLeadColumn, LEAD_COLUMNS, LEADS_TABLE, type LeadInput } from "../../../contract/lead.ts";
import type { LeadFields } from "../../../contract/lead.ts";
import { API_URL_META, PUBLIC_KEY_META, type FieldProblem } from "../../../contract/page.ts";
import * as rest from "../../../contract/rest-api.ts";
import type { BookCallContent } from "../../page-content.ts";
import { elementOf } from "../../load-page.ts";
import { visit } from "../../visit.ts";
import { keyFor } from "./draft.ts";

export type SendAnswer =
  | { ok: true; body: object; offer: string | undefined; confirmation: string | null }
  | {
      ok: false;
      status: number;
      message: string;
      problems: readonly FieldProblem[];
      body: object | undefined;
    }
  /** A failure for which the backend has no message. */
  | { ok: false; failure: keyof BookCallContent["failures"] };

/** Its promise never rejects; an exception means that the request was never sent. */
export type Send = (lead: LeadFields, context: SendContext) => Promise<SendAnswer>;

export interface SendContext {
  form: HTMLFormElement;
  consentVersion: string;
  /** Empty when its header is not sent. */
  formTiming: string;
}

const TIMEOUT_MS = 15_000;

/** Sends a lead. A lead that is sent again unchanged has the same key, so it is stored once. */
export const sendLead: Send = (lead, context) => {
  const publicKey = readMeta(PUBLIC_KEY_META);
  const headers = {
    "Content-Type": "application/json",
    // One row instead of an array. Source: PostgREST docs, "Singular or Plural".
    Accept: "application/vnd.pgrst.object+json",
    Prefer: "return=representation",
    apikey: publicKey,
    Authorization: `Bearer ${publicKey}`,
    [rest.IDEMPOTENCY_HEADER]: keyFor(lead),
  };
  return post(`${readMeta(API_URL_META)}/${LEADS_TABLE}`, headers, JSON.stringify(lead), context);
};

export function readMeta(name: string): string {
  return elementOf(`[name=${name}]`).getAttribute("content") ?? "";
}

export function post(
  url: string,
  headers: Record<string, string>,
  body: string | URLSearchParams,
  { consentVersion, formTiming }: SendContext,
): Promise<SendAnswer> {
  const aborter = new AbortController();
  const request = new Request(url, {
    method: "POST",
    headers: {
      ...headers,
      [rest.SOURCE_HEADER]: `${consentVersion} ${visit()}`,
      ...(formTiming && { [rest.FORM_TIMING_HEADER]: formTiming }),
    },
    body,
    signal: aborter.signal,
  });
  setTimeout(() => aborter.abort(), TIMEOUT_MS);
  return readAnswer(fetch(request)).catch((thrown: unknown) => {
    console.error(thrown);
    if (aborter.signal.aborted) return { ok: false, failure: "timeout" };
    // Every browser throws a TypeError when the network is down (Fetch Standard, "network error").
    return { ok: false, failure: thrown instanceof TypeError ? "network" : "unexpected" };
  });
}

/** An error of our own server, of a database, or of a proxy. */
interface ErrorBody {
  message?: unknown;
  details?: unknown;
  /** Only our own server's answer to the form on the scheduling page has these. */
  problems?: FieldProblem[];
}

async function readAnswer(responding: Promise<Response>): Promise<SendAnswer> {
  const response = await responding;
  const text = await response.text();
  const body = parseObject(text);
  if (response.ok && body && !Array.isArray(body))
    return {
      ok: true,
      body,
      offer: response.headers.get(rest.OFFER_HEADER) ?? undefined,
      confirmation: response.headers.get(rest.CONFIRMATION_HEADER),
    };
  console.error("The lead was not stored or booked, or the answer is unreadable:", text);
  const { message, details, problems }: ErrorBody = body ?? {};
  if (response.ok || typeof message !== "string" || message === "")
    return { ok: false, failure: "unreadable" };
  const input = inputNamedIn(String(details));
  return {
    ok: false,
    status: response.status,
    message,
    problems: problems ?? (input ? [{ input, message }] : []),
    body,
  };
}

function parseObject(text: string): object | undefined {
  const value: unknown = attempt(() => JSON.parse(text));
  return typeof value === "object" && value !== null ? value : undefined;
}

/** The input that a database's text names: `column "email"`, `"lead_submissions_email_check"`. */
function inputNamedIn(details: string): LeadInput | undefined {
  const names = details.matchAll(/"(?:lead_submissions_)?(\w+?)(?:_check)?"/g);
  for (const [, name] of names) {
    if (name && isLeadColumn(name)) return LEAD_COLUMNS[name].input;
  }
  return undefined;
}
