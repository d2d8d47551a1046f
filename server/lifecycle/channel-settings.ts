/** Makes the settings of the channels from the environment, the built site and the kept secrets. */
import type { BuildManifest, SiteConfig } from "../../contract/build-manifest.ts";
import type { Env } from "../configuration/env.ts";
import type { SigningSecrets } from "../configuration/secrets.ts";
import { createSignedLinks } from "../outbox/links/signed-links.ts";
import type { ChannelSettings } from "../outbox/channels/channels.ts";
import { mailFolderIn } from "../outbox/channels/mail/mail-folder.ts";

export type MailManifest = Pick<
  BuildManifest,
  "site" | "logo" | "unconfigured" | "mail" | "mailColors" | "host" | "form" | "workingHours"
>;

/** Mail comes from and goes to the agency's address on the site, unless MAIL_FROM and NOTIFY_EMAIL are set. */
export function channelSettings(
  env: Pick<Env, "dataDir" | "outbox" | "port">,
  manifest: MailManifest,
  secrets: SigningSecrets,
  now: () => number,
): ChannelSettings {
  const { logo, mail: content, mailColors: colors, host, form, workingHours } = manifest;
  const site = reachable(manifest, env.port);
  const { smtp, mailFrom, notifyEmail, teamEmails, timeZone, webhookUrls, webhookAllowHosts } = env.outbox;
  const notify = notifyEmail ?? [site.contactEmail];
  const from = mailFrom ?? { name: "", address: site.contactEmail };
  return {
    smtp,
    mailFolder: mailFolderIn(env.dataDir),
    team: (teamEmails ?? notify).map((email) => email.toLowerCase()),
    mail: {
      content,
      form,
      site,
      logo,
      colors,
      host,
      schedulingUrl: site.schedulingUrl || undefined,
      place: workingHours.place,
      from: { ...from, name: from.name || site.brandName },
      notify,
      timeZone,
      links: createSignedLinks(secrets.linkSecret),
      now,
    },
    webhook: { urls: webhookUrls, allowHosts: webhookAllowHosts, secrets: secrets.webhookSecrets, now },
  };
}

/** While the public address is a placeholder, links in mails lead to this machine. */
function reachable({ site, unconfigured }: MailManifest, port: number): SiteConfig {
  return unconfigured.includes("siteUrl") ? { ...site, siteUrl: `http://localhost:${port}` } : site;
}
