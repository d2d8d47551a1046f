/** The calls in the inbox: changed on their own page or on that of their lead, booked there; and closed times. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { CALL_REFUSALS } from "../../contract/booking.ts";
import type { InboxViews } from "../../contract/inbox.ts";
import { INBOX } from "../../contract/routes.ts";
import { CALL_NUMBER } from "../../contract/lead.ts";
import { queryIn, readQuery } from "../http/forms.ts";
import { instantOf } from "../leads/days.ts";
import type { InboxParts, Press } from "./inbox-parts.ts";

export function registerCalls(app: FastifyInstance, parts: InboxParts): void {
  const { admin, page, post, timeZone, feed } = parts;

  /** @param back the page with the call @param control the id there to which the browser moves */
  function after(became: string, back: string, control = ""): string {
    if (became === "changed") return back + control;
    return `${back}${back.includes("?") ? "&" : "?"}refused=${became}${control}`;
  }

  async function change({ fields, run }: Press, id: string): Promise<string> {
    const action = fields.get("action");
    if (action === "missed") {
      await run("missCall", { id });
      return "changed";
    }
    const startsAt = instantOf(fields.get("startsAt") ?? "", timeZone);
    const changed =
      action === "cancel" ? await run("cancelCall", { id }) : await run("moveCall", { id, startsAt });
    return changed.became;
  }

  async function show(reply: FastifyReply, more: Pick<InboxViews["calls"], "refused" | "typed">) {
    const [calls, closed] = await Promise.all([admin.calls({}), admin.closedTimes({})]);
    return page(reply, { view: "calls", calls, closed, feed, ...more });
  }

  app.get(INBOX.calls, async (request, reply) => show(reply, { refused: refusalIn(request) }));

  post(app, INBOX.changeCall(":id"), async (press) => after(await change(press, press.id), INBOX.calls));

  const pageOf = ({ id, request }: Press) => INBOX.lead(id) + queryIn(request);

  post(app, `${INBOX.leadCalls(":id")}/:callId`, async (press) =>
    after(await change(press, press.ids["callId"] ?? ""), pageOf(press), "#call"),
  );

  post(app, INBOX.leadCalls(":id"), async (press) => {
    const { fields, run } = press;
    const wanted = fields.get("otherTime") || fields.get("startsAt");
    if (!wanted) return after("no-time", pageOf(press), "#call");
    const [startsAt, phone] = [instantOf(wanted, timeZone), fields.get(CALL_NUMBER.input) ?? ""];
    const { became } = await run("bookCall", { startsAt, phone });
    return after(became, pageOf(press), "#call");
  });

  post(app, INBOX.closeTime, async ({ fields, reply }) => {
    const typed = { from: fields.get("from") ?? "", to: fields.get("to") ?? "" };
    const [startsAt, endsAt] = [instantOf(typed.from, timeZone), instantOf(typed.to, timeZone)];
    if (startsAt === undefined || endsAt === undefined || startsAt >= endsAt)
      return show(reply.code(400), { typed });
    await admin.closeTime({ startsAt, endsAt });
    return INBOX.calls;
  });

  post(app, INBOX.openTime(":id"), async ({ id }) => {
    await admin.reopenTimes({ ids: [id] });
    return INBOX.calls;
  });
}

/** Why the last change of a call was refused, as the address says. */
export function refusalIn(request: FastifyRequest) {
  const reason = readQuery(request).get("refused");
  return CALL_REFUSALS.find((refusal) => refusal === reason);
}
