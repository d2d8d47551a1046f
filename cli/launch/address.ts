import { readFileSync } from "node:fs";
import { join } from "node:path";
import { attempt } from "../../contract/attempt.ts";
import type { BuildManifest } from "../../contract/http/build-manifest.ts";
import { SCHEDULE_PATH } from "../../contract/http/routes.ts";
import { reasonOf } from "../../server/settings/error-code.ts";

export const ANSWER_WITHIN_MS = 15_000;

const REMEDIES: [code: RegExp, remedy: string][] = [
  [
    /^(?:ENOTFOUND|ENODATA|EAI_\w+)$/,
    "its name has no address: add a DNS record of this machine",
  ],
  [
    /CERT|SIGNED|ALTNAME|ISSUER/,
    "browsers refuse its certificate: see Caddy's log",
  ],
  [
    /^(?:ECONN\w+|E\w+UNREACH|ETIMEDOUT|TimeoutError|UND_ERR_\w+_TIMEOUT)$/,
    "nothing answers at its port 443: open 80 and 443 in the firewall, and start Caddy (docs/deploy/proxy.md)",
  ],
  [/./, "its proxy gives no page: look at its log"],
];

/** @returns what keeps visitors from the first page */
export async function checkAddress(siteUrl: string): Promise<string[]> {
  if (!siteUrl.startsWith("https://"))
    return [`SITE_URL: ${siteUrl} is not https: set the public address`];
  try {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    const { ok, status, headers } = await fetch(siteUrl, { signal });
    if (!ok)
      return [`SITE_URL: ${siteUrl} answers with ${status}: look at the log`];
    if (headers.has("strict-transport-security")) return [];
    return [
      `SITE_URL: ${siteUrl} sends no Strict-Transport-Security (HSTS): build and start with this ` +
        "SITE_URL, and let the proxy pass the site's headers",
    ];
  } catch (error) {
    const reason = reasonOf(error);
    const remedy = REMEDIES.find(([code]) => code.test(reason))?.[1];
    return [`${new URL(siteUrl).hostname}: ${remedy} (${reason})`];
  }
}

/**
 * The HTML of a page; empty for other files, and
 * undefined for what the site does not have.
 */
type Read = (path: string) => string | undefined;

/** Reads the files of a build, as the server does. */
export function builtPages(
  dist: string,
  {
    pages,
    assets,
    recordings,
  }: Pick<BuildManifest, "pages" | "assets" | "recordings">,
): Read {
  // The server renders the scheduling page at each request.
  const files = [...assets, ...recordings, SCHEDULE_PATH];
  return (path) => {
    const page = pages[path];
    if (page !== undefined)
      return readFileSync(join(dist, "site", page), "utf8");
    return files.includes(path) ? "" : undefined;
  };
}

/** Checks the links of the pages: inside the site, and to other sites. */
export async function findBrokenLinks(
  read: Read,
  siteUrl: string,
  pages: readonly string[],
): Promise<string[]> {
  const { origin } = new URL(siteUrl);
  const links = pages.flatMap((page) => {
    const addresses = addressesIn(read(page) ?? "", origin);
    return addresses.map((address): Link => {
      return { page, address, url: URL.parse(address, new URL(page, origin)) };
    });
  });
  const inside = links.map((link) => {
    const problem = problemInside(link, origin, read);
    return problem && `${link.page}: links to ${problem}`;
  });
  const elsewhere = new Map<string, string>();
  for (const { page, url } of links)
    if (url && /^https?:$/.test(url.protocol) && url.origin !== origin)
      elsewhere.getOrInsert(url.href, page);
  const outside = await Promise.all(
    Array.from(elsewhere, ([address, page]) => problemElsewhere(page, address)),
  );
  return [...new Set([...inside, ...outside])].filter(
    (one) => one !== undefined,
  );
}

interface Link {
  page: string;
  address: string;
  url: URL | null;
}

const REFERENCE = /\s(?:href|src)="([^"]+)"|\scontent="(https?:[^"]+)"/g;

/**
 * Visitors do not follow a `<meta content>`: it
 * is checked only if the site itself serves it.
 */
function addressesIn(html: string, origin: string): string[] {
  return Array.from(
    html.matchAll(REFERENCE),
    ([, link, preview = ""]) =>
      link ?? (preview.startsWith(origin) ? preview : ""),
  )
    .filter((address) => address !== "")
    .map((address) => address.replaceAll("&amp;", "&"));
}

function problemInside(
  { address, url }: Link,
  origin: string,
  read: Read,
): string | undefined {
  if (!url) return `${address}, which is no address: change the link`;
  if (url.origin !== origin) return undefined;
  const { pathname, hash } = url;
  const html = read(pathname);
  if (html === undefined)
    return `${pathname}, which does not exist: change the link, or add the page`;
  const name = hash.slice(1);
  const anchor = attempt(() => decodeURIComponent(name)) ?? name;
  if (anchor === "" || html.includes(` id="${anchor}"`)) return undefined;
  return `${pathname}#${anchor}, but that page has no such section: change the link`;
}

const GONE = [404, 410];

/**
 * A refusal is no problem: other sites may
 * refuse programs, but let browsers in.
 */
async function problemElsewhere(
  page: string,
  address: string,
): Promise<string | undefined> {
  const link = `${page}: links to ${address}, which`;
  try {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    const { status, body } = await fetch(address, { signal });
    await body?.cancel();
    const isBroken = GONE.includes(status) || status >= 500;
    return isBroken
      ? `${link} answers with ${status}: check the link`
      : undefined;
  } catch (error) {
    return `${link} does not answer (${reasonOf(error)}): check the link`;
  }
}
