import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { attempt } from "../../contract/attempt.ts";
import type { BuildManifest } from "../../contract/http/build-manifest.ts";
import { reasonOf } from "../../server/settings/error-code.ts";
import { SCHEDULE_PATH } from "../../contract/http/routes.ts";

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

const LONGEST_RETRY_S = 60;

/** @returns problems and, if the address has a first page, `ask`, which requests pages */
export async function checkAddress(
  siteUrl: string,
  wait: (ms: number) => Promise<void> = sleep,
): Promise<{ problems: string[]; ask?: Ask }> {
  if (!siteUrl.startsWith("https://"))
    return {
      problems: [`SITE_URL: ${siteUrl} is not https: set the public address`],
    };
  const get = (path: string) =>
    fetch(new URL(path, siteUrl), {
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
  try {
    const { ok, status, headers } = await get("/");
    if (!ok)
      return {
        problems: [
          `SITE_URL: ${siteUrl} answers with ${status}: look at the log`,
        ],
      };
    const remedy =
      "build and start with this SITE_URL, and let the proxy pass the site's headers";
    const problem = `SITE_URL: ${siteUrl} sends no Strict-Transport-Security (HSTS): ${remedy}`;
    return {
      problems: headers.has("strict-transport-security") ? [] : [problem],
      ask: async (path) => {
        let answer = await get(path);
        // The site may ask for a wait. Source: RFC 9110, 10.2.3.
        const seconds = Number(answer.headers.get("retry-after") ?? Number.NaN);
        if (!answer.ok && seconds <= LONGEST_RETRY_S) {
          await wait(seconds * 1000);
          answer = await get(path);
        }
        const isPage =
          answer.headers.get("content-type")?.startsWith("text/html") === true;
        return {
          status: answer.status,
          html: answer.ok && isPage ? await answer.text() : "",
        };
      },
    };
  } catch (error) {
    const reason = reasonOf(error);
    const remedy = REMEDIES.find(([code]) => code.test(reason))?.[1];
    return {
      problems: [`${new URL(siteUrl).hostname}: ${remedy} (${reason})`],
    };
  }
}

/** Answers from the files of a build, in the same way as the server. */
export function builtPages(
  dist: string,
  manifest: Pick<BuildManifest, "pages" | "assets">,
): Ask {
  return (path) => {
    const page = manifest.pages[path];
    const html =
      page === undefined ? "" : readFileSync(join(dist, "site", page), "utf8");
    // The build has no file for the scheduling page, because the server renders this page at each
    // request. A site without a server has no link to the page.
    const isThere =
      html !== "" || path === SCHEDULE_PATH || manifest.assets.includes(path);
    return Promise.resolve({ status: isThere ? 200 : 404, html });
  };
}

/** `html` is empty for files and refusals. */
type Answer = { status: number; html: string };
type Ask = (path: string) => Promise<Answer>;

type Link = [from: string, address: string];

const NOT_THERE = [404, 410];
const NOT_LET_IN = [401, 403, 429, 503];

/**
 * Follows links from page to page. It asks for each path only once, without a query, since the
 * scheduling page links to many days.
 * @param pages the pages at which the walk begins. Other pages may lack links to some of them.
 */
export async function findBrokenLinks(
  ask: Ask,
  siteUrl: string,
  pages = ["/"],
): Promise<string[]> {
  const { origin } = new URL(siteUrl);
  const links: Link[] = pages.map((page) => [page, page]);
  const answers = new Map<string, Answer>();
  const elsewhere = new Map<string, Promise<string[]>>();
  const broken = new Set<string>();
  // The list of links grows during the loop.
  for (const [from, address] of links) {
    const url = URL.parse(address, new URL(from, origin));
    if (!url)
      broken.add(
        `${from}: links to ${address}, which is no address: change the link`,
      );
    else if (url.origin === origin) {
      const path = url.pathname;
      const answer = answers.get(path) ?? (await ask(path));
      if (!answers.has(path)) links.push(...linksIn(answer.html, path, origin));
      answers.set(path, answer);
      const problem = problemOf(url, answer);
      if (problem !== undefined) broken.add(`${from}: links to ${problem}`);
    } else if (/^https?:$/.test(url.protocol) && !elsewhere.has(url.href))
      elsewhere.set(url.href, problemsElsewhere(from, url.href));
  }
  const problems = [
    ...broken,
    ...(await Promise.all(elsewhere.values())).flat(),
  ];
  const refused = [...answers].filter(([, { status }]) =>
    NOT_LET_IN.includes(status),
  );
  if (refused.length === 0) return problems;
  const paths = refused
    .map(([path, { status }]) => `${path} (${status})`)
    .join(", ");
  const why = "Not checked, because the site did not let this program in";
  return [
    ...problems,
    `${why}: ${paths}. Open them in a browser, or run this again in a minute`,
  ];
}

const REFERENCE = /\s(?:href|src|srcset)="([^"]+)"|\scontent="(https?:[^"]+)"/g;

function* linksIn(html: string, from: string, origin: string): Generator<Link> {
  for (const [, href = "", preview] of html.matchAll(REFERENCE)) {
    // Visitors do not follow a `<meta content>`: it is checked only if the site itself serves it.
    if (preview !== undefined && !preview.startsWith(origin)) continue;
    // A `srcset` lists several addresses, each with a width.
    for (const source of (preview ?? href).replaceAll("&amp;", "&").split(", "))
      yield [from, source.split(" ")[0] ?? ""];
  }
}

function problemOf(
  { pathname, hash }: URL,
  { status, html }: Answer,
): string | undefined {
  if (NOT_LET_IN.includes(status)) return undefined;
  if (NOT_THERE.includes(status))
    return `${pathname}, which does not exist: change the link, or add the page`;
  if (status >= 400)
    return `${pathname}, which answers with ${status}: look at the log`;
  const anchor =
    attempt(() => decodeURIComponent(hash.slice(1))) ?? hash.slice(1);
  if (anchor === "" || html === "" || html.includes(` id="${anchor}"`))
    return undefined;
  return `${pathname}#${anchor}, but that page has no such section: change the link`;
}

/** A refusal is no problem: other sites may refuse programs, but let browsers in. */
async function problemsElsewhere(
  from: string,
  address: string,
): Promise<string[]> {
  const link = `${from}: links to ${address}, which`;
  try {
    const { status, body } = await fetch(address, {
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    await body?.cancel();
    const isBroken = NOT_THERE.includes(status) || status >= 500;
    return isBroken ? [`${link} answers with ${status}: check the link`] : [];
  } catch (error) {
    return [`${link} does not answer (${reasonOf(error)}): check the link`];
  }
}
