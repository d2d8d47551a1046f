/** The one path for new leads, wherever they come from. */

import { hash } from "node:crypto";
import type { StoredWish } from "../../contract/call/booking.ts";
import type { FormContent } from "../../contract/content/form-content.ts";
import { isoTime } from "../../contract/durations.ts";
import { isHeld } from "../../contract/inbox/outcome.ts";
import type { Visit } from "../../contract/lead/lead-visit.ts";
import {
  columnNames,
  hasDigit,
  isCallNumber,
  NOT_ASKED,
  type LeadFields,
  type LeadRow,
} from "../../contract/lead/lead.ts";
import {
  validateLead,
  type FormRules,
  type LeadProblem,
  type UncheckedLead,
} from "../../contract/lead/validation.ts";
import { readTarget } from "../../contract/mail/delivery.ts";
import { readNumber } from "../deliveries/phone-number.ts";
import {
  planDeliveries,
  type DeliverySettings,
} from "../deliveries/planned-deliveries.ts";
import type { OverLimit } from "../http/rate-limit.ts";
import type { Database } from "../store/database.ts";
import type { Idempotency, Insert, InsertResult } from "../store/store.ts";
import { createFormTexts } from "./form-texts.ts";
import { insertLeads } from "./insert-leads.ts";
import { takeLeadPermits, type LeadPermits } from "./lead-permits.ts";
import { readVisit, type SeenVisit } from "./read-visit.ts";
import { suspicionOf } from "./suspicion.ts";
import { createUuidV7 } from "./uuid.ts";
import type { VisitorMemory } from "./visitor-memory.ts";

export interface LeadDraft {
  fields: UncheckedLead;
  /** A UUID that the client chose. */
  id?: string;
  /**
   * The telephone number as typed; empty without
   * one. Only a lead that comes alone has one.
   */
  number?: string;
  /** The number about which the form has asked. */
  asked?: string;
}

/**
 * What shows that a request repeats an earlier request: nothing, the client's
 * key or, in a form of the site, the content.
 */
export type RepetitionRule =
  | { kind: "never" }
  | { kind: "key"; key: string }
  | { kind: "content" };

/** `row` is the first lead with problems, counted from 0. */
export type Invalid = {
  kind: "invalid";
  row: number;
  problems: readonly [LeadProblem, ...LeadProblem[]];
};

/**
 * Nothing was stored, since the sender or
 * everybody together sent too many leads.
 */
interface TooMany {
  kind: "too-many-leads";
  limit: OverLimit;
}

export type SubmitResult = InsertResult | Invalid | TooMany;

/** What is known of a visitor's request beside its leads. */
export interface Arrival {
  seen?: SeenVisit | undefined;
  isHoneypotFilled: boolean;
  /** The IP address of the sender. */
  address: string;
}

interface Ready {
  kind: "ready";
  insert: Insert;
  /** Give these back unless the insert stores a new lead. */
  permits: LeadPermits;
}

/** What stores leads and calls, and plans what is sent about them. */
export interface Storing {
  store: Database;
  deliverySettings: DeliverySettings;
  now: () => number;
  onStored: (newLeads: number) => void;
}

interface SubmitLeadsParts extends Storing {
  form: FormRules & Pick<FormContent, "consent" | "services">;
  memory: VisitorMemory;
}

export interface NextSteps {
  /**
   * The page where the visitor picks a time;
   * undefined if the page is on another site.
   */
  offer?: string | undefined;
  /** Whether the visitor gets a confirmation by mail. */
  isConfirmed?: boolean;
}

export type ReadNextSteps = (leadId: string) => Promise<NextSteps>;

export type Leads = ReturnType<typeof createSubmitLeads>;

export function createSubmitLeads(parts: SubmitLeadsParts) {
  const newId = createUuidV7(parts.now);
  const texts = createFormTexts(parts.store, parts.form);
  const tools = { ...parts, newId, texts };
  return {
    prepareLeads: prepareLeads.bind(undefined, tools),
    storeLeads: storeLeads.bind(undefined, tools),
    submitLeads: submitLeads.bind(undefined, tools),
    submitCaller: submitCaller.bind(undefined, tools),
    submitTest: submitTest.bind(undefined, tools),
    keepFormTexts: () => texts.keep(),
  };
}

interface Tools extends SubmitLeadsParts {
  newId: () => string;
  texts: ReturnType<typeof createFormTexts>;
}

type RulesFor = (service: unknown) => FormRules | Promise<FormRules>;

/** Checks a visitor's leads and takes their permits, and stores nothing. */
async function prepareLeads(
  tools: Tools,
  drafts: readonly LeadDraft[],
  rule: RepetitionRule,
  { seen, isHoneypotFilled, address }: Arrival,
): Promise<Ready | Invalid | TooMany> {
  const { texts, now, deliverySettings, memory } = tools;
  const { chips } = tools.form.fields.problems;
  await texts.keep();
  const at = isoTime(now());
  const rulesFor: RulesFor = (service) => visitorRules(tools, service);
  const checked = await checkLeads(tools, drafts, at, rulesFor);
  if (checked.kind === "invalid") return checked;
  const { rows } = checked;
  const permits = await takeLeadPermits(memory, address, rows);
  if (permits.kind !== "granted")
    return { kind: "too-many-leads", limit: permits };
  const { isFlood, isConfirmed } = permits;
  const deliveries = planDeliveries(at, deliverySettings).filter(
    ({ kind }) => kind !== "confirmation" || isConfirmed,
  );
  const visit = seen && (await visitOf(texts, seen));
  const signals = rows.flatMap((row) =>
    suspicionOf(row, memory.isRepeated(row, chips), isHoneypotFilled, isFlood),
  );
  const suspicion = [...new Set(signals)];
  if (isHeld(suspicion)) await permits.keepOnlyStored();
  const idempotency = idempotencyOf(rule, fingerprintOf(drafts, rows), at);
  const wish = wishForCall(drafts[0]?.number, deliverySettings);
  return {
    kind: "ready",
    insert: {
      rows,
      deliveries,
      readers: await deliverySettings.readers(),
      visit,
      wish,
      suspicion,
      idempotency,
    },
    permits,
  };
}

/** A visitor who gives a number wants to be called, at no certain time. */
function wishForCall(
  typed = "",
  { timeZone: zone }: DeliverySettings,
): StoredWish | undefined {
  if (!isCallNumber(typed)) return undefined;
  const { phone, phoneTyped } = readNumber(typed, [zone]);
  return { zone, phone, typed: phoneTyped };
}

/** Stores all of a visitor's leads, or none of them. */
async function submitLeads(
  tools: Tools,
  drafts: readonly LeadDraft[],
  rule: RepetitionRule,
  arrival: Arrival,
): Promise<SubmitResult> {
  const prepared = await prepareLeads(tools, drafts, rule, arrival);
  if (prepared.kind !== "ready") return prepared;
  const result = await storeLeads(tools, prepared.insert);
  if (!isNewLead(result)) await prepared.permits.giveBack();
  return result;
}

/**
 * Stores a caller's lead, whose fields a member
 * typed. @param from the caller's source
 */
async function submitCaller(
  tools: Tools,
  fields: UncheckedLead,
  from: string,
): Promise<SubmitResult> {
  const { form, now, deliverySettings } = tools;
  const drafts = [{ fields }];
  const at = isoTime(now());
  const rules = accepting(form, NOT_ASKED);
  const checked = await checkLeads(tools, drafts, at, () => rules);
  if (checked.kind === "invalid") return checked;
  const { rows } = checked;
  // The member has already answered the caller,
  // so no mail and no chat asks for an answer.
  const deliveries = planDeliveries(at, deliverySettings).filter(
    ({ kind, target }) =>
      kind === "webhook" && readTarget(target).chat === undefined,
  );
  const fingerprint = fingerprintOf(drafts, rows);
  // Somebody who calls again an hour later
  // is a new lead, even with the same words.
  const key = `call:${at.slice(0, 13)}:${fingerprint}`;
  const idempotency = { key, fingerprint, usedAt: at };
  const visit = { from, campaign: {} };
  return storeLeads(tools, { rows, deliveries, visit, idempotency });
}

/** Mails about a test lead are sent even at night. @returns its id */
async function submitTest(tools: Tools, fields: LeadFields): Promise<string> {
  const { form, now, deliverySettings } = tools;
  const at = isoTime(now());
  const checked = await checkLeads(tools, [{ fields }], at, () => form);
  const [row] = checked.kind === "valid" ? checked.rows : [];
  if (!row) throw new Error("The content's test lead is not valid.");
  const deliveries = planDeliveries(at, {
    ...deliverySettings,
    mailLeadsAtNight: true,
  });
  const readers = await deliverySettings.readers();
  const insert = { rows: [row], deliveries, readers, isTest: true };
  const result = await storeLeads(tools, insert);
  if (result.kind === "unavailable") throw result;
  return row.id;
}

async function storeLeads(
  { store, onStored }: Tools,
  insert: Insert,
): Promise<InsertResult> {
  const result = await insertLeads(store, insert);
  if (result.kind === "stored" && !result.repeated)
    onStored(result.rows.length);
  return result;
}

async function checkLeads(
  { newId }: Tools,
  drafts: readonly LeadDraft[],
  created_at: string,
  rulesFor: RulesFor,
): Promise<{ kind: "valid"; rows: LeadRow[] } | Invalid> {
  const rows: LeadRow[] = [];
  for (const [row, draft] of drafts.entries()) {
    const { fields, id } = draft;
    const rules = await rulesFor(fields.selected_service);
    const validation = validateLead(withWords(draft), rules);
    if (!validation.ok)
      return { kind: "invalid", row, problems: validation.problems };
    rows.push({ id: id ?? newId(), created_at, ...validation.lead });
  }
  return { kind: "valid", rows };
}

/** Such as "ask my wife", but not "n/a". */
const WORDS = /\p{L}\s\p{L}{2}/u;

/** The team reads words that stand in the place of the number. */
function withWords({ fields, number = "" }: LeadDraft): UncheckedLead {
  if (hasDigit(number) || !WORDS.test(number)) return fields;
  const said = [fields.additional_info ?? "", number].join("\n");
  return { ...fields, additional_info: said };
}

/**
 * A visitor may have opened an earlier version
 * of the form, which offered another service.
 */
async function visitorRules(
  { form, texts }: Tools,
  service: unknown,
): Promise<FormRules> {
  if (typeof service !== "string") return form;
  const label = await texts.find("service", service);
  return label === undefined ? form : accepting(form, service);
}

async function visitOf(texts: Tools["texts"], seen: SeenVisit): Promise<Visit> {
  const visit = readVisit(seen);
  if (!visit.consent) return visit;
  const { version } = visit.consent;
  const text = await texts.find("consent", version);
  return { ...visit, consent: { version, text } };
}

/**
 * Whether a request stored at least one lead that no earlier request stored.
 */
export const isNewLead = (result: SubmitResult): boolean =>
  result.kind === "stored" && !result.repeated && result.rows.length > 0;

const accepting = (form: FormRules, service: string): FormRules => ({
  ...form,
  services: [...form.services, { value: service }],
});

function idempotencyOf(
  rule: RepetitionRule,
  fingerprint: string,
  usedAt: string,
): Idempotency | undefined {
  if (rule.kind === "never") return undefined;
  // The prefix `key:` keeps a client from choosing a key that a form has.
  if (rule.kind === "key")
    return { key: `key:${rule.key}`, fingerprint, usedAt };
  // A visitor who sends the same words after an
  // answer asks again, so this is a new lead.
  return { key: `form:${fingerprint}`, fingerprint, usedAt, whileOpen: true };
}

/**
 * A digest of the client's normalized input,
 * without the ids and times that we added.
 */
function fingerprintOf(
  drafts: readonly LeadDraft[],
  rows: readonly LeadFields[],
): string {
  const content = rows.map((row, index) => [
    drafts[index]?.id ?? null,
    ...columnNames.map((column) => row[column]),
  ]);
  return hash("sha256", JSON.stringify(content), "hex");
}
