import type { Booking } from "../../contract/call/booking.ts";
import {
  promisedFrom,
  TO_AGENCY,
  type LeadEvent,
} from "../../contract/mail/delivery.ts";
import type { Outgoing } from "../../server/deliveries/outbox-rows.ts";
import {
  channelSettings,
  type MailSettings,
} from "../../server/deliveries/settings.ts";
import { createSignedLinks } from "../../server/deliveries/signed-links.ts";
import { readEnv } from "../../server/settings/env.ts";
import { MANIFEST } from "./build.ts";
import { leadRow } from "./leads.ts";

export const MAILED_AT = Date.parse("2026-11-20T12:00:30.000Z");

export function bookingEvent(
  type: LeadEvent["type"] = "booking.created",
  changes: Partial<Booking> = {},
): LeadEvent {
  const [at, startsAt] = [
    "2026-11-20T12:00:00.000Z",
    "2026-11-23T15:00:00.000Z",
  ];
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

/**
 * A delivery of lead 1, which is half a minute older than {@link MAILED_AT}.
 */
export function outgoing(changes: Partial<Outgoing> = {}): Outgoing {
  const lead = changes.lead ?? leadRow(1);
  const isOfCall = ["call-reminder", "invitation", "booking", "missed"].some(
    (kind) => kind === changes.kind,
  );
  return {
    id: "01932000-0000-7000-8000-00000000d001",
    kind: "confirmation",
    target: TO_AGENCY.some((kind) => kind === changes.kind)
      ? "owner@agency.example"
      : "",
    event: isOfCall ? bookingEvent() : undefined,
    lead,
    dueAt: promisedFrom(lead.created_at),
    owner: undefined,
    test: false,
    suspected: false,
    visit: undefined,
    ...changes,
  };
}

export const LINK_SECRET = "ns_link_for-tests-only-0000";
export const LINKS = createSignedLinks(LINK_SECRET);

const env = readEnv({
  MAIL_FROM: "Nightshift <desk@mail.agency.example>",
  NOTIFY_EMAIL: "owner@agency.example",
  TIME_ZONE: "America/New_York",
});
const secrets = { linkSecret: LINK_SECRET, webhookSecrets: [] };

export function mailSettings({
  timeZone = env.outbox.timeZone,
  now = () => MAILED_AT,
  ...changes
}: Partial<MailSettings> = {}): MailSettings {
  const outbox = { ...env.outbox, timeZone };
  const { mail } = channelSettings({ ...env, outbox }, MANIFEST, secrets, now);
  return { ...mail, place: { kind: "phone" }, ...changes };
}
