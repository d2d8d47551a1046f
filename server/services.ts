/**
 * What the site and the command line do with a
 * store. Only the site sends planned deliveries.
 */

import { Counter } from "prom-client";
import type { ServerContent } from "../contract/http/build-manifest.ts";
import {
  calendarSettings,
  createCalendars,
  type Calendars,
} from "./calls/calendars/calendars.ts";
import { createCalls } from "./calls/calls.ts";
import { createOpenTimes } from "./calls/offered-times.ts";
import type { WorkerLog } from "./deliveries/outbox.ts";
import { mailFolderIn } from "./deliveries/settings.ts";
import { momentOf } from "./leads/days.ts";
import type { ChangeNow } from "./leads/history.ts";
import { createReadiness } from "./leads/readiness.ts";
import { createSubmitLeads } from "./leads/submit-lead.ts";
import { createTeam, namedMembers } from "./leads/team.ts";
import { testLead } from "./leads/test-lead.ts";
import { createUuidV7 } from "./leads/uuid.ts";
import {
  createVisitorMemory,
  type VisitorMemory,
} from "./leads/visitor-memory.ts";
import type { Env } from "./settings/env.ts";
import type { Database } from "./store/database.ts";

export interface ServiceParts {
  env: Env;
  content: ServerContent;
  store: Database;
  log: WorkerLog;
  wakeWorker: () => void;
  now?: () => number;
  memory?: VisitorMemory;
  calendars?: Pick<Calendars, "busy" | "refresh" | "states" | "start">;
}

const accepted = new Counter({
  name: "nightshift_leads_accepted_total",
  help: "Leads that this process stored, without tests.",
});

export type Services = ReturnType<typeof createServices>;

export function createServices(parts: ServiceParts) {
  const { env, content, store } = parts;
  const { log, now = Date.now } = parts;
  const { memory = createVisitorMemory(env.rateLimit, now) } = parts;
  const { workingHours, form, site } = content;
  const { timeZone, webhookUrls } = env.outbox;
  const { mailLeadsAtNight } = workingHours;
  const availability = { ...workingHours, timeZone };
  const team = createTeam(store, namedMembers(env.outbox, site));
  const { readers } = team;
  const deliverySettings = { ...env.outbox, mailLeadsAtNight, readers };
  function onStored(newLeads: number): void {
    accepted.inc(newLeads);
    parts.wakeWorker();
  }
  const storing = { store, deliverySettings, onStored, now };
  const leads = createSubmitLeads({ ...storing, form, memory });
  const {
    calendars = createCalendars({
      ...calendarSettings(env, content),
      team,
      store,
      now,
      log,
    }),
  } = parts;
  const times = createOpenTimes({ availability, store, calendars, now });
  const calls = createCalls({ ...storing, availability, times });
  const newId = createUuidV7(now);
  const change: ChangeNow = (which) => ({
    ...which,
    ...momentOf({ timeZone, now }),
    newId,
    webhookUrls,
  });
  return {
    env,
    content,
    store,
    log,
    now,
    memory,
    team,
    leads,
    calls,
    change,
    form,
    timeZone,
    mailFolder: mailFolderIn(env.dataDir),
    /** Sends a test lead. Its confirmation goes to the agency. */
    sendTest: () => leads.submitTest(testLead(content, team.owner)),
    calendars,
    deliverySettings,
    /** Undefined if the scheduling page is on another site. */
    schedule: site.schedulingUrl
      ? undefined
      : { availability, store, calls, times, now },
    fault: createReadiness(store, (sentence) => log.error({}, sentence)),
  };
}
