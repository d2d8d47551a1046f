import * as v from "valibot";
import { INBOX } from "../../../contract/http/routes.ts";
import { readQuery } from "../../http/forms.ts";
import { latestYears } from "../../leads/days.ts";
import { ListQuerySchema } from "../list/list-query.ts";
import type { Room } from "../parts.ts";
import { readMonths, readSources } from "./sources.ts";

export const routes: Room = (app, parts) => {
  const { store } = parts;
  app.get(INBOX.page("sources"), async (request, reply) => {
    const years = latestYears(parts);
    const asked = readQuery(request).get("month");
    const month = v.parse(ListQuerySchema.entries.month, asked);
    const sources = await readSources(store, month || years[0], parts);
    const months = await readMonths(store, parts);
    return reply.show("SourcesPage", { sources, months, years });
  });
};
