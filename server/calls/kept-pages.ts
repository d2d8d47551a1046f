/** Rendered pages of `/schedule` that are kept: a board while the open times stay the same, a form while its time is open. */
import { encodeBody, QUICK, type EncodedBody } from "../http/encoded-body.ts";
import type { PageQuery } from "./page-states.ts";
import type { Openings } from "./offered-times.ts";

/** The plain board, and those of a few zones and days. */
const MAX_BOARDS = 64;
/** By zone and time. About 40 KB each. */
const MAX_FORMS = 500;

/** The parameters that change a board: those of a campaign do not. */
const PARAMETERS = ["zone", "day", "at"];
const PLAIN = "";

type Pages = Map<string, Promise<EncodedBody>>;

/** @param zoneOf the zone in which a form shows its time */
export function createKeptPages(
  render: (openings: Openings, query: PageQuery) => Promise<string>,
  zoneOf: (query: PageQuery) => string,
) {
  const boards = new WeakMap<Openings, Pages>();
  const forms: Pages = new Map();

  function keyOf(query: PageQuery): string {
    const given = PARAMETERS.flatMap((name) => (query[name] === undefined ? [] : [[name, query[name]]]));
    return new URLSearchParams(given).toString();
  }

  function placeOf(openings: Openings, query: PageQuery): { pages: Pages; key: string; most: number } {
    const { at = "" } = query;
    if (openings.times.includes(at)) return { pages: forms, key: `${zoneOf(query)} ${at}`, most: MAX_FORMS };
    const pages = boards.getOrInsertComputed(openings, () => new Map());
    return { pages, key: keyOf(query), most: MAX_BOARDS };
  }

  async function made(openings: Openings, query: PageQuery): Promise<EncodedBody> {
    const html = await render(openings, query);
    return encodeBody(Buffer.from(html), "schedule.html", { "cache-control": "no-cache" }, QUICK);
  }

  return {
    isPlain: (query: PageQuery) => query["token"] === undefined && keyOf(query) === PLAIN,

    /** A page that is there already, or about to be. */
    find(openings: Openings, query: PageQuery): Promise<EncodedBody> | undefined {
      if (query["token"] !== undefined) return undefined;
      const { pages, key } = placeOf(openings, query);
      const page = pages.get(key);
      // The last ones that were asked for stay.
      if (page && pages.delete(key)) pages.set(key, page);
      return page;
    },

    /** Renders a page, and keeps it unless it is for the holder of a link. */
    make(openings: Openings, query: PageQuery): Promise<EncodedBody> {
      const page = made(openings, query);
      if (query["token"] !== undefined) return page;
      const { pages, key, most } = placeOf(openings, query);
      pages.set(key, page);
      page.catch(() => pages.delete(key));
      const oldest = [...pages.keys()].find((one) => one !== PLAIN);
      if (pages.size > most && oldest !== undefined) pages.delete(oldest);
      return page;
    },
  };
}
