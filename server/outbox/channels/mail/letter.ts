/** The content of one mail, and the settings that all mails share. */
import type { WorkingHours } from "../../../../contract/booking.ts";
import { fillIn, type MailColors, type MailContent } from "../../../../contract/mail.ts";
import type { BuildManifest, Logo, SiteConfig } from "../../../../contract/build-manifest.ts";
import type { FormContent } from "../../../../contract/form-content.ts";
import type { LeadRow } from "../../../../contract/lead.ts";
import type { SignedLinks } from "../../links/signed-links.ts";
import type { Body } from "./body.ts";
import type { Invitation } from "./invitation.ts";
import type { Mailbox } from "../../../configuration/mail-server.ts";
import { safeFirstName } from "./text.ts";

export interface MailSettings {
  content: MailContent;
  form: FormContent;
  site: SiteConfig;
  logo: Logo | null;
  colors: MailColors;
  /** The person who signs mails to visitors; null: the brand alone. */
  host: BuildManifest["host"];
  /** A page of another site; undefined: the visitor picks a time on ours. */
  schedulingUrl: string | undefined;
  from: Mailbox;
  place: WorkingHours["place"];
  /** The agency's addresses: notifications go to all of them, answers to confirmations to the first. */
  notify: readonly string[];
  /** IANA name of the zone in which times are shown. */
  timeZone: string;
  links: SignedLinks;
  now: () => number;
}

export interface Letter {
  subject: string;
  body: Body;
  /** The part that mail programs put into a calendar. */
  calendar?: Invitation;
}

/** How a mail to a visitor begins and ends. Anybody can type anybody's name, so only a plain first one is repeated. */
export function frameOf({ name: fullName }: Pick<LeadRow, "name">, { content, site, host }: MailSettings) {
  const { greeting, greetingWithoutName, mistake } = content.confirmation;
  const name = safeFirstName(fullName);
  const text = name === undefined ? greetingWithoutName : fillIn(greeting, { name });
  const signature = host ? `${host.name}\n${host.role}, ${site.brandName}` : site.brandName;
  const begin: Body = [{ kind: "paragraph", look: "heading", text }];
  const end: Body = [
    { kind: "paragraph", look: "signature", text: signature },
    { kind: "paragraph", look: "small", text: mistake },
  ];
  return { begin, end };
}
