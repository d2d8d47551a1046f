/**
 * Mails a visitor a lost link. The answer does
 * not reveal whether the typed address is known.
 */

import type { FastifyInstance } from "fastify";
import { ASK_LINK_PATH } from "../../contract/http/routes.ts";
import { LEAD_COLUMNS } from "../../contract/lead/lead.ts";
import { cleanEmail } from "../../contract/lead/mailbox.ts";
import { isEmailAddress } from "../../contract/lead/validation.ts";
import { granted } from "../http/rate-limit.ts";
import { postedFields, sendState, type PagesParts } from "./page-states.ts";

const MAILING_FAILED = "the link of a visitor could not be mailed";

export function mailLink(app: FastifyInstance, parts: PagesParts) {
  const { schedule, limits } = parts;
  app.get(ASK_LINK_PATH, async (request, reply) => {
    await granted(limits.renderings(request.ip));
    return sendState(parts, reply, 200, { view: "ask", step: "asking" });
  });

  app.post(ASK_LINK_PATH, async (request, reply) => {
    const fields = postedFields(parts, request);
    const typed = fields.get(LEAD_COLUMNS.email.input) ?? "";
    const email = cleanEmail(typed);
    const isAddress = isEmailAddress(email);
    // Only an email address can cause a mail. This
    // counts no lead, since nothing is stored.
    const take = isAddress ? limits.mailedLinks : limits.renderings;
    await granted(take(request.ip));
    if (!isAddress)
      return sendState(parts, reply, 422, {
        view: "ask",
        step: "wrong",
        typed,
      });
    // Mailing begins after the answer, so that no
    // delay reveals whether the address is known.
    const { log } = request;
    reply.raw.once("finish", () => {
      schedule.calls
        .mailLinks(email)
        .catch((err: unknown) => log.error({ err }, MAILING_FAILED));
    });
    return sendState(parts, reply, 200, {
      view: "ask",
      step: "sent",
      typed: email,
    });
  });
}
