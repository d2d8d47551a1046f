/** `nightshift doctor`: compares this machine with what its site needs, and names each difference with its remedy. */
import { spawnSync } from "node:child_process";
import { resolveTxt } from "node:dns/promises";
import { once } from "node:events";
import { statfsSync } from "node:fs";
import { connect } from "node:tls";
import { findServer, localOrigin } from "../../cli/connection/remote-admin.ts";
import { codeOf } from "../../contract/error-code.ts";
import { DAY_MS } from "../../contract/durations.ts";
import { readEnv } from "../../server/configuration/env.ts";
import { keptKeys } from "../../server/configuration/secrets.ts";
import { inProject } from "../../server/configuration/variables.ts";
import { siteManifest } from "../../server/rendering/site-folder.ts";
import { addressProblem, PATIENCE_MS } from "../launch/address.ts";
import { checkBackups, checkMail } from "../launch/operation.ts";

/** Renewals begin 30 days before the end. */
const CERTIFICATE_DAYS = 14;

export async function runDoctor(): Promise<void> {
  const env = readEnv();
  const manifest = await siteManifest(env);
  const { site } = manifest;
  const { secretKey } = keptKeys(env.dataDir, env).load();
  const from = env.outbox.mailFrom?.address ?? site.contactEmail;
  const found = [
    ...whatInstallMisses(),
    ...(await checkSite(localOrigin(env), secretKey)),
    ...(await checkPublicAddress(site.siteUrl, secretKey)),
    ...checkClock(),
    ...checkDisk(env.dataDir),
    ...(await checkMail(env, manifest, false)),
    ...(env.outbox.smtp ? await checkSenderRecords(from.slice(from.lastIndexOf("@") + 1)) : []),
    ...checkBackups(env, Date.now()),
  ];
  if (found.length === 0) return console.log("This machine is as it should be.");
  console.log(`Not as it should be (${found.length}):\n${found.map((line) => `  ${line}`).join("\n")}`);
  process.exitCode = 1;
}

function whatInstallMisses(): string[] {
  const { status, stdout, stderr, error } = spawnSync(inProject("deploy/install.sh"), ["--check"], {
    encoding: "utf8",
  });
  if (status === 0) return [];
  const missing = stdout.split("\n").filter((line) => line.startsWith("  "));
  if (missing.length === 0) return [`The installation: ${error?.message ?? stderr.trim()}`];
  return missing.map((line) => `${line.trim()}: missing or changed: run nightshift install`);
}

async function checkSite(origin: string, secretKey: string): Promise<string[]> {
  const found = await findServer(origin, secretKey);
  if (found === "other")
    return [`${origin}: another program answers there: find it with ss -ltnp, and stop it`];
  return found === "none"
    ? [`${origin}: the site does not answer: journalctl -u nightshift -n 20 says why`]
    : [];
}

/** Over DNS, TLS and the proxy, as visitors come. */
async function checkPublicAddress(siteUrl: string, secretKey: string): Promise<string[]> {
  const { protocol, hostname } = new URL(siteUrl);
  if (protocol !== "https:") return [addressProblem(siteUrl)];
  try {
    const days = ((await endOfCertificate(hostname)) - Date.now()) / DAY_MS;
    const found = await findServer(siteUrl, secretKey);
    const redirect = await fetch(`http://${hostname}/`, {
      redirect: "manual",
      signal: AbortSignal.timeout(PATIENCE_MS),
    }).catch(() => undefined);
    return [
      days < CERTIFICATE_DAYS &&
        `${hostname}: the certificate ends in ${Math.floor(days)} days: nightshift help CertificateEnds`,
      found !== "ours" &&
        `${hostname}: this site does not answer there: point its DNS record at this machine, and the proxy at the site`,
      redirect?.headers.get("location")?.startsWith("https:") !== true &&
        `${hostname}: port 80 does not lead to https, and certificates cannot be renewed: open it in the firewall`,
    ].filter((line) => line !== false);
  } catch (error) {
    return [addressProblem(siteUrl, error)];
  }
}

/** @returns milliseconds since 1970 @throws {Error} when nobody answers, or with a certificate that browsers refuse */
async function endOfCertificate(servername: string): Promise<number> {
  const socket = connect({ host: servername, port: 443, servername });
  try {
    await once(socket, "secureConnect", { signal: AbortSignal.timeout(PATIENCE_MS) });
    return Date.parse(socket.getPeerCertificate().valid_to);
  } finally {
    socket.destroy();
  }
}

/** A wrong clock sends reminders at wrong times, and certificates and backups seem too old or too new. */
function checkClock(): string[] {
  const { stdout } = spawnSync("timedatectl", ["show", "--property=NTPSynchronized", "--value"], {
    encoding: "utf8",
  });
  return stdout?.trim() === "yes"
    ? []
    : ["The clock is not set from the network: apt-get install systemd-timesyncd, timedatectl set-ntp true"];
}

function checkDisk(dataDir: string): string[] {
  const { bavail, blocks } = statfsSync(dataDir);
  return bavail / blocks > 0.1
    ? []
    : [`${dataDir}: less than a tenth of its disk is free: nightshift help DiskFull`];
}

/** What receivers of mail look for. A name with others below it exists, such as that of DKIM keys. Source: RFC 8020. */
export async function checkSenderRecords(domain: string, ask = resolveTxt): Promise<string[]> {
  const records = async (name: string) => {
    try {
      return (await ask(name)).map((parts) => parts.join(""));
    } catch (error) {
      return codeOf(error) ?? "unknown";
    }
  };
  const [spf, keys, policy] = await Promise.all(
    [domain, `_domainkey.${domain}`, `_dmarc.${domain}`].map(records),
  );
  const isNone = (answer: typeof spf, start: string) =>
    Array.isArray(answer)
      ? !answer.some((text) => text.startsWith(start))
      : answer === "ENOTFOUND" || answer === "ENODATA";
  const several = Array.isArray(spf) && spf.filter((text) => text.startsWith("v=spf1")).length > 1;
  const of = `MAIL_FROM: ${domain}`;
  return [
    isNone(spf, "v=spf1") &&
      `${of} has no SPF record, so mails may land in spam: add the TXT record that your mail server names (v=spf1 …)`,
    several && `${of} has several SPF records, which count as none: join them into one`,
    keys === "ENOTFOUND" &&
      `${of} has no DKIM key, so mails may land in spam: switch DKIM on at your mail server, and add its record`,
    isNone(policy, "v=DMARC1") &&
      `${of} has no DMARC record, which large receivers ask for: add TXT v=DMARC1; p=none at _dmarc.${domain}`,
  ].filter((line) => line !== false);
}
