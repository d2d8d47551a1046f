/** Deliveries and the settings of the channels, for tests. */
import type { Outgoing } from "../../contract/delivery.ts";
import type { MailSettings } from "../../server/outbox/channels/mail/letter.ts";
import { dueAt } from "../../contract/response-promise.ts";
import { createSignedLinks } from "../../server/outbox/links/signed-links.ts";
import { MAIL_WORDS } from "./build.ts";
import { leadRow, FORM } from "./leads.ts";

export const NOW = Date.parse("2026-11-20T12:00:30.000Z");

/** A delivery of lead 1, which came half a minute before {@link NOW}. */
export function outgoing(changes: Partial<Outgoing> = {}): Outgoing {
  const lead = changes.lead ?? leadRow(1);
  return {
    id: "01932000-0000-7000-8000-00000000d001",
    kind: "confirmation",
    target: "",
    event: undefined,
    lead,
    dueAt: dueAt(lead),
    test: false,
    visit: undefined,
    ...changes,
  };
}

export const LINKS = createSignedLinks("a link secret of the tests");

export function mailSettings(changes: Partial<MailSettings> = {}): MailSettings {
  return {
    words: MAIL_WORDS,
    form: FORM,
    site: {
      siteUrl: "https://agency.example",
      brandName: "Nightshift",
      contactEmail: "hello@agency.example",
      contactPhone: "+1 555 0100",
      schedulingUrl: "https://calendar.example/call",
    },
    logo: null,
    schedulingUrl: "https://calendar.example/call",
    from: { name: "Nightshift", address: "desk@mail.agency.example" },
    notify: ["owner@agency.example"],
    timeZone: "America/New_York",
    links: LINKS,
    now: () => NOW,
    ...changes,
  };
}
