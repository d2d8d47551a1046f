/** Follows each link, anchor and picture of the pages, and checks that links to other sites lead somewhere. */
import { reasonOf } from "../../contract/error-code.ts";

/** Requests a path of the site. `html`: empty for a file that is not a page. */
export type Ask = (path: string) => Promise<{ ok: boolean; html: string }>;

/** The longest wait for another site. Milliseconds. */
const PATIENCE_MS = 15_000;
/** Not found, gone. Some sites refuse programs but answer browsers. */
const NOT_THERE = [404, 410];

/** Addresses of links and pictures, and absolute addresses of pictures in link previews. */
const REFERENCE = /\s(?:href|src|srcset)="([^"]+)"|\scontent="(https?:[^"]+)"/g;

/** @param pages the paths of all pages: search engines also find those that no page links to */
export async function findBrokenLinks(ask: Ask, siteUrl: string, pages = ["/"]): Promise<string[]> {
  const { origin } = new URL(siteUrl);
  const answers = new Map<string, Awaited<ReturnType<Ask>>>();
  const broken: string[] = [];
  /** Addresses of other sites, each with the first page that links to it. */
  const elsewhere = new Map<string, string>();

  async function follow(address: string, from: string): Promise<void> {
    const url = new URL(address.replaceAll("&amp;", "&"), new URL(from, origin));
    if (url.origin !== origin && /^https?:$/.test(url.protocol) && !elsewhere.has(url.href))
      elsewhere.set(url.href, from);
    if (url.origin !== origin || address === "#") return;
    const path = url.pathname + url.search;
    const known = answers.get(path);
    const answer = known ?? (await ask(path));
    answers.set(path, answer);
    const anchor = decodeURIComponent(url.hash.slice(1));
    if (!answer.ok)
      broken.push(`${from}: links to ${path}, which does not exist: change the link, or add the page`);
    else if (anchor !== "" && !answer.html.includes(` id="${anchor}"`))
      broken.push(`${from}: links to ${path}#${anchor}, but that page has no such section: change the link`);
    if (known) return;
    for (const [, reference = "", whole] of answer.html.matchAll(REFERENCE)) {
      // A page also names other sites in its head, where nobody follows them.
      if (whole !== undefined && !whole.startsWith(origin)) continue;
      const listed = whole ?? reference;
      const parts = listed.includes(", ") ? listed.split(", ") : [listed];
      for (const part of parts) await follow(part.split(" ")[0] ?? "", path);
    }
  }

  for (const page of pages) await follow(page, page);
  const others = await Promise.all(
    [...elsewhere].map(async ([address, from]) => {
      const problem = await problemAt(address);
      return problem === undefined ? [] : [`${from}: links to ${address}, which ${problem}: check the link`];
    }),
  );
  return [...new Set(broken), ...others.flat()];
}

async function problemAt(address: string): Promise<string | undefined> {
  try {
    const { status, body } = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS) });
    await body?.cancel();
    return NOT_THERE.includes(status) || status >= 500 ? `answers with ${status}` : undefined;
  } catch (error) {
    return `does not answer (${reasonOf(error)})`;
  }
}
