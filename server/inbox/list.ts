/** The list of leads by time left, with filter, search and counts; and the funnel. */
import { SPANS } from "../../contract/funnel.ts";
import { LEAD_FILTERS, type LeadFilter } from "../../contract/leads-admin.ts";
import type { FastifyInstance } from "fastify";
import { INBOX } from "../../contract/inbox.ts";
import { readQuery, type InboxParts } from "./inbox-parts.ts";

const PAGE_SIZE = 25;

/** How far the chart, the median and the funnel go back, today included. */
const DAYS = 30;

/** Unicode code points. Nobody searches for more. */
const MAX_SEARCH_LENGTH = 100;

export function registerList(
  app: FastifyInstance,
  { admin, pages, timeZone, calendars, signedIn }: InboxParts,
): void {
  app.get(INBOX.path, { onRequest: [signedIn] }, async (request, reply) => {
    const query = readQuery(request);
    const asked = readListQuery(query);
    const [list, overview] = await Promise.all([
      admin.list({ ...asked, size: PAGE_SIZE }),
      admin.overview({ days: DAYS, timeZone }),
    ]);
    return pages.result(request, reply, list, (leads) => {
      if (leads.page > leads.pages) return pages.redirect(reply, pageOf(query, leads.pages));
      return pages.result(request, reply, overview, (figures) =>
        pages.page(reply, { view: "list", list: leads, overview: figures, calendars: [...calendars()] }),
      );
    });
  });

  app.get(INBOX.funnel, { onRequest: [signedIn] }, async (request, reply) => {
    const asked = readQuery(request).get("days");
    const days = SPANS.find((span) => String(span) === asked) ?? DAYS;
    const found = await admin.funnel({ days, timeZone });
    return pages.result(request, reply, found, (funnel) => pages.page(reply, { view: "funnel", funnel }));
  });
}

/** The same list at a page that it has. */
function pageOf(query: URLSearchParams, page: number): string {
  query.set("page", String(page));
  return `${INBOX.path}?${query}`;
}

/** A parameter that cannot be read counts as left out. */
function readListQuery(query: URLSearchParams): { filter: LeadFilter; search: string; page: number } {
  const page = query.get("page") ?? "";
  const search = (query.get("search") ?? "").replaceAll(/\p{Cc}+/gu, " ").trim();
  return {
    filter: LEAD_FILTERS.find((filter) => filter === query.get("filter")) ?? "open",
    search: Array.from(search).slice(0, MAX_SEARCH_LENGTH).join(""),
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  };
}
