/** The list of leads and *Sources*, as pages and as spreadsheets, and a lead's place in the list. */
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  LIST,
  LIST_SIZE,
  queryOf,
  type InboxRenderer,
  SOURCE_SPANS,
  SPANS,
  type LeadPlace,
  type ListQuery,
} from "../../contract/inbox.ts";
import { INBOX } from "../../contract/routes.ts";
import { LEAD_FILTERS, LEAD_ORDERS, type LeadOrder } from "../../contract/leads-admin.ts";
import { isoTime, latestDays } from "../leads/days.ts";
import { lineOf, readQuery } from "../http/forms.ts";
import { readToday } from "../calls/calendar.ts";
import { readLeadsAfter } from "../leads/read-lead.ts";
import type { Database } from "../store/database.ts";
import { listLeads } from "./admin-statements.ts";
import { readOverview } from "./counts.ts";
import { okValue } from "./failures.ts";
import { readSources } from "./sources.ts";
import { machineState, type Machine, type RenderView } from "./render-view.ts";
import { signedInAs } from "./sessions.ts";

/** What finds the leads of a list. */
export interface ListParts {
  store: Database;
  /** IANA name of the zone in which days are counted. */
  timeZone: string;
  now: () => number;
}

interface ListPagesParts extends ListParts {
  render: RenderView;
  sheet: InboxRenderer["sheet"];
  sourceSheet: InboxRenderer["sourceSheet"];
  machine: Machine;
}

/** Days: few campaigns have results sooner. */
const USUAL_SPAN = 90;

/** Unicode code points. Nobody searches for a longer text. */
const MAX_SEARCH_LENGTH = 100;

/** Of a source or a campaign; a paid source has a mark, too. */
const MAX_NAME_LENGTH = 210;

const IDS_AT_ONCE = 1_000;
const LEADS_AT_ONCE = 200;

export function registerList(app: FastifyInstance, parts: ListPagesParts) {
  const { store, render, sheet, sourceSheet, machine, timeZone, now } = parts;

  app.get(INBOX.path, async (request, reply) => {
    const query = listQueryOf(request);
    const [input, me] = [inputOf(query, parts), signedInAs(request)];
    const isFirst = query.filter === LIST.filter && query.page === LIST.page;
    const day = latestDays(1, timeZone, now());
    const found = await Promise.all([
      listLeads(store, { ...input, by: me, page: query.page, size: LIST_SIZE }),
      readOverview(store, day, { ...input, by: me }),
      isFirst ? readToday(store, day) : undefined,
    ]);
    const [list, overview, today] = [okValue(found[0]), okValue(found[1]), found[2] && okValue(found[2])];
    if (list.page > list.pages)
      return reply.redirect(INBOX.path + queryOf({ ...query, page: list.pages }), 303);
    reply.header("set-cookie", orderCookie(query.order));
    return render(reply, { view: "list", query, list, overview, today, me, ...machineState(machine) });
  });

  app.get(INBOX.sheet, async (request, reply) => {
    const input = inputOf(listQueryOf(request), parts);
    const ids: string[] = [];
    for (let at = 1, pages = 1; at <= pages; at += 1) {
      const by = signedInAs(request);
      const list = okValue(await listLeads(store, { ...input, by, page: at, size: IDS_AT_ONCE }));
      ids.push(...list.leads.map(({ id }) => id));
      pages = list.pages;
    }
    async function* lines() {
      yield sheet.head();
      for (let first = 0; first < ids.length; first += LEADS_AT_ONCE) {
        const some = ids.slice(first, first + LEADS_AT_ONCE);
        // If this throws, the download breaks off, so that nobody mistakes a part for the whole.
        const found = okValue(await readLeadsAfter(store, { ids: some, size: LEADS_AT_ONCE }));
        const leads = new Map(found.map((detail) => [detail.lead.id, detail]));
        yield sheet.lines(
          some.flatMap((id) => leads.get(id) ?? []),
          timeZone,
        );
      }
    }
    return reply
      .type("text/csv; charset=utf-8")
      .header("content-disposition", 'attachment; filename="leads.csv"')
      .send(Readable.from(lines()));
  });

  const sourcesOf = async (request: FastifyRequest) => {
    const requested = readQuery(request).get("days");
    const days = SOURCE_SPANS.find((span) => String(span) === requested) ?? USUAL_SPAN;
    return okValue(await readSources(store, latestDays(days, timeZone, now())));
  };

  app.get(INBOX.sources, async (request, reply) =>
    render(reply, { view: "sources", sources: await sourcesOf(request) }),
  );

  app.get(INBOX.sourceSheet, async (request, reply) =>
    reply
      .type("text/csv; charset=utf-8")
      .header("content-disposition", 'attachment; filename="sources.csv"')
      .send(sourceSheet(await sourcesOf(request))),
  );
}

const ORDER_LASTS_SECONDS = 365 * 24 * 60 * 60;

/** Keeps the order in which this browser last showed the list. */
const orderCookie = (order: LeadOrder) =>
  `order=${order}; Path=${INBOX.path}; Max-Age=${ORDER_LASTS_SECONDS}; HttpOnly; SameSite=Lax`;

/** The list that an address describes, in the order that this browser kept unless the address names one. */
export function listQueryOf(request: FastifyRequest): ListQuery {
  const [, kept] = /(?:^|;)\s*order=(\w+)/.exec(request.headers.cookie ?? "") ?? [];
  return readListQuery(readQuery(request), kept);
}

/** An unreadable parameter counts as missing; a search covers all leads. */
function readListQuery(query: URLSearchParams, kept?: string): ListQuery {
  const page = query.get("page") ?? "";
  const search = lineOf(query.get("search"), MAX_SEARCH_LENGTH);
  return {
    filter:
      search === "" ? (LEAD_FILTERS.find((filter) => filter === query.get("filter")) ?? LIST.filter) : "all",
    order: LEAD_ORDERS.find((order) => order === (query.get("order") ?? kept)) ?? LIST.order,
    search,
    source: lineOf(query.get("source"), MAX_NAME_LENGTH),
    campaign: lineOf(query.get("campaign"), MAX_NAME_LENGTH),
    days: SPANS.find((span) => String(span) === query.get("days")) ?? LIST.days,
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : LIST.page,
  };
}

/** The address of the list that an address from a form names: one of ours, whatever it says. */
export function listIn(address = ""): string {
  return INBOX.path + queryOf(readListQuery(new URLSearchParams(address.slice(address.indexOf("?") + 1))));
}

export function inputOf(
  { filter, order, search, source, campaign, days }: ListQuery,
  { timeZone, now }: Pick<ListParts, "timeZone" | "now">,
) {
  return {
    filter,
    order,
    search,
    now: isoTime(now()),
    ...(source !== "" && { source }),
    ...(campaign !== "" && { campaign }),
    ...(days > 0 && { since: latestDays(days, timeZone, now()).starts[0] }),
  };
}

/** The lead's place in the list that its address names; a lead that has left the list meanwhile keeps its place. */
export async function findPlace(request: FastifyRequest, id: string, parts: ListParts): Promise<LeadPlace> {
  const [address, query] = [readQuery(request), listQueryOf(request)];
  const at = /^\d{1,7}$/.test(address.get("at") ?? "") ? Number(address.get("at")) : undefined;
  if (at === undefined) return { query: "", list: INBOX.path };
  // A page of the list that also has the leads before and after this one.
  let size = 3;
  for (const before = Math.max(0, at - 1); before % size > size - 3;) size += 1;
  const page = Math.floor(at / size) + 1;
  const input = { ...inputOf(query, parts), by: signedInAs(request) };
  const { leads } = okValue(await listLeads(parts.store, { ...input, page, size }));
  const first = (page - 1) * size;
  const here = leads.findIndex((lead) => lead.id === id);
  const addressOf = (place: number): string | undefined => {
    const lead = leads[place];
    return lead && INBOX.lead(lead.id) + queryOf({ ...query, page: 1 }, { at: first + place });
  };
  const own = here === -1 ? at - first : here;
  return {
    query: queryOf({ ...query, page: 1 }, { at: first + own }),
    list: INBOX.path + queryOf({ ...query, page: Math.floor(at / LIST_SIZE) + 1 }),
    previous: addressOf(own - 1),
    next: addressOf(here === -1 ? own : own + 1),
  };
}
