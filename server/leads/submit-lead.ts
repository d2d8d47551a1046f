/** The one path for new leads, wherever they come from. */
import { createHash } from "node:crypto";
import { readTarget } from "../../contract/delivery.ts";
import type { FormContent } from "../../contract/form-content.ts";
import { columnNames, NOT_ASKED, type LeadFields, type LeadRow } from "../../contract/lead.ts";
import type { Visit } from "../../contract/lead-visit.ts";
import { validateLead, type FormRules } from "../../contract/validation.ts";
import type { Problem, UncheckedLead } from "../../contract/validation.ts";
import { planDeliveries, type DeliverySettings } from "../deliveries/planned-deliveries.ts";
import type { Database } from "../store/database.ts";
import type { Insert, InsertResult, LeadSource } from "../store/store.ts";
import { createFormTexts } from "./form-texts.ts";
import { readVisit, type SeenVisit } from "./read-visit.ts";
import { createIsRepeated, suspicionOf, type FormTiming } from "./suspicion.ts";
import { createUuidV7 } from "./uuid.ts";
import { insertLeads } from "./insert-leads.ts";

export interface LeadDraft {
  fields: UncheckedLead;
  /** A UUID that the client chose. */
  id?: string;
}

/**
 * When a request repeats an earlier one: never, by the client's key, or, as a form of the site, by
 * its content.
 */
export type RepetitionRule = { kind: "never" } | { kind: "key"; key: string } | { kind: "content" };

/** `row` is the first lead with problems, counted from 0. */
export type Invalid = { kind: "invalid"; row: number; problems: readonly [Problem, ...Problem[]] };

export type SubmitResult = InsertResult | Invalid;

export interface Arrival {
  source: LeadSource;
  seen?: SeenVisit;
  /** Undefined for the agency's own leads, such as a test, which are never suspected. */
  formTiming: FormTiming | undefined;
  /** The source of a lead that called and was added by the agency; nobody gets a mail about it. */
  calledFrom?: string;
}

/** For a lead that is stored with its call: both sides get mails about the call instead. */
export function withoutMails(insert: Insert): Insert {
  return { ...insert, deliveries: insert.deliveries?.filter(({ kind }) => kind === "webhook") ?? [] };
}

interface SubmitLeadsParts {
  store: Database;
  form: FormRules & Pick<FormContent, "consent" | "services">;
  now: () => number;
  deliverySettings: DeliverySettings;
  onStored: (newLeads: number) => void;
}

export interface NextSteps {
  /** Where the lead picks a time for its call; undefined if that is on another site. */
  offer?: string | undefined;
  /** Whether its visitor gets the confirmation by mail. */
  isConfirmed?: boolean;
}

export type ReadNextSteps = (leadId: string) => Promise<NextSteps>;

export type Leads = ReturnType<typeof createSubmitLeads>;

/** Made once in a process, since it remembers the texts of leads to recognize repeated ones. */
export function createSubmitLeads(parts: SubmitLeadsParts) {
  const { store, form, now, deliverySettings, onStored } = parts;
  const newId = createUuidV7(now);
  const isRepeated = createIsRepeated(now);
  const texts = createFormTexts(store, form);

  /**
   * The form's rules, with one more service: for callers, `NOT_ASKED`; for visitors, a service that
   * an earlier version of the form offered, as the visitor may have opened that one.
   */
  async function rulesFor(service: unknown, isCaller: boolean): Promise<FormRules> {
    const accepts = (value: string) => ({ ...form, services: [...form.services, { value }] });
    if (isCaller) return accepts(NOT_ASKED);
    if (typeof service !== "string" || (await texts.find("service", service)) === undefined) return form;
    return accepts(service);
  }

  async function visitOf(seen: SeenVisit | undefined): Promise<Visit | undefined> {
    const visit = seen && readVisit(seen);
    if (!visit?.consent) return visit;
    const { version } = visit.consent;
    return { ...visit, consent: { version, text: await texts.find("consent", version) } };
  }

  async function prepareLeads(
    drafts: readonly LeadDraft[],
    rule: RepetitionRule,
    { source, seen, formTiming, calledFrom }: Arrival,
  ): Promise<{ kind: "ready"; insert: Insert } | Invalid> {
    const isCaller = calledFrom !== undefined;
    await texts.keep();
    const visit = isCaller ? { from: calledFrom, campaign: {} } : await visitOf(seen);
    const arrivedAt = new Date(now()).toISOString();
    const rows: LeadRow[] = [];
    for (const [row, { fields, id }] of drafts.entries()) {
      const validation = validateLead(fields, await rulesFor(fields.selected_service, isCaller));
      if (!validation.ok) return { kind: "invalid", row, problems: validation.problems };
      rows.push({ id: id ?? newId(), created_at: arrivedAt, ...validation.lead });
    }
    const mailLeadsAtNight = source === "test" || deliverySettings.mailLeadsAtNight;
    const settings = { ...deliverySettings, mailLeadsAtNight };
    const planned = planDeliveries(arrivedAt, settings).filter(({ kind, target }) => {
      // Whoever enters a caller has already answered. A chat would ask the team to do it.
      if (isCaller) return kind === "webhook" && readTarget(target).chat === undefined;
      return kind !== "confirmation" || formTiming?.isConfirmed !== false;
    });
    const deliveries = rows.flatMap((row) =>
      planned.map((delivery) => ({ id: newId(), leadId: row.id, ...delivery })),
    );
    const suspicion = formTiming
      ? [...new Set(rows.flatMap((row) => suspicionOf(row, isRepeated(row), formTiming)))]
      : [];
    const insert: Insert = { rows, source, visit, suspicion, deliveries };
    if (rule.kind === "never") return { kind: "ready", insert };
    const fingerprint = fingerprintOf(drafts, rows);
    // Somebody who calls again an hour later is another lead, even with the same words.
    const namespace = isCaller ? `call:${arrivedAt.slice(0, 13)}` : "form";
    const idempotency = {
      // A client's key is stored behind `key:`, so that no client can choose the key of a form.
      key: rule.kind === "key" ? `key:${rule.key}` : `${namespace}:${fingerprint}`,
      fingerprint,
      usedAt: arrivedAt,
      // A visitor who sends the same words after an answer asks again: that is another lead.
      whileOpen: rule.kind === "content" && !isCaller,
    };
    return { kind: "ready", insert: { ...insert, idempotency } };
  }

  async function storeLeads(insert: Insert): Promise<InsertResult> {
    const result = await insertLeads(store, insert);
    if (result.kind === "stored" && !result.repeated)
      onStored(insert.source === "test" ? 0 : result.rows.length);
    return result;
  }

  /** Stores all of the leads, or none of them. */
  async function submitLeads(drafts: readonly LeadDraft[], rule: RepetitionRule, arrival: Arrival) {
    const prepared = await prepareLeads(drafts, rule, arrival);
    return prepared.kind === "invalid" ? prepared : storeLeads(prepared.insert);
  }

  return { prepareLeads, storeLeads, submitLeads, keepFormTexts: () => texts.keep() };
}

/** A digest of the client's normalized input, without the ids and times that we added. */
function fingerprintOf(drafts: readonly LeadDraft[], rows: readonly LeadFields[]): string {
  const content = rows.map((row, index) => [
    drafts[index]?.id ?? null,
    ...columnNames.map((column) => row[column]),
  ]);
  return createHash("sha256").update(JSON.stringify(content)).digest("hex");
}
