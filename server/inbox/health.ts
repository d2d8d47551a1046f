/** How the site is: the store, mail, deliveries that were given up, backups, calendars; and trying again. */
import { INBOX_FIELDS, LIST_SIZE } from "../../contract/inbox.ts";
import { INBOX } from "../../contract/routes.ts";
import type { FastifyInstance } from "fastify";
import { version } from "../configuration/version.ts";
import { parseUuid } from "../leads/uuid.ts";
import { latePlaces } from "../storage/backups.ts";
import { InboxFailure, okValue, readForm, type InboxParts } from "./inbox-parts.ts";

export function registerHealth(app: FastifyInstance, parts: InboxParts): void {
  const { admin, store, page, redirect } = parts;

  app.get(INBOX.health, async (_request, reply) => {
    const [fault, health, dead] = await Promise.all([
      store.fault(),
      admin.health({}),
      admin.deliveries({ state: "dead", page: 1, size: LIST_SIZE }),
    ]);
    const backupAges = parts.backupAges();
    return page(reply, {
      view: "health",
      fault,
      health: okValue(health),
      dead: okValue(dead),
      hasMailServer: parts.hasMailServer,
      calendars: [...parts.calendars.states()],
      backupAges,
      lateBackups: latePlaces(backupAges),
      contentProblems: parts.contentProblems?.(),
      version,
    });
  });

  /** One delivery, or all that were given up. */
  app.post(INBOX.reviveDead, async (request, reply) => {
    const given = readForm(request).get(INBOX_FIELDS.delivery);
    const id = parseUuid(given ?? "");
    if (given !== undefined && id === undefined) throw new InboxFailure("unreadable");
    const revived = await admin.sendAgain(id === undefined ? { all: "dead" } : { id, only: "unsent" });
    return redirect(reply, `${INBOX.health}#${okValue(revived).length > 0 ? "revived" : "nothing"}`);
  });
}
