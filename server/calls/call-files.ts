/** Calendar files: of one call at its signed link, and of all calls at a secret link. */
import type { FastifyInstance } from "fastify";
import { CALL_PATH, FEED_PATH } from "../../contract/http/routes.ts";
import { readLeadFor } from "../deliveries/signed-links.ts";
import type { Team } from "../leads/team.ts";
import { callForAgency, callForVisitor } from "./call-entries.ts";
import { feed } from "./invitation.ts";
import { leadOfCall, withCall } from "./opened-call.ts";
import { queryOf, type PagesParts } from "./page-states.ts";
import { EVER, readCalls } from "./stored-calls.ts";

const ICS = "text/calendar; charset=utf-8";

export function registerCallFile(
  app: FastifyInstance,
  parts: PagesParts,
): void {
  const { mail } = parts;
  app.get(`${CALL_PATH}.ics`, (request, reply) =>
    withCall(parts, request, reply, async ({ call }) => {
      reply.header("content-disposition", 'attachment; filename="call.ics"');
      reply.header("cache-control", "no-store");
      const own = callForVisitor(call, leadOfCall(call), mail);
      return reply.type(ICS).send(feed([own], mail.locale));
    }),
  );
}

export type FeedReaders = Pick<Team, "addresses">;

export function callFeed(
  app: FastifyInstance,
  { pages, schedule, mail }: PagesParts,
  team: FeedReaders,
): void {
  async function mayRead(token: string): Promise<boolean> {
    const link = mail.links.verify(token, "feed", mail.now());
    if (link.kind !== "valid") return false;
    return readLeadFor(link.subject, await team.addresses()) !== undefined;
  }

  app.get(FEED_PATH, async (request, reply) => {
    const { token = "" } = queryOf(request);
    if (!(await mayRead(token))) return pages.sendError(request, reply, 404);
    const stored = await readCalls(schedule.store, { since: EVER });
    reply.header("cache-control", "no-store");
    const calls = stored.map((call) =>
      callForAgency(call, leadOfCall(call), mail),
    );
    return reply.type(ICS).send(feed(calls, mail.locale, mail.site.brandName));
  });
}
