/**
 * Asks the limits for new leads. What was
 * not stored or not mailed is given back.
 */

import { Counter } from "prom-client";
import type { LeadFields } from "../../contract/lead/lead.ts";
import type { VisitorMemory } from "./visitor-memory.ts";

const withheld = new Counter({
  name: "nightshift_confirmations_withheld_total",
  help: "New leads without a confirmation, because all together had used up the hour's.",
});

export type LeadPermits = Extract<
  Awaited<ReturnType<typeof takeLeadPermits>>,
  { kind: "granted" }
>;

export async function takeLeadPermits(
  { limits }: VisitorMemory,
  address: string,
  leads: readonly LeadFields[],
) {
  const stored = await limits.leads(address, leads);
  if (stored.kind !== "granted") return stored;
  const ofPeople = await limits.leadsOfPeople(address, leads.length);
  /** The sender's network has sent more leads than people do. */
  const isFlood = ofPeople.kind !== "granted";
  const mailed = isFlood
    ? ofPeople
    : await limits.confirmations(address, leads.length);
  if (mailed.kind === "everybody") withheld.inc();

  /** Call this for a held lead, which is stored but mails nobody. */
  async function keepOnlyStored(): Promise<void> {
    for (const permit of [ofPeople, mailed])
      if (permit.kind === "granted") await permit.giveBack();
  }

  return {
    kind: "granted" as const,
    isFlood,
    /** Whether the visitors get a confirmation. */
    isConfirmed: mailed.kind === "granted",
    keepOnlyStored,
    /** Call this when nothing new was stored. */
    async giveBack(): Promise<void> {
      await keepOnlyStored();
      await stored.giveBack();
    },
  };
}
