/** The parts around a store that take and administer leads, put together as in `server/lifecycle/serve.ts`. */
import type { FormContent } from "../../contract/form-content.ts";
import { createCalls } from "../../server/leads/calls.ts";
import { createLocalAdmin, type LocalAdminParts } from "../../server/leads/local-admin.ts";
import { createPrepareLeads, createSubmitLeads } from "../../server/leads/submit-lead.ts";
import type { Store } from "../../server/storage/operations.ts";
import { workingHours } from "./build.ts";
import { FORM } from "./leads.ts";

type Options = Pick<LocalAdminParts, "now" | "mailFolder"> &
  Partial<Omit<LocalAdminParts, "form">> & { form?: FormContent };

export function createParts(store: Store, options: Options, hours = workingHours) {
  const { form = FORM, deliverySettings = { webhookUrls: [] }, now } = options;
  const planning = { store, form, deliverySettings, now, onDeliveriesPlanned: () => {} };
  const prepareLeads = createPrepareLeads(planning);
  const submitLeads = createSubmitLeads(planning, prepareLeads);
  const calls = createCalls({ workingHours: hours, ...planning });
  const notifyEmail = ["owner@agency.example"];
  const parts = { calls, submitLeads, notifyEmail, opensInbox: () => true, ...planning };
  return { prepareLeads, submitLeads, calls, admin: createLocalAdmin({ ...parts, ...options }) };
}
