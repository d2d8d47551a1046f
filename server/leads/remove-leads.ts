/** Deletes leads for good: their rows with all that belongs to them, and the mails about them that lie in files. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Input } from "../../contract/admin-operations.ts";
import type { Removed } from "../../contract/leads-admin.ts";
import type { Calls } from "../leads/calls.ts";
import { removeMails } from "../outbox/channels/mail/mail-folder.ts";
import { REMOVED_AT_ONCE, type Removal } from "../storage/admin-changes.ts";
import type { Found, Unavailable } from "../storage/availability.ts";
import type { Store } from "../storage/operations.ts";

/** @param mailFolder of this machine; mails that another machine wrote to files stay there */
export async function removeLeads(
  store: Pick<Store, "run">,
  mailFolder: string,
  which: Removal,
): Promise<Found<Removed>> {
  const removed = { leads: 0, notes: 0, deliveries: 0, mailFiles: 0 };
  for (;;) {
    const result = await store.run("remove", which);
    if (result.kind !== "ok") return result;
    const { leads, notes, deliveries } = result.value;
    removed.leads += leads;
    removed.notes += notes;
    removed.deliveries += deliveries.length;
    removed.mailFiles += await removeMails(mailFolder, deliveries);
    if (leads < REMOVED_AT_ONCE) return { kind: "ok", value: removed };
  }
}

const LOOK_EVERY_MS = 200;

/**
 * Cancels the calls to come of leads that are to go, so that nobody waits for one, and waits for a while until both sides
 * were told: the mails go with the leads.
 */
export async function withdrawCalls(
  store: Pick<Store, "run">,
  calls: Calls,
  which: Input<"remove">,
  { now, patienceMs }: { now: string; patienceMs: number },
): Promise<Unavailable | undefined> {
  const found = await store.run("bookings", { since: now });
  if (found.kind === "unavailable") return found;
  const theirs = (found.kind === "ok" ? found.value : []).filter(
    ({ state, startsAt, leadId, email }) =>
      state === "booked" &&
      startsAt > now &&
      ("ids" in which ? which.ids.includes(leadId) : which.email === email),
  );
  for (const { id } of theirs) await calls.cancel(id);
  const end = performance.now() + (theirs.length > 0 ? patienceMs : 0);
  while (performance.now() < end) {
    const leads = await Promise.all(theirs.map(({ leadId }) => store.run("lead", leadId)));
    const waits = leads.some(
      (lead) => lead.kind === "ok" && lead.value.deliveries.some(({ state }) => state === "due"),
    );
    if (!waits) break;
    await sleep(LOOK_EVERY_MS);
  }
  return undefined;
}
