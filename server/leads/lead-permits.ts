/** Asks the limits for new leads. What was not stored or not mailed is given back. */
import type { LeadFields } from "../../contract/lead/lead.ts";
import type { Limits, OverLimit } from "../http/rate-limit.ts";

export interface LeadPermits {
  kind: "granted";
  /** The sender's network has sent more leads than people do. */
  isFlood: boolean;
  /** Whether the visitors get a confirmation. */
  isConfirmed: boolean;
  /** Call this for a held lead, which is stored but mails nobody. */
  keepOnlyStored: () => Promise<void>;
  /** Call this when nothing new was stored. */
  giveBack: () => Promise<void>;
}

export type TakePermits = (
  leads: readonly LeadFields[],
) => Promise<LeadPermits | OverLimit>;

/** @param onWithheld called when the confirmations of everybody together are used up */
export function createLeadPermits(
  limits: Pick<Limits, "leads" | "leadsOfPeople" | "confirmations">,
  onWithheld: () => void,
) {
  return (address: string): TakePermits =>
    async (leads) => {
      const stored = await limits.leads(address, leads);
      if (stored.kind !== "granted") return stored;
      const ofPeople = await limits.leadsOfPeople(address, leads.length);
      const isFlood = ofPeople.kind !== "granted";
      const mailed = isFlood
        ? ofPeople
        : await limits.confirmations(address, leads.length);
      if (mailed.kind === "everybody") onWithheld();
      async function keepOnlyStored() {
        for (const permit of [ofPeople, mailed])
          if (permit.kind === "granted") await permit.giveBack();
      }
      return {
        kind: "granted",
        isFlood,
        isConfirmed: mailed.kind === "granted",
        keepOnlyStored,
        async giveBack() {
          await keepOnlyStored();
          await stored.giveBack();
        },
      };
    };
}
