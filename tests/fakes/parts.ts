/** The services for leads and calls on a store, as `server/lifecycle/serve.ts` makes them. */
import { createLeadServices, type LeadServicesParts } from "../../server/leads/local-admin.ts";
import type { Store } from "../../server/storage/operations.ts";
import { workingHours } from "./build.ts";
import { FORM } from "./leads.ts";

type Options = Pick<LeadServicesParts, "now" | "mailFolder"> & Partial<LeadServicesParts>;

export function createParts(store: Store, options: Options, hours = workingHours) {
  return createLeadServices({
    store,
    form: FORM,
    workingHours: hours,
    notifyEmail: ["owner@agency.example"],
    opensInbox: () => true,
    deliverySettings: { webhookUrls: [] },
    onDeliveriesPlanned: () => {},
    timeZone: "America/New_York",
    openings: async () => ({ kind: "ok", times: [] }),
    ...options,
  });
}
