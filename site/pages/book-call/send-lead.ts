/** The one call that the page makes (specification, point 7), with every way it can end as a value. */
import { FORM_TIMING_HEADER } from "../../../contract/form-timing.ts";
import {
  isLeadColumn,
  LEAD_COLUMNS,
  LEADS_TABLE,
  type LeadFields,
  type LeadInput,
} from "../../../contract/lead.ts";
import { SUBMIT_TIMEOUT_MS } from "../../../contract/limits.ts";
import { OBJECT_MEDIA_TYPE, OFFER_HEADER, SOURCE_HEADER, VISIT_ITEM } from "../../../contract/rest-api.ts";
import type { BookCallContent } from "../../page-content.ts";

export type Sent =
  | { ok: true; row: object; offer: string | undefined }
  /** In the backend's words; `input` is the field that it complained about. */
  | { ok: false; message: string; input: LeadInput | undefined }
  /** What the backend has no words for. */
  | { ok: false; failure: keyof BookCallContent["failures"] };

export interface Backend {
  /** Where the REST area is, without a slash at the end. */
  url: string;
  publicKey: string;
}

/**
 * Sends a lead and answers with what the visitor should see; the answer never rejects.
 * @param idempotencyKey the same for each attempt to send the same filled form
 * @param filled how it was filled; empty where nothing is known
 * @throws whatever kept the request from leaving
 */
export function sendLead(
  lead: LeadFields,
  idempotencyKey: string,
  consentVersion: string,
  filled: string,
  backend: Backend,
): Promise<Sent> {
  const aborter = new AbortController();
  const request = new Request(`${backend.url}/${LEADS_TABLE}`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Accept: OBJECT_MEDIA_TYPE,
      Prefer: "return=representation",
      apikey: backend.publicKey,
      Authorization: `Bearer ${backend.publicKey}`,
      "Idempotency-Key": idempotencyKey,
      [SOURCE_HEADER]: `${consentVersion} ${visit()}`,
      ...(filled && { [FORM_TIMING_HEADER]: filled }),
    },
    body: JSON.stringify(lead),
    signal: aborter.signal,
  });
  setTimeout(() => aborter.abort(), SUBMIT_TIMEOUT_MS);
  return read(fetch(request)).catch((thrown: unknown) => {
    console.error(thrown);
    if (aborter.signal.aborted) return { ok: false, failure: "timeout" };
    // What fetch throws when the network is dead, in every browser. Source: Fetch Standard, "network error".
    return { ok: false, failure: thrown instanceof TypeError ? "network" : "unexpected" };
  });
}

function visit(): string {
  try {
    return sessionStorage.getItem(VISIT_ITEM) ?? "";
  } catch {
    return location.href.slice(0, 2000);
  }
}

async function read(answer: Promise<Response>): Promise<Sent> {
  const response = await answer;
  const accepted = response.ok;
  const text = await response.text();
  const body = parse(text);
  if (accepted && body && !Array.isArray(body))
    return { ok: true, row: body, offer: response.headers.get(OFFER_HEADER) ?? undefined };
  console.error("The lead was not stored.", text);
  const { message, details }: { message?: unknown; details?: unknown } = body ?? {};
  if (accepted || typeof message !== "string" || message === "") return { ok: false, failure: "unreadable" };
  return { ok: false, message, input: inputNamedIn(String(details)) };
}

/** A JSON object or array, or nothing: an empty body, or a page that some box on the way answered with. */
function parse(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The first column that a database's own text names, like `column "email"` or `lead_submissions_email_check`. */
function inputNamedIn(details: string): LeadInput | undefined {
  const names = details.matchAll(/"(?:lead_submissions_)?(\w+?)(?:_check)?"/g);
  for (const [, name] of names) if (name && isLeadColumn(name)) return LEAD_COLUMNS[name].input;
  return undefined;
}
