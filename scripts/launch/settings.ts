/** Settings that are valid and still wrong: receivers that are gone, addresses that get no mail. */
import { lookup, resolveMx } from "node:dns/promises";
import { codeOf, reasonOf } from "../../contract/error-code.ts";
import { readTarget } from "../../contract/delivery.ts";
import type { SiteConfig } from "../../contract/build-manifest.ts";
import { looksMistyped } from "../../contract/validation.ts";
import type { Env } from "../../server/settings/env.ts";
import { PATIENCE_MS } from "./address.ts";
import { parseTarget, requestPublic } from "../../server/settings/checked-host.ts";

/** Asks each receiver without an event, and names it by its position: its address is secret. */
export async function checkWebhooks({ outbox }: Env): Promise<string[]> {
  const { webhookUrls, webhookAllowHosts } = outbox;
  const faults = await Promise.all(webhookUrls.map((target) => faultOf(target, webhookAllowHosts)));
  const remedy = "correct or remove it, then try it with `npm run leads -- test`";
  return faults.flatMap((fault, index) =>
    fault === undefined ? [] : [`WEBHOOK_URLS: number ${index + 1} ${fault}: ${remedy}`],
  );
}

async function faultOf(target: string, allowHosts: readonly string[]): Promise<string | undefined> {
  const url = parseTarget(target, allowHosts);
  if (!url) return "is no address";
  const isChat = readTarget(target).chat !== undefined;
  const signal = AbortSignal.timeout(PATIENCE_MS);
  try {
    // A chat refuses a message without text. Another receiver might take any POST for an event.
    const [method, body] = isChat ? ["POST", "{}"] : ["GET", ""];
    const headers = { "content-type": "application/json" };
    const response = await requestPublic(url, { allowHosts }, { method, headers, signal }, body);
    if (!response) return "is not on the public internet";
    response.destroy();
    const { statusCode: status = 0 } = response;
    return status === 410 || status >= 500 || (isChat && status === 404)
      ? `answers with ${status}`
      : undefined;
  } catch (error) {
    return `does not answer (${reasonOf(error)})`;
  }
}

type Contact = Pick<SiteConfig, "contactEmail">;

/** Addresses of the agency that are mistyped, or whose domain takes no mail. */
export async function checkAddresses({ outbox }: Env, site: Contact, takesMail = hasMailServer) {
  const { notifyEmail = [], mailFrom } = outbox;
  const all = [
    ...notifyEmail.map((email) => ["NOTIFY_EMAIL", email] as const),
    ...(mailFrom ? [["MAIL_FROM", mailFrom.address] as const] : []),
    ["CONTACT_EMAIL", site.contactEmail] as const,
  ];
  const problems: string[] = [];
  for (const [variable, email] of all) {
    const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
    // Names that never exist; the delivered address is listed as a placeholder. Source: RFC 2606.
    const isReserved = /(?:^|\.)(?:example|test|invalid|localhost)$/.test(domain);
    if (looksMistyped(email.toLowerCase())) problems.push(`${variable}: ${email} looks mistyped: correct it`);
    else if (!isReserved && (await takesMail(domain)) === false)
      problems.push(`${variable}: ${email}: ${domain} has no mail server: ${MAIL_REMEDY}`);
  }
  return problems;
}

const MAIL_REMEDY = "correct the address, or give its domain an MX record";

/**
 * Whether a domain takes mail; undefined if DNS does not answer.
 * Source: RFC 5321, 5.1 (an address is enough); RFC 7505 (an empty name takes none).
 */
async function hasMailServer(domain: string): Promise<boolean | undefined> {
  try {
    return (await resolveMx(domain)).some(({ exchange }) => exchange !== "");
  } catch {
    const unknown = (error: unknown) => (codeOf(error) === "ENOTFOUND" ? false : undefined);
    return lookup(domain).then(() => true, unknown);
  }
}
