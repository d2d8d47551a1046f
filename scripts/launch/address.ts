import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { attempt } from "../../contract/attempt.ts";
import type { BuildManifest } from "../../contract/build-manifest.ts";
import { reasonOf } from "../../contract/error-code.ts";
import { SCHEDULE_PATH } from "../../contract/routes.ts";

export const PATIENCE_MS = 15_000;

const REMEDIES: [code: RegExp, remedy: string][] = [
  [/^(?:ENOTFOUND|ENODATA|EAI_\w+)$/, "its name has no address: add a DNS record of this machine"],
  [/CERT|SIGNED|ALTNAME|ISSUER/, "browsers refuse its certificate: see the log of Caddy or certbot"],
  [
    /^(?:ECONN\w+|E\w+UNREACH|ETIMEDOUT|TimeoutError|UND_ERR_\w+_TIMEOUT)$/,
    "nothing answers at its port 443: open 80 and 443 in the firewall, and start nginx or Caddy (docs/deploy/proxy.md)",
  ],
  [/./, "its proxy gives no page: look at the log of nginx or Caddy"],
];

const LONGEST_RETRY_S = 60;
const LATER = [429, 503];

/** Waits for a short `Retry-After` of the site, and asks once more. RFC 9110, section 10.2.3. */
async function askPatiently(get: () => Promise<Response>, wait: (ms: number) => Promise<void>) {
  const answer = await get();
  const seconds = Number(answer.headers.get("retry-after") ?? Number.NaN);
  if (!LATER.includes(answer.status) || !(seconds <= LONGEST_RETRY_S)) return answer;
  await answer.body?.cancel();
  await wait(seconds * 1000);
  return get();
}

/** @returns problems, and, when the address has a first page, a function that requests pages */
export async function checkAddress(
  siteUrl: string,
  wait: (ms: number) => Promise<void> = sleep,
): Promise<{ problems: string[]; ask?: Ask }> {
  if (!siteUrl.startsWith("https://"))
    return { problems: [`SITE_URL: ${siteUrl} is not https: data would travel unencrypted`] };
  const get = (path: string) => fetch(new URL(path, siteUrl), { signal: AbortSignal.timeout(PATIENCE_MS) });
  try {
    const { ok, status, headers } = await get("/");
    if (!ok) return { problems: [`SITE_URL: ${siteUrl} answers with ${status}: look at the log`] };
    const problem = `SITE_URL: ${siteUrl} answers without Strict-Transport-Security (HSTS): build and start again with this SITE_URL, and let the proxy pass the site's headers on`;
    return {
      problems: headers.has("strict-transport-security") ? [] : [problem],
      ask: async (path) => {
        const answer = await askPatiently(() => get(path), wait);
        const isPage = answer.headers.get("content-type")?.startsWith("text/html") === true;
        return { status: answer.status, html: answer.ok && isPage ? await answer.text() : "" };
      },
    };
  } catch (error) {
    const reason = reasonOf(error);
    const remedy = REMEDIES.find(([code]) => code.test(reason))?.[1];
    return { problems: [`${new URL(siteUrl).hostname}: ${remedy} (${reason})`] };
  }
}

/** Answers as the server would, from the files of a build. */
export function builtPages(dist: string, manifest: Pick<BuildManifest, "pages" | "assets">): Ask {
  return (address) => {
    const [path = ""] = address.split("?");
    const page = manifest.pages[path];
    const html = page === undefined ? "" : readFileSync(join(dist, "site", page), "utf8");
    // No file is built for the scheduling page, because the server renders it at each request. A
    // build for a site without a server has no link to it.
    const isThere = html !== "" || path === SCHEDULE_PATH || manifest.assets.includes(path);
    return Promise.resolve({ status: isThere ? 200 : 404, html });
  };
}

/** `html` is empty for files and refusals. */
type Ask = (path: string) => Promise<{ status: number; html: string }>;

/** The most addresses to ask that differ in their query alone, such as days of a calendar. */
const MOST_QUERIES = 10;

const NOT_THERE = [404, 410];
const NOT_LET_IN = [401, 403, ...LATER];

const REFERENCE = /\s(?:href|src|srcset)="([^"]+)"|\scontent="(https?:[^"]+)"/g;

/** @param pages the paths of all pages, since search engines find pages without a link, too */
export async function findBrokenLinks(ask: Ask, siteUrl: string, pages = ["/"]): Promise<string[]> {
  const { origin } = new URL(siteUrl);
  const answers = new Map<string, Awaited<ReturnType<Ask>>>();
  const broken: string[] = [];
  const notChecked = new Set<string>();
  const elsewhere = new Map<string, string>();

  async function follow(address: string, from: string): Promise<void> {
    const url = URL.parse(address.replaceAll("&amp;", "&"), new URL(from, origin));
    if (!url) broken.push(`${from}: links to ${address}, which is no address: change the link`);
    else if (url.origin !== origin) {
      if (/^https?:$/.test(url.protocol)) elsewhere.getOrInsert(url.href, from);
    } else if (address !== "#") await visit(url, from);
  }

  async function visit(url: URL, from: string): Promise<void> {
    const path = url.pathname + url.search;
    const earlier = answers.get(path);
    const queries = [...answers.keys()].filter((other) => other.startsWith(`${url.pathname}?`));
    if (!earlier && url.search !== "" && queries.length === MOST_QUERIES) return;
    const answer = earlier ?? (await ask(path));
    answers.set(path, answer);
    const anchor = attempt(() => decodeURIComponent(url.hash.slice(1))) ?? url.hash.slice(1);
    const { status } = answer;
    const link = `${from}: links to ${path}`;
    if (NOT_THERE.includes(status))
      broken.push(`${link}, which does not exist: change the link, or add the page`);
    else if (NOT_LET_IN.includes(status)) notChecked.add(`${path} (${status})`);
    else if (status >= 400) broken.push(`${link}, which answers with ${status}: look at the log`);
    else if (anchor !== "" && answer.html !== "" && !answer.html.includes(` id="${anchor}"`))
      broken.push(`${link}#${anchor}, but that page has no such section: change the link`);
    if (earlier) return;
    for (const [, href = "", preview] of answer.html.matchAll(REFERENCE)) {
      // A `content` with another site's address is no link that a visitor follows.
      if (preview !== undefined && !preview.startsWith(origin)) continue;
      // A `srcset` lists several addresses, each with a width.
      for (const src of (preview ?? href).split(", ")) await follow(src.split(" ")[0] ?? "", path);
    }
  }

  for (const page of pages) await follow(page, page);
  const others = [...elsewhere].map(async ([address, from]) => {
    const problem = await problemAt(address);
    return problem === undefined ? [] : [`${from}: links to ${address}, which ${problem}: check the link`];
  });
  const problems = [...new Set(broken), ...(await Promise.all(others)).flat()];
  if (notChecked.size === 0) return problems;
  const refused = [...notChecked].join(", ");
  const why = "Not checked, because the site did not let this program in";
  return [...problems, `${why}: ${refused}. Open them in a browser, or run this again in a minute`];
}

async function problemAt(address: string): Promise<string | undefined> {
  try {
    const { status, body } = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS) });
    await body?.cancel();
    // Other sites may refuse only programs, and let browsers in.
    return NOT_THERE.includes(status) || status >= 500 ? `answers with ${status}` : undefined;
  } catch (error) {
    return `does not answer (${reasonOf(error)})`;
  }
}
