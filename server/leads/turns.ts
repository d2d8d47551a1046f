/** New leads that go to one member in turn. */
import type { LeadRow } from "../../contract/lead/lead.ts";
import type { Query } from "../store/query.ts";
import type { Readers } from "../store/store.ts";
import { lockCalls } from "./history.ts";
import { ownerOfEarlier } from "./person.ts";

/**
 * Gives each new lead to the next of `leads`, or to whoever keeps an earlier lead of its person.
 * @returns the reader of each lead's mail, by the lead's id
 */
export async function giveInTurn(
  query: Query,
  rows: readonly LeadRow[],
  { leads, team }: Readers,
): Promise<ReadonlyMap<string, readonly [string]>> {
  // Of two leads at once, the second waits here. Calls are locked first in every transaction.
  await query`${lockCalls}`;
  const [settings] = await query`SELECT latest_turn FROM team_settings`;
  let latest = settings?.["latest_turn"];
  const owners = new Map<string, readonly [string]>();
  for (const { id } of rows) {
    const earlier = await ownerOfEarlier(query, id, team);
    const next = leads.findIndex((email) => email === latest) + 1;
    const owner = earlier ?? leads[next % leads.length] ?? "";
    if (earlier === undefined) latest = owner;
    await query`UPDATE lead_contexts SET owner = ${owner} WHERE lead_id = ${id}`;
    owners.set(id, [owner]);
  }
  await query`UPDATE team_settings SET latest_turn = ${latest}`;
  return owners;
}
