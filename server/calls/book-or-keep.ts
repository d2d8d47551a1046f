/** Books the call that a form asks for. If the booking fails, stores the lead and its wish. */
import type { Booking, StoredWish } from "../../contract/call/booking.ts";
import { VISITOR } from "../../contract/mail/delivery.ts";
import type { NoCall } from "../../contract/http/page.ts";
import { linkPath } from "../../contract/http/routes.ts";
import type { UncheckedLead } from "../../contract/lead/validation.ts";
import { readNumber } from "../deliveries/phone-number.ts";
import { callLink, offerLink } from "../deliveries/signed-links.ts";
import { zoneOr } from "../deliveries/mail/text.ts";
import { isoTime } from "../leads/days.ts";
import { replaceWish } from "../leads/insert-leads.ts";
import {
  outcomeOf,
  refusedForm,
  type FormOutcome,
} from "../leads/lead-forms.ts";
import { readLead } from "../leads/read-lead.ts";
import { isNewLead, type Arrival, type Leads } from "../leads/submit-lead.ts";
import type { Insert } from "../store/store.ts";
import {
  ifAvailable,
  orUnavailable,
  StoreUnavailable,
} from "../store/unavailable.ts";
import { isInstant, type Wish } from "./offered-times.ts";
import {
  comingCall,
  keptState,
  pageState,
  type PagesParts,
  type Picker,
} from "./page-states.ts";

type Attempt =
  | { kind: "ended"; outcome: FormOutcome; hasNewLead: boolean }
  | { kind: "no-call"; why: NoCall };

const ended = (outcome: FormOutcome, hasNewLead = false) =>
  ({ kind: "ended", outcome, hasNewLead }) as const;

export function createCallForms(
  { pages, schedule, leads, mail, limits }: PagesParts & { leads: Leads },
  pickerOf: (token: string | undefined) => Picker,
) {
  const { messages } = pages.manifest;

  const callPath = (call: Booking) => mail.links.path(callLink(call));

  const linkGone = refusedForm({
    status: 404,
    message: messages.linkGone,
    page: pageState(404, { view: "none", why: "link" }),
  });

  async function bookForNewLead(
    wish: Wish,
    fields: UncheckedLead,
    arrival: Arrival,
    ip: string,
  ) {
    const prepared = await leads.prepareLeads(
      [{ fields }],
      { kind: "content" },
      arrival,
    );
    if (prepared.kind !== "ready") return outcomeOf(prepared, messages);
    const { insert, permits } = prepared;
    const result = await tryBooking(wish, insert, ip);
    if (result.kind === "ended") {
      if (!result.hasNewLead) await permits.giveBack();
      return result.outcome;
    }
    const storedWish = parseWish(wish);
    const stored = await leads.storeLeads({ ...insert, wish: storedWish });
    if (!isNewLead(stored)) await permits.giveBack();
    if (stored.kind !== "stored") return outcomeOf(stored, messages);
    const [lead] = stored.rows;
    if (!lead) throw new Error("A stored form has no lead.");
    return keptOutcome(wish, lead.id, result.why, storedWish);
  }

  async function bookForKnownLead(wish: Wish, leadId: string, ip: string) {
    const result = await tryBooking(wish, leadId, ip);
    if (result.kind === "ended") return result.outcome;
    const storedWish = parseWish(wish);
    const now = isoTime(schedule.now());
    const replacing = schedule.store.write((query) =>
      replaceWish(query, leadId, storedWish, now),
    );
    const lead = await orUnavailable(replacing);
    if (!lead) return linkGone;
    if (lead instanceof StoreUnavailable) return outcomeOf(lead, messages);
    return keptOutcome(wish, leadId, result.why, storedWish);
  }

  async function tryBooking(
    wish: Wish,
    leadOrId: Insert | string,
    ip: string,
  ): Promise<Attempt> {
    const permit = await limits.calls(ip);
    if (permit.kind !== "granted") return { kind: "no-call", why: "limit" };
    const result = await orUnavailable(bookOpenTime(wish, leadOrId));
    if (result.kind !== "booked" || result.repeated) await permit.giveBack();
    if (result.kind === "booked")
      return ended(
        elsewhere(`${callPath(result.booking)}&booked`),
        result.stored,
      );
    if (result.kind === "key-reused")
      return ended(outcomeOf({ kind: "key-reused" }, messages));
    return result.kind === "missing"
      ? ended(linkGone)
      : { kind: "no-call", why: result.kind };
  }

  async function bookOpenTime(wish: Wish, leadOrId: Insert | string) {
    const { startsAt, zone, phone } = wish;
    const refusal = await schedule.times.refusalOf(wish);
    return (
      refusal ??
      schedule.calls.book(startsAt, leadOrId, { zone, phone, by: VISITOR })
    );
  }

  function parseWish(wish: Wish): StoredWish {
    const { timeZone } = schedule.availability;
    const at = isInstant(wish.startsAt)
      ? new Date(wish.startsAt).toISOString()
      : undefined;
    const zone = zoneOr(timeZone, wish.zone);
    const { phone, phoneTyped: typed } = readNumber(wish.phone, [
      zone,
      timeZone,
    ]);
    return { at, zone, phone, typed };
  }

  async function keptOutcome(
    wish: Wish,
    leadId: string,
    why: NoCall,
    storedWish: StoredWish,
  ) {
    // A call may exist: another request booked it, or this request did before the store failed.
    const detail = await ifAvailable(
      readLead(schedule.store, leadId),
      undefined,
    );
    const call = detail && comingCall(detail, schedule.now());
    if (call) return elsewhere(callPath(call) + newsQuery(call, wish));
    // An unreadable time can never be open, so `never` replaces any other reason.
    const reason = storedWish.at === undefined ? "never" : why;
    const token = mail.links.sign(offerLink(leadId, schedule.now()));
    const nearest =
      reason === "has-call" ? [] : await schedule.times.nearest(wish.startsAt);
    const state = keptState(
      pickerOf(token),
      reason,
      { ...detail, wish: storedWish },
      nearest,
    );
    const status = reason === "never" ? 422 : 409;
    const location = `${linkPath("schedule", token)}&kept=${reason}`;
    return refusedForm({
      status,
      message: messages.noCall,
      page: pageState(status, state),
      location,
    });
  }

  return { bookForNewLead, bookForKnownLead };
}

const elsewhere = (location: string) =>
  ({ kind: "elsewhere", location }) as const;

/** A query that tells the call's page whether the call is at the wished time. */
function newsQuery({ startsAt }: Booking, wish: Wish): string {
  if (Date.parse(startsAt) === Date.parse(wish.startsAt)) return "&booked";
  return isInstant(wish.startsAt) ? `&wanted=${wish.startsAt}` : "";
}
