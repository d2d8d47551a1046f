/** How the site is: store, mail, backups, calendars; and deliveries that were given up. */
import { LIST_SIZE } from "../../contract/inbox.ts";
import { INBOX } from "../../contract/routes.ts";
import type { FastifyInstance } from "fastify";
import { version } from "../settings/version.ts";
import type { Database } from "../store/database.ts";
import { isoTime, latestDays, type Clock } from "../leads/days.ts";
import { sendAgain } from "./admin-changes.ts";
import { readGivenUp, readHealth, readLatestLeads } from "./counts.ts";
import { machineState, type Machine, type RenderView } from "./render-view.ts";
import { okValue, postForm } from "./forms.ts";

/** The days that the chart and the median cover, including today. */
const DAYS = 30;

export function registerHealth(
  app: FastifyInstance,
  store: Database,
  { timeZone, now }: Clock,
  machine: Machine,
  render: RenderView,
): void {
  app.get(INBOX.health, async (_request, reply) => {
    const time = isoTime(now());
    const [fault, health, dead, latest] = await Promise.all([
      machine.fault(),
      readHealth(store, time),
      readGivenUp(store, LIST_SIZE),
      readLatestLeads(store, latestDays(DAYS, timeZone, now()), time),
    ]);
    return render(reply, {
      view: "health",
      fault,
      health: okValue(health),
      latest: okValue(latest),
      dead: okValue(dead),
      hasMailServer: machine.hasMailServer,
      ...machineState(machine),
      version,
    });
  });

  postForm(app, INBOX.reviveDead, async () => {
    okValue(await sendAgain(store, { all: "dead" }, isoTime(now())));
    return { what: "revived", back: INBOX.health };
  });
}
