/**
 * The inbox's list of calls, the forms for calls
 * on the page of a lead, and closed times.
 */

import { randomUUID } from "node:crypto";
import type { FastifyReply } from "fastify";
import { DAY_MS, isoTime } from "../../../contract/durations.ts";
import { INBOX } from "../../../contract/http/routes.ts";
import { CALL_NUMBER, isCallNumber } from "../../../contract/lead/lead.ts";
import { cleanLine } from "../../../contract/lead/typed-text.ts";
import { isDay } from "../../../contract/locale/day.ts";
import { nameOfZone } from "../../../contract/locale/visitor-zone.ts";
import type { BookResult, ChangeResult } from "../../calls/bookings.ts";
import {
  closeTime,
  deleteClosedTime,
  readCalls,
  readClosedTimes,
} from "../../calls/stored-calls.ts";
import { comingDays, typedInstant } from "../../leads/days.ts";
import { readLead } from "../../leads/read-lead.ts";
import { parseUuid } from "../../leads/uuid.ts";
import type { Deed } from "../deed.ts";
import { INBOX_FIELDS } from "../fields.ts";
import {
  InboxFailure,
  ownPage,
  type PageForms,
  type PostedForm,
  postForm,
  present,
} from "../forms.ts";
import type { InboxParts, Room } from "../parts.ts";
import type { CallsProps } from "./calls-page.tsx";

const LISTED_AFTER_END_MS = 7 * DAY_MS;

const CLOSED_TIMES_PATH = `${INBOX.calls}#closed`;

type DeedName = Deed["what"];

const wholeDay = (day: string) => ({
  from: `${day}T00:00`,
  to: `${Temporal.PlainDate.from(day).add({ days: 1 }).toString()}T00:00`,
});

/** Books, moves or cancels a call of a lead, or says who came to it. */
export function callForm(parts: InboxParts): PageForms {
  const { store, calls, timeZone, now } = parts;
  const { place } = parts.manifest.workingHours;
  async function changeCall(form: PostedForm, how: string): Promise<DeedName> {
    const { seen, by } = form;
    if (how === "book" || how === "move") {
      const startsAt = timeTyped(form.fields, timeZone);
      if (startsAt === undefined) return "no-time";
      if (startsAt <= isoTime(now())) return "past";
      if (how === "book") return bookCall(form, startsAt);
      const moved = await calls.move(callOf(form), startsAt, { by, seen });
      return deedOf(moved, "moved");
    }
    const id = callOf(form);
    if (how === "cancel")
      return deedOf(await calls.cancel(id, { by, seen }), "cancelled");
    if (how !== "came" && how !== "missed")
      throw new InboxFailure("unreadable");
    present(await calls.say(id, how, { by, seen }));
    return how;
  }

  /**
   * Books a call at a time of the agency's
   * choice, even outside its working hours.
   */
  async function bookCall(
    { id, seen, by, fields }: PostedForm,
    startsAt: string,
  ): Promise<DeedName> {
    const { bookings, wish } = present(await readLead(store, id));
    const phone = cleanLine(fields.get(CALL_NUMBER.input) ?? "");
    const isRequired = place.kind === "phone";
    if ((phone !== "" || isRequired) && !isCallNumber(phone)) return "number";
    const lastZone = bookings.at(-1)?.zone ?? wish?.zone ?? timeZone;
    const isWished = wish?.at === startsAt;
    const zone = isWished ? wish.zone : nameOfZone(lastZone);
    const wanted = { seen, by, phone, zone };
    return deedOf(await calls.book(startsAt, id, wanted), "booked");
  }

  return {
    async [INBOX_FIELDS.callChange](form, how) {
      const what = await changeCall(form, how);
      const isDone = what === "booked" || what === "moved";
      const typed = isDone ? undefined : Object.fromEntries(form.fields);
      const isRefused = how === "book" && !isDone;
      return { what, back: ownPage(form, isRefused ? "book" : "call"), typed };
    },
  };
}

const callOf = ({ fields }: PostedForm) =>
  present(parseUuid(fields.get(INBOX_FIELDS.call) ?? ""));

/** @throws {InboxFailure} if unreadable @returns undefined for no time */
function timeTyped(fields: PostedForm["fields"], timeZone: string) {
  const [other, open] = [fields.get("otherTime"), fields.get("startsAt")];
  // A refused form still has the typed time, so
  // an open time that was picked since is meant.
  const isOld = open && other === fields.get("refusedTime");
  const typed = isOld ? open : other || open;
  if (!typed) return undefined;
  const startsAt = typedInstant(typed, timeZone);
  if (startsAt === undefined) throw new InboxFailure("unreadable");
  return startsAt;
}

function deedOf(
  { kind }: BookResult | ChangeResult,
  success: DeedName,
): DeedName {
  if (kind === "missing") throw new InboxFailure("missing");
  return kind === "changed" ? success : kind;
}

export const routes: Room = (app, parts) => {
  const { store, timeZone, now, feedFor } = parts;
  async function show(reply: FastifyReply, typed?: CallsProps["typed"]) {
    const calls = await readCalls(store, {
      since: isoTime(now() - LISTED_AFTER_END_MS),
    });
    const closed = await readClosedTimes(store, { since: isoTime(now()) });
    const isOpenDay = (day: string) => {
      const { startsAt = "", endsAt = "" } = instantsOf(wholeDay(day));
      return !closed.some(
        (time) => time.startsAt <= startsAt && endsAt <= time.endsAt,
      );
    };
    const days = comingDays(parts).filter(isOpenDay);
    const feed = feedFor?.(reply.request.signIn?.email);
    return reply.show("CallsPage", { calls, closed, days, feed, typed });
  }

  const instantsOf = ({ from, to }: { from: string; to: string }) => ({
    startsAt: typedInstant(from, timeZone),
    endsAt: typedInstant(to, timeZone),
  });

  app.get(INBOX.calls, async (_request, reply) => show(reply));

  postForm(app, INBOX.closeTime, async ({ fields, reply }) => {
    const { day = "", from = "", to = "" } = Object.fromEntries(fields);
    const typed = isDay(day) ? wholeDay(day) : { from, to };
    const { startsAt, endsAt } = instantsOf(typed);
    if (endsAt !== undefined && endsAt <= isoTime(now()))
      return { what: "past", back: CLOSED_TIMES_PATH };
    // A beginning before 1970 is a mistyped year.
    if (!startsAt || !endsAt || startsAt >= endsAt || startsAt < isoTime(0))
      return show(reply.code(400), typed);
    await closeTime(store, { id: randomUUID(), startsAt, endsAt });
    return { what: "closed", back: CLOSED_TIMES_PATH };
  });

  postForm(app, INBOX.openTime(":id"), async ({ id }) => {
    await deleteClosedTime(store, id);
    return { what: "opened", back: CLOSED_TIMES_PATH };
  });
};
