/** The calls in the inbox: their list, booked and changed on the page of their lead; and closed times. */
import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { CALL_REFUSALS, type Availability, type CallRefusal } from "../../contract/booking.ts";
import { DAY_MS } from "../../contract/durations.ts";
import { isDay } from "../../contract/day.ts";
import type { Deed, InboxViews } from "../../contract/inbox.ts";
import { INBOX } from "../../contract/routes.ts";
import { needsNoAnswer } from "../../contract/outcome.ts";
import { cleanLine } from "../../contract/typed-text.ts";
import { CALL_NUMBER, isCallNumber, phoneOf } from "../../contract/lead.ts";
import { queryIn, readQuery } from "../http/forms.ts";
import { instantOf, isoTime } from "../leads/days.ts";
import { rememberDeed } from "./deed.ts";
import { readLead } from "../leads/read-lead.ts";
import type { Database } from "../store/database.ts";
import type { Unavailable } from "../store/store.ts";
import type { ChangeResult } from "../calls/bookings.ts";
import { closeTime, deleteClosedTimes, readCalls, readClosedTimes } from "../calls/calendar.ts";
import type { Calls } from "../calls/calls.ts";
import { InboxFailure, okValue } from "./failures.ts";
import type { RenderView } from "./render-view.ts";
import { postForm, type PostedForm } from "./posted-form.ts";

/** Past calls that are listed. Milliseconds. */
const WEEK_MS = 7 * DAY_MS;

interface CallsParts {
  store: Database;
  calls: Calls;
  render: RenderView;
  now: () => number;
  /** `timeZone`: the IANA name of the zone in which times are typed. */
  availability: Pick<Availability, "timeZone" | "place">;
  /** The address of the calendar feed; undefined if the scheduling page is on another site. */
  feed: string | undefined;
}

interface Change {
  became: "changed" | CallRefusal;
  /** What was done, if it was. */
  what: Deed["what"];
}

/** @param day like `2027-03-01` */
const wholeDay = (day: string) => ({
  from: `${day}T00:00`,
  to: `${Temporal.PlainDate.from(day).add({ days: 1 }).toString()}T00:00`,
});

export function registerCalls(app: FastifyInstance, parts: CallsParts): void {
  const { store, calls, render, now, availability, feed } = parts;
  const { timeZone } = availability;

  /** The lead's page, at its calls. */
  function after({ id, request, reply }: PostedForm, { became, what }: Change): string {
    const [page, query] = [INBOX.lead(id), queryIn(request)];
    if (became === "changed") {
      return rememberDeed(reply, { what, back: `${page}${query}#call`, undo: [], count: 1 });
    }
    return `${page}${query}${query === "" ? "?" : "&"}refused=${became}#call`;
  }

  async function change({ fields, seen, by }: PostedForm, id: string): Promise<Change> {
    const author = { by, seen };
    const action = fields.get("action");
    if (action === "missed") {
      okValue(await calls.miss(id, author));
      return { became: "changed", what: "missed" };
    }
    if (action === "cancel") return { became: becomes(await calls.cancel(id, author)), what: "cancelled" };
    if (fields.get("startsAt") === "") return { became: "no-time", what: "moved" };
    const startsAt = readTime(fields.get("startsAt"));
    if (startsAt <= isoTime(now())) return { became: "past", what: "moved" };
    return { became: becomes(await calls.move(id, startsAt, author)), what: "moved" };
  }

  /** @throws {InboxFailure} for no time */
  function readTime(typed = ""): string {
    const time = instantOf(typed, timeZone);
    if (time === undefined) throw new InboxFailure("unreadable");
    return time;
  }

  /**
   * At a time of the agency's choice, even outside its hours. Without a number, that of the lead's last call is called, or
   * the one that the lead called from.
   */
  async function book({ id, seen, by, fields }: PostedForm, typed: string): Promise<Change["became"]> {
    if (feed === undefined) return "elsewhere";
    const startsAt = readTime(typed);
    const { lead, bookings, outcome, wishedPhone, wishedZone } = okValue(await readLead(store, id));
    if (needsNoAnswer(outcome)) return "spam";
    const last = bookings.at(-1);
    const phone =
      cleanLine(fields.get(CALL_NUMBER.input) ?? "") ||
      last?.phone ||
      wishedPhone ||
      phoneOf(lead.email) ||
      "";
    if ((phone !== "" || availability.place.kind === "phone") && !isCallNumber(phone)) return "number";
    if (startsAt <= isoTime(now())) return "past";
    const zone = last?.zone ?? wishedZone ?? timeZone;
    const booked = await calls.book(startsAt, { lead: id, seen, by, phone, zone });
    switch (booked.kind) {
      case "booked":
        return "changed";
      case "taken":
      case "has-call":
        return booked.kind;
      case "stale":
      case "missing":
      case "unavailable":
        return okValue(booked);
      default:
        throw new Error(`The call was not booked: ${booked.kind}.`);
    }
  }

  async function show(reply: FastifyReply, typed?: InboxViews["calls"]["typed"]) {
    const [listed, closed] = await Promise.all([
      readCalls(store, { since: isoTime(now() - WEEK_MS) }),
      readClosedTimes(store, { since: isoTime(now()) }),
    ]);
    const shown = { calls: okValue(listed), closed: okValue(closed) };
    return render(reply, { view: "calls", ...shown, feed, typed });
  }

  app.get(INBOX.calls, async (_request, reply) => show(reply));

  postForm(app, `${INBOX.leadCalls(":id")}/:callId`, async (form) =>
    after(form, await change(form, form.ids["callId"] ?? "")),
  );

  postForm(app, INBOX.leadCalls(":id"), async (form) => {
    const { fields } = form;
    const wanted = fields.get("otherTime") || fields.get("startsAt");
    if (!wanted) return after(form, { became: "no-time", what: "booked" });
    return after(form, { became: await book(form, wanted), what: "booked" });
  });

  postForm(app, INBOX.closeTime, async ({ fields, reply }) => {
    const day = fields.get("day") ?? "";
    const typed = isDay(day) ? wholeDay(day) : { from: fields.get("from") ?? "", to: fields.get("to") ?? "" };
    const [startsAt, endsAt] = [instantOf(typed.from, timeZone), instantOf(typed.to, timeZone)];
    if (startsAt === undefined || endsAt === undefined || startsAt >= endsAt)
      return show(reply.code(400), typed);
    okValue(await closeTime(store, { id: randomUUID(), startsAt, endsAt }));
    return rememberDeed(reply, { what: "closed", back: INBOX.calls, undo: [], count: 1 });
  });

  postForm(app, INBOX.openTime(":id"), async ({ id, reply }) => {
    okValue(await deleteClosedTimes(store, [id]));
    return rememberDeed(reply, { what: "opened", back: INBOX.calls, undo: [], count: 1 });
  });
}

function becomes(result: ChangeResult | Unavailable): Change["became"] {
  if (result.kind === "taken" || result.kind === "over") return result.kind;
  okValue(result);
  return "changed";
}

/** Why the last change of a call was refused, as the address says. */
export function refusalIn(request: FastifyRequest) {
  const reason = readQuery(request).get("refused");
  return CALL_REFUSALS.find((refusal) => refusal === reason);
}
