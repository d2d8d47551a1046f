/** A change from a page that shows an older state of a lead: what the page that refuses it needs to make it anyway. */
import type { FastifyRequest } from "fastify";
import { INBOX, tickOf, type InboxViews } from "../../contract/inbox.ts";
import type { Stale } from "../../contract/history.ts";
import { queryIn } from "../http/forms.ts";
import { readForm } from "./inbox-parts.ts";

/** The same form, with the versions that the leads have by now. */
export function staleView(request: FastifyRequest, leads: readonly Stale[]) {
  const { url } = request;
  const renewed = new Map<string, string>([
    [INBOX.seenField, String(leads[0]?.version)],
    [INBOX.leadField, leads.map(({ leadId: id, version }) => tickOf({ id, version })).join(" ")],
  ]);
  const fields = [...readForm(request)].map(([name, value]): InboxViews["stale"]["fields"][number] => [
    name,
    renewed.get(name) ?? value,
  ]);
  return { view: "stale" as const, leads, action: url, fields, back: backFrom(request, leads) };
}

/** The page that shows the present state. */
function backFrom(request: FastifyRequest, [lead]: readonly Stale[]): string {
  const { url } = request;
  if (url.startsWith(INBOX.calls)) return INBOX.calls;
  if (url.split("?")[0] === INBOX.mark) return INBOX.path + queryIn(request);
  if (url.startsWith(INBOX.mark)) return INBOX.lead(lead?.leadId ?? "") + queryIn(request);
  return url;
}
