/** How the site is: the store, mail, deliveries that were given up, backups, calendars; and trying again. */
import { INBOX_FIELDS, LIST_SIZE } from "../../contract/inbox.ts";
import { INBOX } from "../../contract/routes.ts";
import type { FastifyInstance } from "fastify";
import { version } from "../settings/version.ts";
import type { InboxParts } from "./inbox-parts.ts";

/** The days that the chart and the median cover, including today. */
const DAYS = 30;

export function registerHealth(app: FastifyInstance, parts: InboxParts): void {
  const { admin, readiness, page, post, siteState, timeZone } = parts;

  app.get(INBOX.health, async (_request, reply) => {
    const [fault, health, dead, overview] = await Promise.all([
      readiness.fault(),
      admin.health({}),
      admin.deliveries({ state: "dead", page: 1, size: LIST_SIZE }),
      admin.overview({ days: DAYS, timeZone }),
    ]);
    return page(reply, {
      view: "health",
      fault,
      health,
      overview,
      dead,
      hasMailServer: parts.hasMailServer,
      ...siteState(),
      version,
    });
  });

  /** One delivery, or all that were given up. */
  post(app, INBOX.reviveDead, async ({ fields, run }) => {
    const id = fields.get(INBOX_FIELDS.delivery);
    const revived = await run("sendAgain", id === undefined ? { all: "dead" } : { id, only: "unsent" });
    return `${INBOX.health}#${revived.length > 0 ? "revived" : "nothing"}`;
  });
}
