/** Counts the results of every visitor: on the screen, in the store, in mailboxes, at the receiver. */
import type { LeadFields } from "../../contract/lead.ts";

const WAYS = ["browser", "browser without script", "REST API", "scheduling page"] as const;
export type Way = (typeof WAYS)[number];

export interface Sender {
  way: Way;
  lead: LeadFields;
  /** Whether the visitor has seen the confirmation. */
  confirmed: boolean;
  id?: string;
}

/** An arrival for the lead with this address. The same id is the same thing, arrived again. */
interface Arrival {
  email: string;
  id: string;
}

const PLACES = ["stored", "confirmed by mail", "notified", "events received"] as const;
export type Arrivals = Record<(typeof PLACES)[number], readonly Arrival[]>;

const SEEN = ["confirmed on screen", ...PLACES];

export interface Tally {
  /** Numbers of visitors by way and column. */
  rows: Record<string, Record<string, number>>;
  /** Arrivals that have the id of an earlier one, by place. */
  again: Record<string, number>;
  /** Arrivals that belong to no visitor. */
  strangers: readonly Arrival[];
}

export function tally(visitors: readonly Sender[], arrivals: Arrivals): Tally {
  const idsAt = PLACES.map((place) => {
    const byEmail = Map.groupBy(arrivals[place], ({ email }) => email);
    return (email: string) => new Set(byEmail.get(email)?.map(({ id }) => id)).size;
  });
  const count = (those: readonly Sender[]) => {
    /** For each visitor, the count in each column of SEEN. */
    const found = those.map(({ lead, confirmed }) => [
      Number(confirmed),
      ...idsAt.map((of) => of(lead.email)),
    ]);
    return {
      sent: those.length,
      ...Object.fromEntries(SEEN.map((name, at) => [name, found.filter((times) => times[at] !== 0).length])),
      lost: found.filter((times) => times.includes(0)).length,
      twice: found.filter((times) => times.some((many) => many > 1)).length,
    };
  };
  const ways = WAYS.map((way) => [way, count(visitors.filter((visitor) => visitor.way === way))]);
  const emails = new Set(visitors.map(({ lead }) => lead.email));
  const again = PLACES.map((place) => {
    const ids = arrivals[place].map(({ id }) => id);
    return [place, ids.length - new Set(ids).size];
  });
  return {
    rows: { ...Object.fromEntries(ways), all: count(visitors) },
    again: Object.fromEntries(again),
    strangers: PLACES.flatMap((place) => arrivals[place]).filter(({ email }) => !emails.has(email)),
  };
}

/** Whether each row has the same number everywhere and two zeros, and no arrival belongs to nobody. */
export function isKept({ rows, strangers }: Tally): boolean {
  return (
    strangers.length === 0 &&
    Object.values(rows).every(({ lost, twice, ...counts }) => {
      return lost === 0 && twice === 0 && new Set(Object.values(counts)).size === 1;
    })
  );
}
