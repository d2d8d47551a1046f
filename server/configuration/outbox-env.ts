/** The environment as far as it says what is told to whom when a lead comes. */
import { isEmailAddress } from "../../contract/validation.ts";
import { EnvError, key, list, parsed, text, type EnvSource } from "./env-values.ts";
import { parseMailbox, type Mailbox } from "../outbox/channels/mail/mailbox.ts";
import { parseSmtpUrl, type SmtpServer } from "../outbox/channels/mail/smtp-url.ts";
import { isTimeZone } from "../outbox/channels/mail/times.ts";
import { isWebhookSecret } from "../outbox/channels/webhook/signature.ts";
import { parseTarget } from "../outbox/channels/webhook/target.ts";

export interface OutboxEnv {
  /** Undefined: mails are written as files into the data folder. */
  smtp: SmtpServer | undefined;
  /** Undefined: the site's contact address. */
  mailFrom: Mailbox | undefined;
  /** Undefined: the site's contact address. */
  notifyEmail: string | undefined;
  /** IANA name. */
  timeZone: string;
  webhookUrls: string[];
  /** `whsec_…`, the newest first. Undefined: the kept one. */
  webhookSecrets: string[] | undefined;
  webhookAllowHosts: string[];
  /** Undefined: the kept one. */
  linkSecret: string | undefined;
  /** Whether the site process sends what is due; otherwise somebody else has to. */
  worker: boolean;
}

const DEFAULT_TIME_ZONE = "America/New_York";

/** @throws {EnvError} naming the variable that cannot be used. */
export function readOutbox(source: EnvSource): OutboxEnv {
  const allowHosts = webhookAllowHosts(source);
  return {
    smtp: parsed(
      source,
      "SMTP_URL",
      parseSmtpUrl,
      "must be like smtps://user:password@mail.example.com, with % signs for special characters.",
    ),
    mailFrom: parsed(
      source,
      "MAIL_FROM",
      parseMailbox,
      "must be an address like hello@example.com or Example <hello@example.com>.",
    ),
    notifyEmail: parsed(source, "NOTIFY_EMAIL", oneAddress, "must be one address like hello@example.com."),
    timeZone:
      parsed(source, "TIME_ZONE", timeZone, "must be a time zone like America/New_York.") ??
      DEFAULT_TIME_ZONE,
    webhookUrls: webhookUrls(source, allowHosts),
    webhookSecrets: webhookSecrets(source),
    webhookAllowHosts: allowHosts,
    linkSecret: key(source, "LINK_SECRET"),
    worker: parsed(source, "WORKER", onOrOff, "must be on or off.") ?? true,
  };
}

function onOrOff(value: string): boolean | undefined {
  return value === "on" ? true : value === "off" ? false : undefined;
}

function oneAddress(value: string): string | undefined {
  return isEmailAddress(value) ? value : undefined;
}

function timeZone(value: string): string | undefined {
  return isTimeZone(value) ? value : undefined;
}

function webhookAllowHosts(source: EnvSource): string[] {
  const hosts = list(source, "WEBHOOK_ALLOW_HOSTS") ?? [];
  const odd = hosts.find((host) => /[/\s]/.test(host));
  if (odd === undefined) return hosts.map((host) => host.toLowerCase());
  throw new EnvError(
    "WEBHOOK_ALLOW_HOSTS",
    `must list hosts like hooks.local, without http:// or a path and with commas between them, but has "${odd}".`,
  );
}

function webhookUrls(source: EnvSource, allowHosts: string[]): string[] {
  const urls = list(source, "WEBHOOK_URLS") ?? [];
  if (urls.some((url) => /\s/.test(url))) {
    throw new EnvError("WEBHOOK_URLS", "must have a comma between two addresses, and no space inside one.");
  }
  urls.forEach((url, index) => {
    if (parseTarget(url, allowHosts)) return;
    throw new EnvError(
      "WEBHOOK_URLS",
      `must list https:// addresses without a password (http:// only for hosts in WEBHOOK_ALLOW_HOSTS); number ${index + 1} is none.`,
    );
  });
  return urls;
}

function webhookSecrets(source: EnvSource): string[] | undefined {
  const secrets = text(source, "WEBHOOK_SECRET")?.split(/[\s,]+/);
  if (secrets?.every(isWebhookSecret) === false) {
    throw new EnvError(
      "WEBHOOK_SECRET",
      "must be whsec_ and 24 to 64 bytes in base64; several, the newest first.",
    );
  }
  return secrets;
}
