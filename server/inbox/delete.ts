/** Deleting leads: those that were ticked in the list, or one. The first form asks, the second deletes. */
import { INBOX } from "../../contract/inbox.ts";
import type { LeadDetail } from "../../contract/leads-admin.ts";
import type { FastifyInstance } from "fastify";
import { parseUuid } from "../leads/uuid.ts";
import type { InboxParts } from "./inbox-parts.ts";
import { readForm, readQuery } from "./input.ts";

/** As many as a page of the list has. */
const MAX_LEADS = 25;

export function registerDelete(
  app: FastifyInstance,
  { admin, pages, signedIn, by, ownForm }: InboxParts,
): void {
  app.get(INBOX.delete, { onRequest: [signedIn] }, async (request, reply) => {
    const leads: LeadDetail[] = [];
    for (const id of idsOf(readQuery(request).getAll(INBOX.leadField))) {
      const found = await admin.lead({ id });
      if (found.kind === "unavailable") return pages.result(request, reply, found, () => reply);
      if (found.kind === "ok") leads.push(found.value);
    }
    if (leads.length === 0) return pages.redirect(reply, INBOX.path);
    return pages.page(reply, { view: "delete", leads });
  });

  app.post(INBOX.delete, { onRequest: [ownForm, signedIn] }, async (request, reply) => {
    const given = readForm(request)?.get(INBOX.leadField);
    if (given === undefined) return pages.error(request, reply, "unreadable");
    const removed = await admin.remove({ ids: idsOf(given.split(" ")) });
    return pages.result(request, reply, removed, ({ leads }) => {
      // Nothing else is left to say who it was.
      request.log.warn({ leads, by: by(request) }, "leads were deleted in the inbox");
      return pages.redirect(reply, INBOX.path);
    });
  });
}

function idsOf(given: readonly string[]): string[] {
  const ids = given.map(parseUuid).filter((id) => id !== undefined);
  return [...new Set(ids)].slice(0, MAX_LEADS);
}
