/** Deletes leads for good, with all their rows and their mail files. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Cancellation } from "../../contract/inbox.ts";
import { phoneOf } from "../../contract/lead.ts";
import type { LeadDetail } from "../../contract/leads-admin.ts";
import { needsNoAnswer } from "../../contract/outcome.ts";
import type { Calls } from "../calls/calls.ts";
import { removeMails } from "../deliveries/mail/mail-folder.ts";
import { deleteLeads, REMOVED_AT_ONCE } from "./admin-changes.ts";
import type { Database } from "../store/database.ts";
import { isoTime } from "../leads/days.ts";
import { readLeads, readPerson } from "../leads/read-lead.ts";
import { readCalls } from "../calls/calendar.ts";

export interface Removal {
  store: Database;
  calls: Calls;
  /** On this machine; mails that another one wrote to files stay there. */
  mailFolder: string;
  now: () => number;
  /** The wait for the mails that cancel a deleted lead's calls. Milliseconds. */
  patienceMs: number;
}

export interface Removed {
  leads: number;
  notes: number;
  deliveries: number;
  mailFiles: number;
  /** Nothing was deleted: mails that cancel their calls are still being sent. */
  waits?: true;
  /** Nothing was deleted: the number has no country code, and these may be several people's. */
  numbers?: readonly string[];
}

const NOTHING: Removed = { leads: 0, notes: 0, deliveries: 0, mailFiles: 0 };

/** Deletes leads with all of theirs, once their calls to come are cancelled. Ignores unknown ids. */
export async function removeLeads(removal: Removal, ids: readonly string[], by?: string): Promise<Removed> {
  const removed = { ...NOTHING };
  if (!(await withdrawCalls(removal, ids, by))) return { ...removed, waits: true };
  for (;;) {
    const { leads, notes, deliveries } = await deleteLeads(removal.store, ids);
    removed.leads += leads;
    removed.notes += notes;
    removed.deliveries += deliveries.length;
    removed.mailFiles += await removeMails(removal.mailFolder, deliveries);
    if (leads < REMOVED_AT_ONCE) return removed;
  }
}

/** Deletes all leads of a person. @param email or a number, as a lead has it */
export async function removePerson(removal: Removal, email: string, by?: string): Promise<Removed> {
  const { leads, numbers } = await readPerson(removal.store, email);
  if (numbers.length > 0) return { ...NOTHING, numbers };
  const ids = leads.map(({ lead }) => lead.id);
  return removeLeads(removal, ids, by);
}

/** The calls to come of leads, and who is mailed about each. @param notify the agency's addresses */
export function cancellationsOf(
  leads: readonly LeadDetail[],
  notify: readonly string[],
  now: string,
): Cancellation[] {
  return leads.flatMap(({ lead, outcome, bookings }) => {
    // Nobody can be mailed at a number, and the visitor of a suspected lead has no invitation.
    const isMailed = phoneOf(lead.email) === undefined && !needsNoAnswer(outcome);
    const mailed = isMailed ? [lead.email, ...notify] : notify;
    return bookings
      .filter(({ state, startsAt }) => state === "booked" && startsAt > now)
      .map(({ startsAt }) => ({ name: lead.name, startsAt, mailed }));
  });
}

const POLL_EVERY_MS = 200;

/** Cancels the calls of leads, and waits. @returns whether both sides were notified */
async function withdrawCalls(
  { store, calls, now, patienceMs }: Removal,
  ids: readonly string[],
  by: string | undefined,
): Promise<boolean> {
  const time = isoTime(now());
  const coming = await readCalls(store, { since: time });
  const theirs = coming.filter(({ startsAt, leadId }) => startsAt > time && ids.includes(leadId));
  for (const { id } of theirs) await calls.cancel(id, { by });
  const called = theirs.map(({ leadId }) => leadId);
  const end = performance.now() + patienceMs;
  for (;;) {
    const leads = await readLeads(store, called);
    const due = leads.flatMap(({ deliveries }) => deliveries).filter(({ state }) => state === "due");
    if (due.length === 0) return true;
    // Only mails to people must be sent first: a webhook may be down for days.
    if (performance.now() >= end) return !due.some(({ kind }) => ["invitation", "booking"].includes(kind));
    await sleep(POLL_EVERY_MS);
  }
}
