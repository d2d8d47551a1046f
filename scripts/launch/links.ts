/** Follows each link, anchor and picture of the pages that stays inside of the site. */

/** Asks the site for a path. `html`: empty for what is no page. */
export type Ask = (path: string) => Promise<{ ok: boolean; html: string }>;

/** Addresses of links and pictures, and in link previews of pictures that a page names by their whole address. */
const REFERENCE = /\s(?:href|src|srcset)="([^"]+)"|\scontent="(https?:[^"]+)"/g;

/** @returns a line for each that is not answered, or whose anchor is not there. */
export async function findBrokenLinks(ask: Ask, siteUrl: string): Promise<string[]> {
  const { origin } = new URL(siteUrl);
  const answers = new Map<string, Awaited<ReturnType<Ask>>>();
  const broken: string[] = [];

  async function follow(address: string, from: string): Promise<void> {
    const url = new URL(address.replaceAll("&amp;", "&"), new URL(from, origin));
    if (url.origin !== origin || address === "#") return;
    const path = url.pathname + url.search;
    const known = answers.get(path);
    const answer = known ?? (await ask(path));
    answers.set(path, answer);
    const anchor = decodeURIComponent(url.hash.slice(1));
    if (!answer.ok)
      broken.push(`${from}: leads to ${path}, which is not there: change the link, or add the page`);
    else if (anchor !== "" && !answer.html.includes(` id="${anchor}"`))
      broken.push(`${from}: leads to ${path}#${anchor}, and that page has no such place: change the link`);
    if (known) return;
    for (const [, reference = "", whole] of answer.html.matchAll(REFERENCE)) {
      const listed = whole ?? reference;
      const parts = listed.includes(", ") ? listed.split(", ") : [listed];
      for (const part of parts) await follow(part.split(" ")[0] ?? "", path);
    }
  }

  await follow("/", "/");
  return [...new Set(broken)];
}
