import { fillIn } from "../../../contract/content/fill-in.ts";
import { givenName } from "../../../contract/lead/given-name.ts";
import type { LeadRow } from "../../../contract/lead/lead.ts";
import { telUrl } from "../../../contract/lead/telephone.ts";
import type { MailSettings } from "../settings.ts";
import { paragraph, type Body, type Letter } from "./body.ts";

export interface VisitorTexts {
  /** What happened, and when the call is or was. */
  head: Body;
  subject: string;
  text: string;
  /** Whether no further mail follows. */
  isLast?: boolean;
}

/**
 * A mail to a visitor. A stranger can type any name,
 * so the mail repeats only a plain first name.
 */
export function visitorLetter(
  { name: fullName }: LeadRow,
  texts: VisitorTexts,
  values: Readonly<Record<string, string>>,
  more: Body,
  {
    content,
    site: { brandName: brand, contactPhone: phone },
    host,
  }: MailSettings,
): Letter {
  const { greeting, greetingWithoutName, reply, mistake } =
    content.confirmation;
  const name = givenName(fullName);
  const greeted =
    name === undefined ? greetingWithoutName : fillIn(greeting, { name });
  const fill = (text: string) => fillIn(text, values);
  return {
    subject: fill(texts.subject),
    body: [
      ...texts.head,
      paragraph(`${greeted}\n${fill(texts.text)}`, "lines"),
      ...more,
      {
        ...paragraph(fillIn(reply, { phone })),
        link: { label: phone, url: telUrl(phone) },
      },
      paragraph(host ? `${host.name}\n${host.role}, ${brand}` : brand, "lines"),
      ...(texts.isLast ? [] : [paragraph(mistake, "small")]),
    ],
  };
}
