/** What the administration answers over HTTP: JSON, in which null stands for what is not there. */
import { DELIVERY_STATES } from "../../contract/delivery.ts";
import {
  LEAD_FILTERS,
  type LeadsOverview,
  type LeadDetail,
  type LeadList,
  type LeadNote,
} from "../../contract/leads-admin.ts";
import type { Health } from "../storage/admin-store.ts";
import * as v from "valibot";
import { leadColumns } from "../../contract/lead.ts";
import type { DeliveryList } from "./leads-admin.ts";

export function writeAnswer(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => (part === undefined ? null : part));
}

const text = v.string();
const count = v.number();

function perhaps<Value>(schema: v.GenericSchema<unknown, Value>) {
  return v.pipe(
    v.nullable(schema),
    v.transform((value) => value ?? undefined),
  );
}

const leadRow = v.object({ id: text, created_at: text, ...v.entriesFromList(leadColumns, text) });

const summary = v.object({
  id: text,
  name: text,
  companyName: text,
  service: text,
  createdAt: text,
  dueAt: text,
  answeredAt: perhaps(text),
  test: v.boolean(),
  troubled: count,
});

const delivery = {
  id: text,
  kind: text,
  target: text,
  state: v.picklist(DELIVERY_STATES),
  attempts: count,
  nextAt: text,
  sentAt: perhaps(text),
  lastError: perhaps(text),
};

const pages = { page: count, pages: count, total: count };

/** How each answer is read. */
export type AnswerSchema<Value> = v.GenericSchema<unknown, Value>;

export const LeadListAnswer: AnswerSchema<LeadList> = v.object({
  leads: v.array(summary),
  filter: v.picklist(LEAD_FILTERS),
  search: text,
  ...pages,
});

export const DeliveryListAnswer: AnswerSchema<DeliveryList> = v.object({
  deliveries: v.array(v.object({ ...delivery, leadId: text, leadName: text })),
  ...pages,
});

export const IdsAnswer: AnswerSchema<string[]> = v.array(text);

export const NoteAnswer: AnswerSchema<LeadNote> = v.object({ id: text, text, createdAt: text });

export const LeadDetailAnswer: AnswerSchema<LeadDetail> = v.object({
  lead: leadRow,
  dueAt: text,
  answeredAt: perhaps(text),
  test: v.boolean(),
  notes: v.array(NoteAnswer),
  deliveries: v.array(v.object(delivery)),
});

export const LeadDetailsAnswer: AnswerSchema<LeadDetail[]> = v.array(LeadDetailAnswer);

export const OverviewAnswer: AnswerSchema<LeadsOverview> = v.object({
  days: v.array(v.object({ day: text, leads: count })),
  medianAnswerHours: perhaps(count),
  open: count,
  overdue: count,
  undelivered: count,
  mailToAgencyFailing: count,
  dead: count,
});

export const HealthAnswer: AnswerSchema<Health> = v.object({
  oldestUndeliveredSeconds: count,
  undelivered: count,
  mailToAgencyFailing: count,
  dead: count,
  written: count,
  overdue: count,
  open: count,
  failuresByReason: v.record(text, count),
});
