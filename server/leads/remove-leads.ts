/** Deletes leads for good: their rows with all that belongs to them, and the mails about them that lie in files. */
import type { Removed } from "../../contract/leads-admin.ts";
import { removeMails } from "../outbox/channels/mail/mail-folder.ts";
import { REMOVED_AT_ONCE, type Found, type Removal } from "../storage/admin-store.ts";
import type { Store } from "../storage/operations.ts";

/** @param mailFolder of this machine; mails that another machine wrote to files stay there */
export async function removeLeads(
  store: Pick<Store, "admin">,
  mailFolder: string,
  which: Removal,
): Promise<Found<Removed>> {
  const removed = { leads: 0, notes: 0, deliveries: 0, mailFiles: 0 };
  for (;;) {
    const result = await store.admin.remove(which);
    if (result.kind !== "ok") return result;
    const { leads, notes, deliveries } = result.value;
    removed.leads += leads;
    removed.notes += notes;
    removed.deliveries += deliveries.length;
    removed.mailFiles += await removeMails(mailFolder, deliveries);
    if (leads < REMOVED_AT_ONCE) return { kind: "ok", value: removed };
  }
}
