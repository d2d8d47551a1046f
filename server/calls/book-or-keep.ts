/**
 * The form that books a call. If the booking
 * fails, stores the lead and its wish.
 */

import type { FastifyInstance } from "fastify";
import {
  comingCall,
  type Availability,
  type Booking,
  type StoredWish,
} from "../../contract/call/booking.ts";
import type { Messages } from "../../contract/content/schema.ts";
import { isoTime } from "../../contract/durations.ts";
import type { NoCall, FormState } from "../../contract/http/page.ts";
import {
  linkPath,
  BOOK_CALL,
  SCHEDULE_PATH,
} from "../../contract/http/routes.ts";
import { CALL_NUMBER, isConfirmed } from "../../contract/lead/lead.ts";
import type { UncheckedLead } from "../../contract/lead/validation.ts";
import { isSameTime } from "../../contract/locale/same-time.ts";
import { VISITOR } from "../../contract/mail/delivery.ts";
import { readNumber } from "../deliveries/phone-number.ts";
import { callLink, offerLink } from "../deliveries/signed-links.ts";
import {
  outcomeOf,
  refusedForm,
  type FormOutcome,
} from "../leads/form-outcome.ts";
import { sendOutcome } from "../leads/form-response.ts";
import { replaceWish } from "../leads/insert-leads.ts";
import {
  type LeadIntake,
  MAX_READ_BYTES,
  numberProblems,
  parsePost,
  submitPost,
} from "../leads/lead-forms.ts";
import { readLead } from "../leads/read-lead.ts";
import { isNewLead, type Arrival } from "../leads/submit-lead.ts";
import type { Insert } from "../store/store.ts";
import {
  ifAvailable,
  orUnavailable,
  StoreUnavailable,
} from "../store/unavailable.ts";
import { isInstant, type Wish } from "./offered-times.ts";
import {
  formState,
  keptState,
  leadIdOf,
  pageState,
  pickerOf,
  wishOf,
  type PagesParts,
  type Picker,
} from "./page-states.ts";

/** `stored`: the lead was stored with its call. */
type Booked = FormOutcome & { stored?: boolean };

export interface BookParts extends PagesParts, LeadIntake {}

export function bookRoute(app: FastifyInstance, parts: BookParts): void {
  const { pages, schedule, limits } = parts;

  app.post(
    SCHEDULE_PATH,
    { bodyLimit: MAX_READ_BYTES },
    async (_request, reply) => {
      const post = await parsePost(parts, reply);
      const token = post.fields.get("token");
      const leadId = leadIdOf(parts, token);
      const wish = wishOf(post.fields, schedule.availability.timeZone);
      const { input } = CALL_NUMBER;
      const isRight = isConfirmed(post.fields, input);
      const problems = post.fields.has(input)
        ? numberProblems(parts, wish.phone, isRight, wish.zone)
        : [];
      const outcome = await submitPost(
        parts,
        post,
        problems,
        (fields, arrival) =>
          leadId === undefined
            ? bookForNewLead(parts, wish, fields, arrival)
            : bookForKnownLead(parts, wish, leadId, arrival.address),
      );
      const stateOf = (form: FormState, status: number) =>
        formAgain(form, status, wish, pickerOf(parts, token));
      const takeRendering =
        leadId === undefined ? limits.renderings : limits.linkHolders;
      return sendOutcome(pages, post, outcome, stateOf, takeRendering);
    },
  );
}

/**
 * The form for the wished time; without a
 * readable time, the form without a call.
 */
function formAgain(
  form: FormState,
  status: number,
  wish: Wish,
  picker: Picker,
) {
  const { startsAt } = wish;
  if (!isInstant(startsAt)) return { path: BOOK_CALL.path, status, form };
  const state = formState(startsAt, wish, picker);
  return { ...pageState(status, state), form };
}

async function bookForNewLead(
  parts: BookParts,
  wish: Wish,
  fields: UncheckedLead,
  arrival: Arrival,
): Promise<FormOutcome> {
  const { leads, pages } = parts;
  const { messages } = pages.manifest;
  const prepared = await leads.prepareLeads(
    [{ fields }],
    { kind: "content" },
    arrival,
  );
  if (prepared.kind !== "ready") return outcomeOf(prepared, messages);
  const { insert, permits } = prepared;
  const result = await tryBooking(parts, wish, insert, arrival.address);
  if (typeof result !== "string") {
    if (!result.stored) await permits.giveBack();
    return result;
  }
  const storedWish = parseWish(wish, parts.schedule.availability);
  const stored = await leads.storeLeads({ ...insert, wish: storedWish });
  if (!isNewLead(stored)) await permits.giveBack();
  if (stored.kind !== "stored") return outcomeOf(stored, messages);
  const [lead] = stored.rows;
  if (!lead) throw new Error("A stored form has no lead.");
  return keptOutcome(parts, wish, lead.id, result, storedWish);
}

async function bookForKnownLead(
  parts: BookParts,
  wish: Wish,
  leadId: string,
  ip: string,
): Promise<FormOutcome> {
  const { schedule, pages } = parts;
  const { messages } = pages.manifest;
  const result = await tryBooking(parts, wish, leadId, ip);
  if (typeof result !== "string") return result;
  const storedWish = parseWish(wish, schedule.availability);
  const now = isoTime(schedule.now());
  const replacing = schedule.store.write((query) =>
    replaceWish(query, leadId, storedWish, now),
  );
  const lead = await orUnavailable(replacing);
  if (!lead) return linkGone(messages);
  if (lead instanceof StoreUnavailable) return outcomeOf(lead, messages);
  return keptOutcome(parts, wish, leadId, result, storedWish);
}

/** @returns the answer, or why there is no call */
async function tryBooking(
  { schedule, pages, mail, limits }: PagesParts,
  wish: Wish,
  leadOrId: Insert | string,
  ip: string,
): Promise<Booked | NoCall> {
  const { messages } = pages.manifest;
  const permit = await limits.calls(ip);
  if (permit.kind !== "granted") return "limit";
  const result = await orUnavailable(bookOpenTime(schedule, wish, leadOrId));
  if (result.kind !== "booked" || result.repeated) await permit.giveBack();
  if (result.kind === "missing") return linkGone(messages);
  if (result.kind !== "booked") return result.kind;
  const { booking, stored } = result;
  const path = mail.links.path(callLink(booking));
  return { ...elsewhere(`${path}&booked`), stored };
}

async function bookOpenTime(
  { times, calls }: PagesParts["schedule"],
  wish: Wish,
  leadOrId: Insert | string,
) {
  const { startsAt, zone, phone } = wish;
  const refusal = await times.refusalOf(startsAt);
  if (refusal) return refusal;
  return calls.book(startsAt, leadOrId, { zone, phone, by: VISITOR });
}

function parseWish(wish: Wish, { timeZone }: Availability): StoredWish {
  const at = isInstant(wish.startsAt)
    ? isoTime(Date.parse(wish.startsAt))
    : undefined;
  const { zone, phone } = wish;
  const number = readNumber(phone, [zone, timeZone]);
  return { at, zone, phone: number.phone, typed: number.phoneTyped };
}

/** The lead is stored, and its call is not: shows the nearest open times. */
async function keptOutcome(
  parts: PagesParts,
  wish: Wish,
  leadId: string,
  why: NoCall,
  storedWish: StoredWish,
): Promise<FormOutcome> {
  const { schedule, pages, mail } = parts;
  // A call may exist: another request booked it,
  // or this request did before the store failed.
  const detail = await ifAvailable(readLead(schedule.store, leadId));
  const call = detail && comingCall(detail.bookings, isoTime(schedule.now()));
  if (call) {
    const path = mail.links.path(callLink(call));
    return elsewhere(path + newsQuery(call, wish));
  }
  const token = mail.links.sign(offerLink(leadId, schedule.now()));
  const state = keptState(
    pickerOf(parts, token),
    why,
    { ...detail, wish: storedWish },
    await schedule.times.nearest(wish.startsAt),
  );
  const status = why === "never" ? 422 : 409;
  return refusedForm({
    status,
    message: pages.manifest.messages.noCall,
    page: pageState(status, state),
    location: `${linkPath("schedule", token)}&kept=${why}`,
  });
}

const linkGone = ({ linkGone: message }: Messages) =>
  refusedForm({
    status: 404,
    message,
    page: pageState(404, { view: "none", why: "link" }),
  });

const elsewhere = (location: string) =>
  ({ kind: "elsewhere", location }) as const;

/**
 * A query that tells the call's page whether the call is at the wished time.
 */
function newsQuery({ startsAt }: Booking, wish: Wish): string {
  if (isSameTime(startsAt, wish.startsAt)) return "&booked";
  return isInstant(wish.startsAt) ? `&wanted=${wish.startsAt}` : "";
}
