/** Mails about calls that are held: to the visitor, who confirms one, and to the agency, once a day. */
import type { Outgoing } from "../../../../contract/delivery.ts";
import { INBOX } from "../../../../contract/routes.ts";
import { HELD_MINUTES } from "../../../../contract/limits.ts";
import { fillIn } from "../../../../contract/mail.ts";
import { confirmLink } from "../../links/signed-links.ts";
import type { MailSettings } from "../settings.ts";
import { framed, links, paragraph, type Letter } from "./body.ts";
import { shortTime, shownTime } from "../../../../contract/locale/times.ts";
import { zoneOr } from "./text.ts";

/** @throws {Error} for a delivery without a held call */
export function holdMail({ lead, event }: Outgoing, settings: MailSettings): Letter {
  const { content, site, timeZone, locale, links: signed } = settings;
  const { subject, text, without, confirm } = content.call.hold;
  const booking = event?.booking;
  if (booking?.heldUntil === undefined) throw new Error("A mail of a held call has no held call.");
  const zone = zoneOr(timeZone, booking.zone);
  const times = {
    time: shownTime(booking.startsAt, zone, locale),
    until: shortTime(booking.heldUntil, zone, locale),
  };
  const values = { brand: site.brandName, ...times };
  return {
    subject: fillIn(subject, values),
    body: framed(
      lead,
      [
        paragraph(fillIn(text, values)),
        links({ label: confirm, url: signed.url(site.siteUrl, confirmLink(booking)) }),
        paragraph(fillIn(without, values)),
      ],
      settings,
    ),
  };
}

export function holdingMail(_outgoing: Outgoing, { content: { holding }, site }: MailSettings): Letter {
  const values = { brand: site.brandName, held: String(HELD_MINUTES) };
  const url = new URL(INBOX.path, site.siteUrl).href;
  return {
    subject: fillIn(holding.subject, values),
    body: [paragraph(fillIn(holding.text, values)), links({ label: holding.link, url })],
  };
}
