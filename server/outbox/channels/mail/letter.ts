/** The content of one mail, and how mails to a visitor begin and end. */
import type { LeadRow } from "../../../../contract/lead.ts";
import { fillIn } from "../../../../contract/mail.ts";
import { telephone } from "../../../../contract/telephone.ts";
import type { MailSettings } from "../settings.ts";
import { paragraph, type Body } from "./body.ts";
import type { Invitation } from "./invitation.ts";
import { safeFirstName } from "./text.ts";

export interface Letter {
  subject: string;
  body: Body;
  /** The part that mail programs put into a calendar. */
  calendar?: Invitation;
}

/** A mail to a visitor. Anybody can type anybody's name, so only a plain first one is repeated. */
export function framed(
  { name: fullName }: Pick<LeadRow, "name">,
  middle: Body,
  { content, site: { brandName: brand, contactPhone: phone }, host }: MailSettings,
): Body {
  const { greeting, greetingWithoutName, reply, mistake } = content.confirmation;
  const name = safeFirstName(fullName);
  return [
    paragraph(name === undefined ? greetingWithoutName : fillIn(greeting, { name }), { look: "heading" }),
    ...middle,
    paragraph(fillIn(reply, { phone }), { link: { label: phone, url: telephone(phone) } }),
    paragraph(host ? `${host.name}\n${host.role}, ${brand}` : brand, { look: "signature" }),
    paragraph(mistake, { look: "small" }),
  ];
}
