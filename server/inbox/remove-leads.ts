/** Deletes leads for good, with all their rows and their mail files. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Removed } from "../../contract/leads-admin.ts";
import type { Calls } from "../calls/calls.ts";
import { removeMails } from "../deliveries/mail/mail-folder.ts";
import { deleteLeads, REMOVED_AT_ONCE } from "./admin-changes.ts";
import type { Found } from "../store/store.ts";
import type { Database } from "../store/database.ts";
import { readLead } from "../leads/read-lead.ts";
import { readCalls } from "../calls/calendar.ts";

/** @param mailFolder of this machine; mails that another machine wrote to files stay there */
export async function removeLeads(
  store: Database,
  mailFolder: string,
  ids: readonly string[],
): Promise<Found<Removed>> {
  const removed = { leads: 0, notes: 0, deliveries: 0, mailFiles: 0 };
  for (;;) {
    const result = await deleteLeads(store, ids);
    if (result.kind !== "ok") return result;
    const { leads, notes, deliveries } = result.value;
    removed.leads += leads;
    removed.notes += notes;
    removed.deliveries += deliveries.length;
    removed.mailFiles += await removeMails(mailFolder, deliveries);
    if (leads < REMOVED_AT_ONCE) return { kind: "ok", value: removed };
  }
}

const POLL_EVERY_MS = 200;

/** Cancels the calls of leads before deletion, and waits. @returns whether both sides were notified */
export async function withdrawCalls(
  store: Database,
  calls: Calls,
  ids: readonly string[],
  { now, by, patienceMs }: { now: string; by: string | undefined; patienceMs: number },
): Promise<Found<boolean>> {
  const found = await readCalls(store, { since: now });
  if (found.kind !== "ok") return found;
  const theirs = found.value.filter(({ startsAt, leadId }) => startsAt > now && ids.includes(leadId));
  for (const { id } of theirs) {
    const cancelled = await calls.cancel(id, { by });
    if (cancelled.kind === "unavailable") return cancelled;
  }
  const end = performance.now() + patienceMs;
  for (;;) {
    const leads = await Promise.all(theirs.map(({ leadId }) => readLead(store, leadId)));
    const unread = leads.find((lead) => lead.kind === "unavailable");
    if (unread) return unread;
    const due = leads
      .flatMap((lead) => (lead.kind === "ok" ? lead.value.deliveries : []))
      .filter(({ state }) => state === "due");
    if (due.length === 0) return { kind: "ok", value: true };
    // A webhook that has been down for days must not block a deletion; only mails to people must be sent
    // first.
    if (performance.now() >= end)
      return { kind: "ok", value: !due.some(({ kind }) => ["invitation", "booking"].includes(kind)) };
    await sleep(POLL_EVERY_MS);
  }
}
