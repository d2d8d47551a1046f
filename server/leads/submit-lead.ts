/** The one path for new leads, wherever they come from. */
import { createHash } from "node:crypto";
import { readTarget } from "../../contract/mail/delivery.ts";
import type { FormContent } from "../../contract/content/form-content.ts";
import {
  columnNames,
  NOT_ASKED,
  type LeadFields,
  type LeadRow,
} from "../../contract/lead/lead.ts";
import type { Visit } from "../../contract/lead/lead-visit.ts";
import { isHeld } from "../../contract/inbox/outcome.ts";
import {
  validateLead,
  type FormRules,
} from "../../contract/lead/validation.ts";
import type { Problem, UncheckedLead } from "../../contract/lead/validation.ts";
import {
  planDeliveries,
  type DeliverySettings,
} from "../deliveries/planned-deliveries.ts";
import type { OverLimit } from "../http/rate-limit.ts";
import type { Database } from "../store/database.ts";
import type { Idempotency, Insert, InsertResult } from "../store/store.ts";
import { isoTime } from "./days.ts";
import { createFormTexts } from "./form-texts.ts";
import type { LeadPermits, TakePermits } from "./lead-permits.ts";
import { readVisit, type SeenVisit } from "./read-visit.ts";
import { suspicionOf, type FormTiming } from "./suspicion.ts";
import { createUuidV7 } from "./uuid.ts";
import { insertLeads } from "./insert-leads.ts";

export interface LeadDraft {
  fields: UncheckedLead;
  /** A UUID that the client chose. */
  id?: string;
}

/**
 * What shows that a request repeats an earlier request: nothing, the client's key or, in a form of
 * the site, the content.
 */
export type RepetitionRule =
  | { kind: "never" }
  | { kind: "key"; key: string }
  | { kind: "content" };

/** `row` is the first lead with problems, counted from 0. */
export type Invalid = {
  kind: "invalid";
  row: number;
  problems: readonly [Problem, ...Problem[]];
};

/** Nothing was stored, since the sender or everybody together sent too many leads. */
interface TooMany {
  kind: "too-many-leads";
  limit: OverLimit;
}

export type SubmitResult = InsertResult | Invalid | TooMany;

/** What is known of a visitor's request beside its leads. */
export interface Arrival {
  seen?: SeenVisit | undefined;
  formTiming: FormTiming;
  takePermits: TakePermits;
}

interface Ready {
  kind: "ready";
  insert: Insert;
  /** Give these back unless the insert stores a new lead. */
  permits: LeadPermits;
}

interface SubmitLeadsParts {
  store: Database;
  form: FormRules & Pick<FormContent, "consent" | "services">;
  now: () => number;
  deliverySettings: DeliverySettings;
  /** Whether others sent the text of this lead within a day. */
  isRepeated: (lead: LeadFields) => boolean;
  onStored: (newLeads: number) => void;
}

export interface NextSteps {
  /** The page where the visitor picks a time; undefined if the page is on another site. */
  offer?: string | undefined;
  /** Whether the visitor gets a confirmation by mail. */
  isConfirmed?: boolean;
}

export type ReadNextSteps = (leadId: string) => Promise<NextSteps>;

export type Leads = ReturnType<typeof createSubmitLeads>;

export function createSubmitLeads(parts: SubmitLeadsParts) {
  const { store, form, now, deliverySettings, isRepeated, onStored } = parts;
  const newId = createUuidV7(now);
  const texts = createFormTexts(store, form);

  /** A visitor may have opened an earlier version of the form, which offered another service. */
  async function visitorRules(service: unknown): Promise<FormRules> {
    if (
      typeof service !== "string" ||
      (await texts.find("service", service)) === undefined
    )
      return form;
    return accepting(form, service);
  }

  async function visitOf(seen: SeenVisit): Promise<Visit> {
    const visit = readVisit(seen);
    if (!visit.consent) return visit;
    const { version } = visit.consent;
    return {
      ...visit,
      consent: { version, text: await texts.find("consent", version) },
    };
  }

  async function checkLeads(
    drafts: readonly LeadDraft[],
    created_at: string,
    rulesFor: (service: unknown) => FormRules | Promise<FormRules>,
  ): Promise<{ kind: "valid"; rows: LeadRow[] } | Invalid> {
    const rows: LeadRow[] = [];
    for (const [row, { fields, id }] of drafts.entries()) {
      const validation = validateLead(
        fields,
        await rulesFor(fields.selected_service),
      );
      if (!validation.ok)
        return { kind: "invalid", row, problems: validation.problems };
      rows.push({ id: id ?? newId(), created_at, ...validation.lead });
    }
    return { kind: "valid", rows };
  }

  async function prepareLeads(
    drafts: readonly LeadDraft[],
    rule: RepetitionRule,
    { seen, formTiming, takePermits }: Arrival,
  ): Promise<Ready | Invalid | TooMany> {
    await texts.keep();
    const at = isoTime(now());
    const checked = await checkLeads(drafts, at, visitorRules);
    if (checked.kind === "invalid") return checked;
    const { rows } = checked;
    const permits = await takePermits(rows);
    if (permits.kind !== "granted")
      return { kind: "too-many-leads", limit: permits };
    const { isFlood, isConfirmed } = permits;
    const deliveries = planDeliveries(at, deliverySettings).filter(
      ({ kind }) => kind !== "confirmation" || isConfirmed,
    );
    const visit = seen && (await visitOf(seen));
    const signals = rows.flatMap((row) =>
      suspicionOf(row, isRepeated(row), formTiming, isFlood),
    );
    const suspicion = [...new Set(signals)];
    if (isHeld(suspicion)) await permits.keepOnlyStored();
    const idempotency = idempotencyOf(rule, fingerprintOf(drafts, rows), at);
    return {
      kind: "ready",
      insert: { rows, deliveries, visit, suspicion, idempotency },
      permits,
    };
  }

  /** Stores a caller's lead, whose fields a member typed. @param from the caller's source */
  async function submitCaller(
    fields: UncheckedLead,
    from: string,
  ): Promise<SubmitResult> {
    const drafts = [{ fields }];
    const at = isoTime(now());
    const checked = await checkLeads(drafts, at, () =>
      accepting(form, NOT_ASKED),
    );
    if (checked.kind === "invalid") return checked;
    const { rows } = checked;
    // The member has already answered the caller, so no mail and no chat asks for an answer.
    const deliveries = planDeliveries(at, deliverySettings).filter(
      ({ kind, target }) =>
        kind === "webhook" && readTarget(target).chat === undefined,
    );
    const fingerprint = fingerprintOf(drafts, rows);
    // Somebody who calls again an hour later is a new lead, even with the same words.
    const key = `call:${at.slice(0, 13)}:${fingerprint}`;
    const idempotency = { key, fingerprint, usedAt: at, whileOpen: false };
    return storeLeads({
      rows,
      deliveries,
      visit: { from, campaign: {} },
      idempotency,
    });
  }

  /** Mails about a test lead are sent even at night. @returns its id */
  async function submitTest(fields: LeadFields): Promise<string> {
    const at = isoTime(now());
    const checked = await checkLeads([{ fields }], at, () => form);
    const [row] = checked.kind === "valid" ? checked.rows : [];
    if (!row) throw new Error("The content's test lead is not valid.");
    const deliveries = planDeliveries(at, {
      ...deliverySettings,
      mailLeadsAtNight: true,
    });
    const result = await storeLeads({ rows: [row], deliveries, isTest: true });
    if (result.kind === "unavailable") throw result;
    return row.id;
  }

  async function storeLeads(insert: Insert): Promise<InsertResult> {
    const result = await insertLeads(store, insert);
    if (result.kind === "stored" && !result.repeated)
      onStored(insert.isTest ? 0 : result.rows.length);
    return result;
  }

  /** Stores all of a visitor's leads, or none of them. */
  async function submitLeads(
    drafts: readonly LeadDraft[],
    rule: RepetitionRule,
    arrival: Arrival,
  ) {
    const prepared = await prepareLeads(drafts, rule, arrival);
    if (prepared.kind !== "ready") return prepared;
    const result = await storeLeads(prepared.insert);
    if (!isNewLead(result)) await prepared.permits.giveBack();
    return result;
  }

  const keepFormTexts = () => texts.keep();
  return {
    prepareLeads,
    storeLeads,
    submitLeads,
    submitCaller,
    submitTest,
    keepFormTexts,
  };
}

/** Whether a request stored at least one lead that no earlier request stored. */
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
    return { key: `key:${rule.key}`, fingerprint, usedAt, whileOpen: false };
  // A visitor who sends the same words after an answer asks again, so this is a new lead.
  return { key: `form:${fingerprint}`, fingerprint, usedAt, whileOpen: true };
}

/** A digest of the client's normalized input, without the ids and times that we added. */
function fingerprintOf(
  drafts: readonly LeadDraft[],
  rows: readonly LeadFields[],
): string {
  const content = rows.map((row, index) => [
    drafts[index]?.id ?? null,
    ...columnNames.map((column) => row[column]),
  ]);
  return createHash("sha256").update(JSON.stringify(content)).digest("hex");
}
