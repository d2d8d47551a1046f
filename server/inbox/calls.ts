/** The calls in the inbox: their list, booked and changed on the page of their lead; and closed times. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { CALL_REFUSALS } from "../../contract/booking.ts";
import { isDay } from "../../contract/day.ts";
import type { Deed, InboxViews } from "../../contract/inbox.ts";
import { INBOX } from "../../contract/routes.ts";
import { CALL_NUMBER } from "../../contract/lead.ts";
import { queryIn, readQuery } from "../http/forms.ts";
import { instantOf } from "../leads/days.ts";
import { rememberDeed } from "./deed.ts";
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

interface Change {
  became: string;
  /** What was done, if it was. */
  what: Deed["what"];
}

/** @param day like `2027-03-01` */
const wholeDay = (day: string) => ({
  from: `${day}T00:00`,
  to: `${Temporal.PlainDate.from(day).add({ days: 1 }).toString()}T00:00`,
});

export function registerCalls(app: FastifyInstance, { admin, render, timeZone, feed }: CallsParts): void {
  /** The lead's page, at its calls. */
  function after({ id, request, reply }: PostedForm, { became, what }: Change): string {
    const [page, query] = [INBOX.lead(id), queryIn(request)];
    if (became === "changed") {
      return rememberDeed(reply, { what, back: `${page}${query}#call`, undo: [], count: 1 });
    }
    return `${page}${query}${query === "" ? "?" : "&"}refused=${became}#call`;
  }

  async function change(form: PostedForm, id: string): Promise<Change> {
    const { fields } = form;
    const action = fields.get("action");
    if (action === "missed") {
      await runAdmin(admin, form, "missCall", { id });
      return { became: "changed", what: "missed" };
    }
    const startsAt = instantOf(fields.get("startsAt") ?? "", timeZone);
    if (action === "cancel")
      return { ...(await runAdmin(admin, form, "cancelCall", { id })), what: "cancelled" };
    return { ...(await runAdmin(admin, form, "moveCall", { id, startsAt })), what: "moved" };
  }

  async function show(reply: FastifyReply, typed?: InboxViews["calls"]["typed"]) {
    const [calls, closed] = await Promise.all([admin.calls({}), admin.closedTimes({})]);
    return render(reply, { view: "calls", calls, closed, feed, typed });
  }

  app.get(INBOX.calls, async (_request, reply) => show(reply));

  postForm(app, `${INBOX.leadCalls(":id")}/:callId`, async (form) =>
    after(form, await change(form, form.ids["callId"] ?? "")),
  );

  postForm(app, INBOX.leadCalls(":id"), async (form) => {
    const { fields } = form;
    const wanted = fields.get("otherTime") || fields.get("startsAt");
    if (!wanted) return after(form, { became: "no-time", what: "booked" });
    const [startsAt, phone] = [instantOf(wanted, timeZone), fields.get(CALL_NUMBER.input) ?? ""];
    const { became } = await runAdmin(admin, form, "bookCall", { startsAt, phone });
    return after(form, { became, what: "booked" });
  });

  postForm(app, INBOX.closeTime, async ({ fields, reply }) => {
    const day = fields.get("day") ?? "";
    const typed = isDay(day) ? wholeDay(day) : { from: fields.get("from") ?? "", to: fields.get("to") ?? "" };
    const [startsAt, endsAt] = [instantOf(typed.from, timeZone), instantOf(typed.to, timeZone)];
    if (startsAt === undefined || endsAt === undefined || startsAt >= endsAt)
      return show(reply.code(400), typed);
    await admin.closeTime({ startsAt, endsAt });
    return rememberDeed(reply, { what: "closed", back: INBOX.calls, undo: [], count: 1 });
  });

  postForm(app, INBOX.openTime(":id"), async ({ id, reply }) => {
    await admin.reopenTimes({ ids: [id] });
    return rememberDeed(reply, { what: "opened", back: INBOX.calls, undo: [], count: 1 });
  });
}

/** Why the last change of a call was refused, as the address says. */
export function refusalIn(request: FastifyRequest) {
  const reason = readQuery(request).get("refused");
  return CALL_REFUSALS.find((refusal) => refusal === reason);
}
