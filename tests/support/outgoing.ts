/** Deliveries and the settings of the channels, for tests. */
import type { Booking } from "../../contract/booking.ts";
import { dueAt } from "../../contract/delivery.ts";
import type { LeadEvent, Outgoing } from "../../contract/delivery.ts";
import type { MailSettings } from "../../server/deliveries/settings.ts";
import { createSignedLinks } from "../../server/deliveries/signed-links.ts";
import { content } from "../content.ts";
import { AGENCY, LOCALE } from "./build.ts";
import { leadRow, FORM } from "./leads.ts";

export const MAILED_AT = Date.parse("2026-11-20T12:00:30.000Z");

/** The booking of lead 1's call. */
export function bookingEvent(
  type: LeadEvent["type"] = "booking.created",
  changes: Partial<Booking> = {},
): LeadEvent {
  const [at, startsAt] = ["2026-11-20T12:00:00.000Z", "2026-11-23T15:00:00.000Z"];
  const booking: Booking = {
    id: "01932000-0000-7000-8000-00000000b001",
    leadId: leadRow(1).id,
    startsAt,
    endsAt: "2026-11-23T15:20:00.000Z",
    blockedUntil: "2026-11-23T15:30:00.000Z",
    state: type === "booking.cancelled" ? "cancelled" : "booked",
    sequence: 0,
    zone: "Europe/London",
    phone: "+442079460958",
    phoneTyped: "+44 20 7946 0958",
    createdAt: at,
    updatedAt: at,
    ...changes,
  };
  return { type, at, booking };
}

/** A delivery of lead 1, which came half a minute before {@link MAILED_AT}. */
export function outgoing(changes: Partial<Outgoing> = {}): Outgoing {
  const lead = changes.lead ?? leadRow(1);
  const isOfCall = ["call-reminder", "invitation", "booking", "missed"].some((kind) => kind === changes.kind);
  return {
    id: "01932000-0000-7000-8000-00000000d001",
    kind: "confirmation",
    target: "",
    event: isOfCall ? bookingEvent() : undefined,
    lead,
    dueAt: dueAt(lead),
    test: false,
    suspected: false,
    visit: undefined,
    ...changes,
  };
}

export const LINK_SECRET = "ns_link_for-tests-only-0000";
export const LINKS = createSignedLinks(LINK_SECRET);

export function mailSettings(changes: Partial<MailSettings> = {}): MailSettings {
  return {
    content: content.mail,
    locale: LOCALE,
    sources: content.leadContent.sources,
    form: FORM,
    site: AGENCY,
    logo: null,
    colors: content.colors,
    host: null,
    ready: "Have ready: your questions.",
    schedulingUrl: "https://calendar.example/call",
    place: { kind: "phone" },
    changeNoticeHours: 0,
    from: { name: "Nightshift", address: "desk@mail.agency.example" },
    notify: ["owner@agency.example"],
    timeZone: "America/New_York",
    links: LINKS,
    now: () => MAILED_AT,
    ...changes,
  };
}
