/**
 * The settings of mail and webhooks, from the
 * environment, the built site and the secrets.
 */

import { join } from "node:path";
import type {
  ServerContent,
  SiteConfig,
} from "../../contract/http/build-manifest.ts";
import { shortTime, shownDuration } from "../../contract/locale/times.ts";
import type { Env } from "../settings/env.ts";
import type { SigningSecrets } from "../settings/secrets.ts";
import { greetingOf } from "../settings/values.ts";
import { createSignedLinks } from "./signed-links.ts";

export type ChannelSettings = ReturnType<typeof channelSettings>;
export type MailSettings = ReturnType<typeof mailSettings>;

export const mailFolderIn = (dataDir: string): string => join(dataDir, "mail");

export function channelSettings(
  env: Pick<Env, "dataDir" | "outbox" | "port">,
  content: ServerContent,
  secrets: SigningSecrets,
  now: () => number = Date.now,
) {
  const { timeZone } = env.outbox;
  const { webhookUrls: urls, webhookAllowHosts: allowHosts } = env.outbox;
  const site = { ...content.site };
  // While the public address is a placeholder,
  // links in mails lead to this machine.
  if (content.unconfigured.includes("siteUrl"))
    site.siteUrl = `http://localhost:${env.port}`;
  const { smtp, from } = mailServerOf(env.outbox, site);
  return {
    smtp,
    mailFolder: mailFolderIn(env.dataDir),
    mail: mailSettings(
      { ...content, site },
      {
        from,
        timeZone,
        links: createSignedLinks(secrets.linkSecret),
        now,
      },
    ),
    webhook: { urls, allowHosts, secrets: secrets.webhookSecrets, now },
  };
}

export const mailServerOf = (
  { smtp, mailFrom }: Env["outbox"],
  { siteUrl, brandName, contactEmail }: SiteConfig,
) => ({
  /** Undefined if mails are written to a folder. */
  smtp: smtp && { ...smtp, greeting: greetingOf(siteUrl) },
  from: {
    name: mailFrom?.name || brandName,
    address: mailFrom?.address ?? contactEmail,
  },
});

interface MailSource {
  from: { name: string; address: string };
  timeZone: string;
  links: ReturnType<typeof createSignedLinks>;
  now: () => number;
}

export function mailSettings(
  { mail: content, mailColors: colors, workingHours, ...more }: ServerContent,
  source: MailSource,
) {
  const { timeZone, now } = source;
  const { locale } = more;
  return {
    ...source,
    ...more,
    ...workingHours,
    content,
    colors,
    /**
     * The address of a scheduling page on another
     * site; undefined if visitors schedule here.
     */
    schedulingUrl: more.site.schedulingUrl || undefined,
    /** Writes a time as the agency's clock shows it. */
    ourTime: (iso: string) => shortTime(iso, timeZone, locale),
    timeUntil: (iso: string) => shownDuration(Date.parse(iso) - now(), locale),
  };
}
