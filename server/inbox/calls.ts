/** The calls in the inbox: changed on their own page or on that of their lead, booked there; and closed times. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { CALL_REFUSALS } from "../../contract/booking.ts";
import type { InboxViews } from "../../contract/inbox.ts";
import { INBOX } from "../../contract/routes.ts";
import { CALL_NUMBER } from "../../contract/lead.ts";
import { queryIn, readQuery } from "../http/forms.ts";
import { instantOf } from "../leads/days.ts";
import type { InboxAdmin } from "./failures.ts";
import type { RenderView } from "./render-view.ts";
import { postForm, runAdmin, type PostedForm } from "./posted-form.ts";

interface CallsParts {
  admin: InboxAdmin;
  render: RenderView;
  /** IANA name of the zone in which times are typed. */
  timeZone: string;
  /** The address of the calendar feed; undefined if the scheduling page is on another site. */
  feed: string | undefined;
}

export function registerCalls(app: FastifyInstance, { admin, render, timeZone, feed }: CallsParts): void {
  /** @param back the page with the call @param control the id there to which the browser moves */
  function after(became: string, back: string, control = ""): string {
    if (became === "changed") return back + control;
    return `${back}${back.includes("?") ? "&" : "?"}refused=${became}${control}`;
  }

  async function change(form: PostedForm, id: string): Promise<string> {
    const { fields } = form;
    const action = fields.get("action");
    if (action === "missed") {
      await runAdmin(admin, form, "missCall", { id });
      return "changed";
    }
    const startsAt = instantOf(fields.get("startsAt") ?? "", timeZone);
    const changed =
      action === "cancel"
        ? await runAdmin(admin, form, "cancelCall", { id })
        : await runAdmin(admin, form, "moveCall", { id, startsAt });
    return changed.became;
  }

  async function show(reply: FastifyReply, more: Pick<InboxViews["calls"], "refused" | "typed">) {
    const [calls, closed] = await Promise.all([admin.calls({}), admin.closedTimes({})]);
    return render(reply, { view: "calls", calls, closed, feed, ...more });
  }

  app.get(INBOX.calls, async (request, reply) => show(reply, { refused: refusalIn(request) }));

  postForm(app, INBOX.changeCall(":id"), async (form) => after(await change(form, form.id), INBOX.calls));

  const pageOf = ({ id, request }: PostedForm) => INBOX.lead(id) + queryIn(request);

  postForm(app, `${INBOX.leadCalls(":id")}/:callId`, async (form) =>
    after(await change(form, form.ids["callId"] ?? ""), pageOf(form), "#call"),
  );

  postForm(app, INBOX.leadCalls(":id"), async (form) => {
    const { fields } = form;
    const wanted = fields.get("otherTime") || fields.get("startsAt");
    if (!wanted) return after("no-time", pageOf(form), "#call");
    const [startsAt, phone] = [instantOf(wanted, timeZone), fields.get(CALL_NUMBER.input) ?? ""];
    const { became } = await runAdmin(admin, form, "bookCall", { startsAt, phone });
    return after(became, pageOf(form), "#call");
  });

  postForm(app, INBOX.closeTime, async ({ fields, reply }) => {
    const typed = { from: fields.get("from") ?? "", to: fields.get("to") ?? "" };
    const [startsAt, endsAt] = [instantOf(typed.from, timeZone), instantOf(typed.to, timeZone)];
    if (startsAt === undefined || endsAt === undefined || startsAt >= endsAt)
      return show(reply.code(400), { typed });
    await admin.closeTime({ startsAt, endsAt });
    return INBOX.calls;
  });

  postForm(app, INBOX.openTime(":id"), async ({ id }) => {
    await admin.reopenTimes({ ids: [id] });
    return INBOX.calls;
  });
}

/** Why the last change of a call was refused, as the address says. */
export function refusalIn(request: FastifyRequest) {
  const reason = readQuery(request).get("refused");
  return CALL_REFUSALS.find((refusal) => refusal === reason);
}
