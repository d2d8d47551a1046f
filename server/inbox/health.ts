/** The health of the site: store, mail, backups, calendars; and deliveries that were given up. */
import { LIST_SIZE } from "../../contract/inbox.ts";
import { INBOX } from "../../contract/routes.ts";
import type { FastifyInstance } from "fastify";
import program from "../../package.json" with { type: "json" };
import { isoTime, latestDays } from "../leads/days.ts";
import { sendAgain } from "./admin-changes.ts";
import { readGivenUp, readHealth, readLatestLeads } from "./counts.ts";
import { postForm, type PageParts } from "./forms.ts";

/** The days that the chart and the median cover, including today. */
const DAYS = 30;

export function registerHealth(app: FastifyInstance, parts: PageParts): void {
  const { store, timeZone, now } = parts;

  app.get(INBOX.health, async (_request, reply) => {
    const time = isoTime(now());
    return reply.show({
      view: "health",
      fault: await parts.fault(),
      health: await readHealth(store, time),
      latest: await readLatestLeads(store, latestDays(DAYS, timeZone, now()), time),
      dead: await readGivenUp(store, LIST_SIZE),
      hasMailServer: parts.hasMailServer,
      ...parts.machine(),
      version: program.version,
    });
  });

  postForm(app, INBOX.reviveDead, async () => {
    await sendAgain(store, { all: "dead" }, isoTime(now()));
    return { what: "revived", back: INBOX.health };
  });
}
