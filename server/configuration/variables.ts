/** The names of all variables that the program reads, and those that were probably meant to be one of them. */
import { existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import type { EnvSource } from "./env-values.ts";

export const VARIABLES: readonly string[] = `
  PORT HOST DATA_DIR BACKUPS_KEPT DATABASE_URL DIST_DIR LEADS_PUBLIC_KEY LEADS_SECRET_KEY LOG_LEVEL
  RATE_LIMIT_PER_MINUTE RATE_LIMIT_TOTAL_PER_MINUTE TRUST_PROXY CORS_ORIGINS
  SMTP_URL MAIL_FROM NOTIFY_EMAIL TIME_ZONE WORKER LINK_SECRET
  WEBHOOK_URLS WEBHOOK_SECRET WEBHOOK_ALLOW_HOSTS
  RETENTION_DAYS
  SITE_URL BRAND_NAME CONTACT_EMAIL CONTACT_PHONE SCHEDULING_URL
  ANALYTICS_SCRIPT ALLOW_SCRIPT ALLOW_FRAME ALLOW_CONNECT ALLOW_SAMPLES
  LEADS_API_URL LEADS_API_KEY TEST_POSTGRES_URL CI
`
  .trim()
  .split(/\s+/);

/** Beginnings that no other program's variables have. */
const OURS =
  /^(?:LEADS|RATE_LIMIT|TRUST_PROX|CORS|SMTP|NOTIFY|WEBHOOK|LINK|RETENTION|SITE|BRAND|BACKUP|CONTACT|SCHEDULING|ANALYTICS_S|ALLOW_[SFC])/;

/**
 * Variables that nothing reads although they look like ours, and whatever else the settings file holds.
 *
 * @param file the settings file; it need not be there
 */
export function unknownVariables(source: EnvSource, file: string): string[] {
  const settings = existsSync(file) ? Object.keys(parseEnv(readFileSync(file, "utf8"))) : [];
  const lookLikeOurs = Object.keys(source).filter((name) => OURS.test(name));
  return [...new Set([...settings, ...lookLikeOurs])].filter((name) => !VARIABLES.includes(name));
}
