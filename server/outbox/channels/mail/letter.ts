/** The content of one mail, and the settings that all mails share. */
import type { WorkingHours } from "../../../../contract/booking.ts";
import type { MailColors, MailWords } from "../../../../contract/mail.ts";
import type { Logo, SiteConfig } from "../../../../contract/build-manifest.ts";
import type { FormWords } from "../../../../contract/field-words.ts";
import type { SignedLinks } from "../../links/signed-links.ts";
import type { Body } from "./body.ts";
import type { Invitation } from "./invitation.ts";
import type { Mailbox } from "../../../configuration/mail-server.ts";

export interface MailSettings {
  words: MailWords;
  form: FormWords;
  site: SiteConfig;
  logo: Logo | null;
  colors: MailColors;
  /** A page of another site; undefined: the visitor picks a time on ours. */
  schedulingUrl: string | undefined;
  from: Mailbox;
  /** Where calls are. */
  place: WorkingHours["place"];
  /** The agency's addresses: notifications go to all of them, answers to confirmations to the first. */
  notify: readonly string[];
  /** IANA name of the zone in which times are shown. */
  timeZone: string;
  links: SignedLinks;
  /** Milliseconds since 1970. */
  now: () => number;
}

export interface Letter {
  subject: string;
  body: Body;
  /** The part that mail programs put into a calendar. */
  calendar?: Invitation;
}
