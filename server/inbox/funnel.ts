/** The funnel: what visits of the latest days came to, by source. */
import type { FastifyInstance } from "fastify";
import { SPANS } from "../../contract/funnel.ts";
import { INBOX } from "../../contract/inbox.ts";
import type { InboxParts } from "./inbox-parts.ts";
import { readQuery } from "./input.ts";

export function registerFunnelPage(
  app: FastifyInstance,
  { admin, pages, timeZone, signedIn }: InboxParts,
): void {
  app.get(INBOX.funnel, { onRequest: [signedIn] }, async (request, reply) => {
    const asked = readQuery(request).get("days");
    const days = SPANS.find((span) => String(span) === asked) ?? 30;
    const found = await admin.funnel(days, timeZone);
    return pages.result(request, reply, found, (funnel) => pages.page(reply, { view: "funnel", funnel }));
  });
}
