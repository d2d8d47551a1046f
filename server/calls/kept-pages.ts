/** Rendered pages of `/schedule`, which are kept while the open times stay the same. */
import { encodeBody, QUICK, type EncodedBody } from "../http/encoded-body.ts";
import type { Openings } from "./offered-times.ts";
import type { PageQuery } from "./page-states.ts";

/** About 40 KB each. */
const MAX_PAGES = 500;

/** Its address has nothing that changes it; the parameters of a campaign do not. */
export const isPlain = (query: PageQuery): boolean =>
  ["zone", "day", "at", "zones"].every((name) => query[name] === undefined);

/** @param zoneOf the zone in which a page shows its times */
export function createKeptPages(
  render: (openings: Openings, query: PageQuery) => Promise<string>,
  zoneOf: (query: PageQuery) => string,
) {
  const pages = new Map<string, Promise<EncodedBody>>();
  let latest: Openings | undefined;
  const keyOf = (query: PageQuery) => JSON.stringify([zoneOf(query), query["day"], query["at"]]);
  const plain = keyOf({});

  async function made(openings: Openings, query: PageQuery): Promise<EncodedBody> {
    const html = await render(openings, query);
    return encodeBody(Buffer.from(html), "schedule.html", { "cache-control": "no-cache" }, QUICK);
  }

  function pagesOf(openings: Openings): typeof pages {
    if (openings !== latest) pages.clear();
    latest = openings;
    return pages;
  }

  return {
    /** A page that is there already, or about to be. */
    find: (openings: Openings, query: PageQuery) => pagesOf(openings).get(keyOf(query)),

    make(openings: Openings, query: PageQuery): Promise<EncodedBody> {
      const key = keyOf(query);
      const page = made(openings, query);
      pagesOf(openings).set(key, page);
      page.catch(() => pages.delete(key));
      const oldest = [...pages.keys()].find((one) => one !== plain);
      if (pages.size > MAX_PAGES && oldest !== undefined) pages.delete(oldest);
      return page;
    },
  };
}
