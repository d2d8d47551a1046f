/** How the site is: the store, mail, deliveries that were given up, backups, calendars; and trying again. */
import { INBOX_FIELDS, LIST_SIZE } from "../../contract/inbox.ts";
import { INBOX } from "../../contract/routes.ts";
import type { FastifyInstance } from "fastify";
import { version } from "../settings/version.ts";
import type { Database } from "../store/database.ts";
import { isoTime, latestDays } from "../leads/days.ts";
import { parseUuid } from "../leads/uuid.ts";
import { sendAgain } from "./admin-changes.ts";
import { readGivenUp } from "./admin-statements.ts";
import { readHealth, readOverview } from "./counts.ts";
import { InboxFailure, okValue } from "./failures.ts";
import { machineState, type Machine, type RenderView } from "./render-view.ts";
import { postForm } from "./posted-form.ts";

interface HealthParts {
  store: Database;
  render: RenderView;
  machine: Machine;
  timeZone: string;
  now: () => number;
}

/** The days that the chart and the median cover, including today. */
const DAYS = 30;

export function registerHealth(app: FastifyInstance, parts: HealthParts): void {
  const { store, render, machine, timeZone, now } = parts;

  app.get(INBOX.health, async (_request, reply) => {
    const time = isoTime(now());
    const [fault, health, dead, overview] = await Promise.all([
      machine.fault(),
      readHealth(store, time),
      readGivenUp(store, LIST_SIZE),
      readOverview(store, latestDays(DAYS, timeZone, now()), { now: time }),
    ]);
    return render(reply, {
      view: "health",
      fault,
      health: okValue(health),
      overview: okValue(overview),
      dead: okValue(dead),
      hasMailServer: machine.hasMailServer,
      ...machineState(machine),
      version,
    });
  });

  /** One delivery, or all that were given up. */
  postForm(app, INBOX.reviveDead, async ({ fields }) => {
    const given = fields.get(INBOX_FIELDS.delivery);
    const id = given === undefined ? undefined : parseUuid(given);
    if (given !== undefined && id === undefined) throw new InboxFailure("unreadable");
    const which = id === undefined ? ({ all: "dead" } as const) : { id };
    const revived = okValue(await sendAgain(store, which, isoTime(now())));
    return `${INBOX.health}#${revived.length > 0 ? "revived" : "nothing"}`;
  });
}
