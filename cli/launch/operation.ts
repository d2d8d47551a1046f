import type {
  BuildManifest,
  SiteConfig,
} from "../../contract/http/build-manifest.ts";
import { latePlaces } from "../../contract/inbox/backup-ages.ts";
import { looksMistyped } from "../../contract/lead/validation.ts";
import {
  calendarSettings,
  daysOf,
  readCalendarAt,
} from "../../server/calls/calendars/calendars.ts";
import { isOrganizersMailbox } from "../../server/calls/invitation.ts";
import { checkServer } from "../../server/deliveries/mail/smtp-transport.ts";
import { mailServerOf } from "../../server/deliveries/settings.ts";
import type { Env } from "../../server/settings/env.ts";
import { LEADS } from "../../server/settings/leads-command.ts";
import { backupAges, forgottenCopies } from "../../server/store/backups.ts";
import { ANSWER_WITHIN_MS } from "./address.ts";

/** Signs in to the mail server, and sends no mail. */
export async function checkMail(
  { outbox }: Env,
  { site }: Pick<BuildManifest, "site">,
) {
  const { notifyEmail: to = [site.contactEmail] } = outbox;
  const { smtp, from } = mailServerOf(outbox, site);
  if (!smtp)
    return [
      "SMTP_URL: not set, so mails are only written to files: set your mail server",
    ];
  if (to.some((one) => isOrganizersMailbox(one, from)))
    console.log(
      `MAIL_FROM: ${from.address} also gets the notices of leads. It cannot be invited to calls, ` +
        "and calls in its calendar do not follow moves and cancellations. Set MAIL_FROM to an address of its own, such as calls@ at your domain.",
    );
  const answer = await checkServer(smtp);
  return "reason" in answer ? [`SMTP_URL: ${answer.reason}`] : [];
}

/**
 * Reads each calendar as the site does. Problems
 * name its position, not its secret address.
 */
export async function checkCalendars(
  env: Env,
  manifest: Pick<BuildManifest, "site" | "workingHours">,
) {
  const settings = calendarSettings(env, manifest);
  const results = await Promise.all(
    settings.urls.map((url) => readCalendarAt(url, settings)),
  );
  return results.flatMap((result, index) => {
    const calendar = `CALENDAR_URLS: number ${index + 1}`;
    if ("reason" in result)
      return [`${calendar} cannot be read: ${result.reason}`];
    if (result.isEmpty)
      console.log(`${calendar} has no event at all. Is its address right?`);
    if (result.unread.length === 0) return [];
    const unreadDays = daysOf(result.unread).join(", ");
    return [
      `${calendar} has events that were not read whole, on ${unreadDays}. To see what the site reads: ${LEADS} calendar, with its address in quotes.`,
    ];
  });
}

/** TLS ends at a proxy, so a site with TLS has a proxy. */
export async function checkProxy(
  { trustProxy }: Env,
  { siteUrl }: SiteConfig,
): Promise<string[]> {
  if (!siteUrl.startsWith("https://")) return [];
  const page = "docs/deploy/proxy.md";
  if (trustProxy === false)
    return [
      `TRUST_PROXY: not set, so no visitor behind the proxy has a limit of their own: set 1 for one proxy (${page})`,
    ];
  return (await seesVisitors(siteUrl))
    ? []
    : [
        `SITE_URL: the proxy hides the address of this machine, and perhaps of all visitors: see ${page}, ` +
          "or run this on another machine if the site runs here",
      ];
}

/**
 * Whether the public site knows from where this
 * machine asks. Other checks name a silent site.
 */
async function seesVisitors(siteUrl: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    const answer = await fetch(new URL("/healthz", siteUrl), { signal });
    return !(await answer.text()).includes('"visitor":"hidden"');
  } catch {
    return true;
  }
}

/** @param now in milliseconds since 1970 */
export function checkBackups(env: Env, now: number): string[] {
  const forgotten = forgottenCopies(env.dataDir).map(
    (path) =>
      `${path}: it has visitors' data, and nothing deletes it: delete it after its use`,
  );
  if (env.databaseUrl !== undefined) {
    console.log(
      "The site makes no backups: another program has to make them (docs/backups.md).",
    );
    return forgotten;
  }
  const ages = backupAges(env, now);
  const { local, elsewhere } = ages;
  const late = latePlaces(ages);
  const problems = [
    local === undefined &&
      "there is no backup: start the site, which makes one a day (docs/backups.md)",
    late.includes("local") &&
      `the newest backup is ${days(local)} old: find out why none is newer`,
    elsewhere === undefined &&
      "no backup has left this machine: use restic (docs/backups.md)",
    late.includes("elsewhere") &&
      `the newest backup elsewhere is ${days(elsewhere)} old: find out why restic made none since`,
  ];
  const lines = problems.flatMap((one) =>
    one === false ? [] : [`${env.dataDir}: ${one}`],
  );
  return [...lines, ...forgotten];
}

const days = (seconds = 0) => `${Math.floor(seconds / (24 * 60 * 60))} days`;

export function checkAddresses(
  { outbox }: Env,
  { contactEmail }: Pick<SiteConfig, "contactEmail">,
) {
  const { notifyEmail = [], mailFrom } = outbox;
  const from = mailFrom ? [mailFrom.address] : [];
  const settings = {
    NOTIFY_EMAIL: notifyEmail,
    MAIL_FROM: from,
    CONTACT_EMAIL: [contactEmail],
  };
  return Object.entries(settings).flatMap(([variable, emails]) => {
    const mistyped = emails.filter((email) =>
      looksMistyped(email.toLowerCase()),
    );
    return mistyped.map(
      (email) => `${variable}: ${email} looks mistyped: correct it`,
    );
  });
}
