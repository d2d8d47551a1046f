/** Everything that is kept about one person. */
import { readLeadsAfter } from "../leads/read-lead.ts";
import type { Found } from "../store/store.ts";
import type { Database } from "../store/database.ts";
import { addressOf, numbersMeant } from "../../contract/lead.ts";
import type { LeadDetail } from "../../contract/leads-admin.ts";

export interface Person {
  leads: readonly LeadDetail[];
  /** If not empty, the number has no country code, and these numbers with one may belong to different people. */
  numbers: readonly string[];
}

const LEADS_AT_ONCE = 200;

/** @param email names the person, as in `removePerson` */
export async function readPerson(store: Database, email: string): Promise<Found<Person>> {
  const leads: LeadDetail[] = [];
  for (let id: string | undefined; ;) {
    const found = await readLeadsAfter(store, { id, size: LEADS_AT_ONCE, email });
    if (found.kind !== "ok") return found;
    if (found.value.length === 0) break;
    leads.push(...found.value);
    id = leads.at(-1)?.lead.id;
  }
  const given = leads.flatMap(({ lead, bookings }) => [lead.email, ...bookings.map(({ phone }) => phone)]);
  return { kind: "ok", value: { leads, numbers: numbersMeant(email, given.map(addressOf)) } };
}
