/** How the site is: the store, mail, deliveries that were given up, backups, calendars; and trying again. */
import { INBOX_FIELDS, LIST_SIZE } from "../../contract/inbox.ts";
import { INBOX } from "../../contract/routes.ts";
import type { FastifyInstance } from "fastify";
import { version } from "../settings/version.ts";
import type { InboxAdmin } from "./failures.ts";
import { machineState, type Machine, type RenderView } from "./render-view.ts";
import { postForm, runAdmin } from "./posted-form.ts";

interface HealthParts {
  admin: InboxAdmin;
  render: RenderView;
  machine: Machine;
  timeZone: string;
}

/** The days that the chart and the median cover, including today. */
const DAYS = 30;

export function registerHealth(app: FastifyInstance, parts: HealthParts): void {
  const { admin, render, machine, timeZone } = parts;

  app.get(INBOX.health, async (_request, reply) => {
    const [fault, health, dead, overview] = await Promise.all([
      machine.fault(),
      admin.health({}),
      admin.deliveries({ state: "dead", page: 1, size: LIST_SIZE }),
      admin.overview({ days: DAYS, timeZone }),
    ]);
    return render(reply, {
      view: "health",
      fault,
      health,
      overview,
      dead,
      hasMailServer: machine.hasMailServer,
      ...machineState(machine),
      version,
    });
  });

  /** One delivery, or all that were given up. */
  postForm(app, INBOX.reviveDead, async (form) => {
    const id = form.fields.get(INBOX_FIELDS.delivery);
    const revived = await runAdmin(admin, form, "sendAgain", id === undefined ? { all: "dead" } : { id });
    return `${INBOX.health}#${revived.length > 0 ? "revived" : "nothing"}`;
  });
}
