/** The calendars of `CALENDAR_URLS`, read while the built-in scheduling page is there. */
import type { BuildManifest } from "../../contract/build-manifest.ts";
import type { Env } from "../configuration/env.ts";
import { createCalendars, type Calendars, type CalendarsParts } from "../scheduling/calendars/calendars.ts";
import type { Store } from "../storage/operations.ts";

export function calendarSettings(
  { outbox }: Pick<Env, "outbox">,
  { site, workingHours }: Pick<BuildManifest, "site" | "workingHours">,
): Omit<CalendarsParts, "store" | "log"> {
  const { calendarUrls, webhookAllowHosts, timeZone, teamEmails = [], notifyEmail = [], mailFrom } = outbox;
  return {
    urls: calendarUrls,
    allowHosts: webhookAllowHosts,
    timeZone,
    horizonDays: workingHours.horizonDays,
    owners: [...teamEmails, ...notifyEmail, ...(mailFrom ? [mailFrom.address] : []), site.contactEmail],
    now: Date.now,
  };
}

export function startCalendars(
  env: Pick<Env, "outbox">,
  manifest: BuildManifest,
  store: Pick<Store, "run">,
  log: CalendarsParts["log"],
): Calendars {
  // If the scheduling page is on another site, nothing needs the calendars.
  const isBuiltIn = manifest.site.schedulingUrl === "";
  const settings = calendarSettings(env, manifest);
  const calendars = createCalendars({ ...settings, urls: isBuiltIn ? settings.urls : [], store, log });
  calendars.start();
  return calendars;
}
