/** Books the call of a form. A lead whose call cannot be booked is stored with the time that it asked for. */
import type { Booking, StoredWish } from "../../contract/booking.ts";
import { dueAt } from "../../contract/delivery.ts";
import type { Messages } from "../../contract/messages.ts";
import type { NoCall, PageState } from "../../contract/page.ts";
import type { UncheckedLead } from "../../contract/validation.ts";
import type { BuiltSite } from "../http/built-site.ts";
import { outcomeOf, type FormOutcome } from "../leads/book-call-form.ts";
import type { Limits } from "../http/rate-limit.ts";
import { readNumber } from "../deliveries/phone-number.ts";
import { withCall, type PrepareLeads, type Arrival, type StoreLeads } from "../leads/submit-lead.ts";
import { callLink, offerLink } from "../deliveries/signed-links.ts";
import { zoneOr } from "../deliveries/mail/text.ts";
import type { MailSettings } from "../deliveries/settings.ts";
import type { Insert } from "../store/store.ts";
import { keptState, pageState, type Picker } from "./page-states.ts";
import { isInstant, type Booked, type Schedule, type Wish } from "./schedule.ts";

export interface BookOrKeepParts {
  site: Pick<BuiltSite, "manifest">;
  schedule: Schedule;
  leads: { prepareLeads: PrepareLeads; storeLeads: StoreLeads };
  mail: MailSettings;
  limits: Pick<Limits, "calls">;
  now: () => number;
}

export interface CallForm {
  lead: UncheckedLead;
  sent: Arrival;
  wish: Wish;
  /** The stored lead of a signed link, whose form has no other fields. */
  known: string | undefined;
  /** Whether the page only asks what became of a form that had no answer: nothing new is stored. */
  asks: boolean;
  address: string;
}

/** No store takes a wish of the year 9999 for one. Milliseconds. */
const FURTHEST_WISH_MS = 2 * 366 * 24 * 60 * 60 * 1000;

export function createBookOrKeep(parts: BookOrKeepParts, pickerOf: (token: string | undefined) => Picker) {
  const { schedule, leads, mail, limits, now } = parts;
  const { timeZone } = schedule.availability;
  const { messages } = parts.site.manifest;

  async function bookCall(
    { wish, asks, address }: CallForm,
    lead: Insert | string,
  ): Promise<Booked | { kind: "booked-before"; booking: Booking }> {
    const found = typeof lead === "string" ? lead : withCall(lead);
    const taken = asks ? undefined : await limits.calls(address);
    if (taken?.kind !== "taken") {
      const booking = await schedule.find(wish, found);
      return booking ? { kind: "booked-before", booking } : { kind: "limit" };
    }
    const booked = await schedule.book(wish, found);
    const isNew = booked.kind === "booked" && !booked.repeated;
    if (!isNew) await taken.giveBack();
    return booked;
  }

  async function storedWish({ startsAt, zone, phone }: Wish): Promise<StoredWish> {
    const isNear = isInstant(startsAt) && Math.abs(Date.parse(startsAt) - now()) < FURTHEST_WISH_MS;
    const wishedAt = isNear ? new Date(startsAt).toISOString() : undefined;
    const wishedZone = zoneOr(timeZone, zone);
    const number = await readNumber(phone, [wishedZone, timeZone]);
    return { wishedAt, wishedZone, wishedPhone: number.phone, wishedTyped: number.phoneTyped };
  }

  /** @param why the call was not booked */
  async function keep(lead: Insert | string, { wish }: CallForm, why: NoCall): Promise<FormOutcome> {
    const stored = await storedWish(wish);
    const result =
      typeof lead === "string"
        ? await schedule.keepWish(lead, stored)
        : await leads.storeLeads({ ...lead, wish: stored });
    if (result.kind === "missing") return linkGone(messages);
    if (result.kind !== "ok" && result.kind !== "stored") return outcomeOf(result, messages);
    const id = result.kind === "ok" ? result.value.id : (result.rows[0]?.id ?? "");
    const isNew = result.kind === "stored" && !result.repeated;
    // A second request of the same lead, or a store that fell silent after it had booked the call.
    const call = why === "unavailable" || why === "has-call" ? await schedule.callOf(id) : undefined;
    if (call) return { isNew: false, location: mail.links.path(callLink(call)) + beside(call, wish) };
    const reason = stored.wishedAt === undefined ? "unreadable" : why;
    const path = mail.links.path(offerLink(id, now()));
    const token = new URLSearchParams(path.slice(path.indexOf("?"))).get("token") ?? undefined;
    const nearest = reason === "has-call" ? [] : await schedule.nearest(wish.startsAt);
    const created = result.kind === "ok" ? result.value : result.rows[0];
    const answerBy = dueAt(created ?? { created_at: new Date(now()).toISOString() });
    const state = keptState(pickerOf(token), reason, { ...stored, answerBy }, nearest);
    const status = reason === "never" || reason === "unreadable" ? 422 : 409;
    return {
      isNew,
      failure: { status, message: messages.noCall },
      location: `${path}&kept=${reason}`,
      page: pageState(status, state),
    };
  }

  return async function bookOrKeep(form: CallForm): Promise<FormOutcome> {
    const prepared =
      form.known ?? (await leads.prepareLeads([{ fields: form.lead }], { kind: "content" }, form.sent));
    if (typeof prepared !== "string" && prepared.kind === "invalid") return outcomeOf(prepared, messages);
    const lead = typeof prepared === "string" ? prepared : prepared.insert;
    const result = await bookCall(form, lead);
    switch (result.kind) {
      case "booked":
      case "booked-before": {
        const isNew = result.kind === "booked" && result.stored;
        return { isNew, location: `${mail.links.path(callLink(result.booking))}&booked` };
      }
      case "key-reused":
      case "duplicate-id":
      case "refused":
        return outcomeOf(result, messages);
      case "missing":
        return linkGone(messages);
      default:
        if (form.asks) return { isNew: false, failure: { status: 409, message: messages.noCall } };
        return keep(lead, form, result.kind);
    }
  };
}

/** For the page of a call at another time than was asked for. */
const beside = ({ startsAt }: Booking, wish: Wish): string =>
  Date.parse(startsAt) === Date.parse(wish.startsAt) ? "" : `&wanted=${wish.startsAt}`;

/** The lead of the link was deleted. */
function linkGone(messages: Messages): FormOutcome {
  const page: PageState = pageState(404, { view: "none", why: "link" });
  return { isNew: false, failure: { status: 404, message: messages.linkGone }, page };
}
