/** The list of leads, as a page and as a spreadsheet. */

import { Readable } from "node:stream";
import type { FastifyRequest } from "fastify";
import * as v from "valibot";
import { isoTime } from "../../../contract/durations.ts";
import { INBOX } from "../../../contract/http/routes.ts";
import { LIST_SIZE } from "../../../contract/limits.ts";
import { readToday } from "../../calls/stored-calls.ts";
import { readQuery } from "../../http/forms.ts";
import { latestDays, momentOf, spanOf, type Clock } from "../../leads/days.ts";
import { postForm, sendFile } from "../forms.ts";
import type { Room } from "../parts.ts";
import { sendAgain } from "../send-again.ts";
import { createLeadSheet } from "./lead-sheet.ts";
import { countByFilter, listLeads, readWholeList } from "./list-leads.ts";
import {
  listPath,
  ListQuerySchema,
  pageCount,
  type ListQuery,
} from "./list-query.ts";
import { readHealth } from "./read-health.ts";

export const routes: Room = (app, parts) => {
  const { store, machine } = parts;
  const sheet = createLeadSheet(parts.loadedPages.content, parts);
  app.get(INBOX.path, async (request, reply) => {
    const { query, input } = listIn(request, parts);
    const skip = (query.page - 1) * LIST_SIZE;
    const list = await listLeads(store, { ...input, skip, size: LIST_SIZE });
    const last = pageCount(list);
    if (query.page > last)
      return reply.redirect(listPath({ ...query, page: last }), 303);
    const counts = await countByFilter(store, input);
    const filters = { [query.filter]: list.total, ...counts };
    const health = await readHealth(store, input.now);
    const days = latestDays(2, parts.timeZone, parts.now());
    const today =
      query.filter === "open"
        ? await readToday(store, days, input.now)
        : undefined;
    return reply.show("ListPage", {
      query,
      list,
      filters,
      today,
      alarms: { health, machine: await machine() },
    });
  });

  postForm(app, INBOX.tryAgain, async () => {
    await sendAgain(store, { all: "awaited" }, isoTime(parts.now()));
    return { what: "revived", back: INBOX.path };
  });

  app.get(INBOX.sheet, async (request, reply) => {
    const { input } = listIn(request, parts);
    const lines = Readable.from(sheet(readWholeList(store, input)));
    return sendFile(reply, "leads.csv", "text/csv", lines);
  });
};

/** A search ignores the filter. */
export function listIn(request: FastifyRequest, clock: Clock) {
  const named = Object.fromEntries(readQuery(request));
  const typed = v.parse(ListQuerySchema, named);
  const query: ListQuery =
    typed.search === "" ? typed : { ...typed, filter: "all" };
  const { month, after: since, before: until } = query;
  const span = month === "" ? { since, until } : spanOf(month, clock.timeZone);
  return { query, input: { ...query, ...span, ...momentOf(clock) } };
}
