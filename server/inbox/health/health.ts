/** The health of store, mail, backups and calendars, and the deliveries that were given up. */
import type { Machine } from "./machine.ts";
import { LIST_SIZE } from "../../../contract/limits.ts";
import { INBOX } from "../../../contract/http/routes.ts";
import type { FastifyInstance } from "fastify";
import program from "../../../package.json" with { type: "json" };
import type { Database } from "../../store/database.ts";
import { isoTime, latestDays, type Clock } from "../../leads/days.ts";
import { sendAgain } from "./send-again.ts";
import { readGivenUp, readHealth, readLatestLeads } from "./counts.ts";
import { postForm } from "../forms.ts";

const DAYS = 30;

export function registerHealth(
  app: FastifyInstance,
  store: Database,
  clock: Clock,
  machine: Machine,
): void {
  const { timeZone, now } = clock;

  app.get(INBOX.health, async (_request, reply) => {
    const time = isoTime(now());
    return reply.show("health", {
      fault: await machine.fault(),
      health: await readHealth(store, time),
      latest: await readLatestLeads(
        store,
        latestDays(DAYS, timeZone, now()),
        time,
      ),
      dead: await readGivenUp(store, LIST_SIZE),
      hasMailServer: machine.hasMailServer,
      ...machine.state(),
      version: program.version,
    });
  });

  postForm(app, INBOX.reviveDead, async () => {
    await sendAgain(store, { all: "dead" }, isoTime(now()));
    return { what: "revived", back: INBOX.health };
  });
}
