/** Makes mails from letters, and sends the mails of deliveries. */

import { fillIn } from "../../../contract/content/fill-in.ts";
import type { Logo } from "../../../contract/http/build-manifest.ts";
import { phoneOf } from "../../../contract/lead/lead.ts";
import { isEmailAddress } from "../../../contract/lead/validation.ts";
import { TO_VISITOR } from "../../../contract/mail/delivery.ts";
import type { MailContent } from "../../../contract/mail/mail.ts";
import type { Outgoing } from "../outbox-rows.ts";
import { refused, type SendResult } from "../outbox.ts";
import type { MailSettings } from "../settings.ts";
import { paragraph, toText, type Letter } from "./body.ts";
import { LOGO_ID, toHtml } from "./html.ts";

/** Prevents vacation notices: RFC 3834, and the header that Exchange uses. */
const HEADERS = {
  "Auto-Submitted": "auto-generated",
  "X-Auto-Response-Suppress": "All",
};

/** @param reader the address that gets the mail */
export type WriteLetter = (
  outgoing: Outgoing,
  settings: MailSettings,
  reader: string,
) => Letter;

/**
 * Sends the mail of a delivery. Refuses a
 * visitor's address that cannot receive mail.
 */
export async function sendMail(
  outgoing: Outgoing,
  settings: MailSettings,
  transport: MailTransport,
  writeLetter: WriteLetter,
): Promise<SendResult> {
  const { id, kind, target } = outgoing;
  const { lead, test, againOf } = outgoing;
  const { content, site } = settings;
  const hasAddress =
    isEmailAddress(lead.email) && phoneOf(lead.email) === undefined;
  const visitor = hasAddress ? lead.email : undefined;
  const [to, replyTo] = TO_VISITOR.includes(kind)
    ? [visitor, site.contactEmail]
    : [target, visitor];
  if (to === undefined)
    return refused("The lead has no address that can be written to.");
  const written = writeLetter(outgoing, settings, to);
  const letter = test ? marked(written, content) : written;
  const message = toMessage(
    { id, to, replyTo, letter, thread: againOf ?? lead.id },
    settings,
  );
  return transport.deliver(message, `${id}.${kind}`);
}

interface Addressed {
  /** The same in every attempt. */
  id: string;
  to: string;
  replyTo?: string | undefined;
  letter: Letter;
  /** The id of a lead. All mails about a lead form one conversation. */
  thread?: string | undefined;
}

export type MailMessage = ReturnType<typeof toMessage>;

/**
 * The mail in nodemailer's form. nodemailer reads
 * no file and no address that a mail names.
 */
export function toMessage(mail: Addressed, settings: MailSettings) {
  const { id, to, replyTo, thread } = mail;
  const { from, logo, now } = settings;
  const { subject, body, calendar } = mail.letter;
  const domain = from.address.slice(from.address.lastIndexOf("@") + 1);
  // Mail programs group mails that refer to
  // the same id. Source: RFC 5322, 3.6.4.
  const root = thread && `<${thread}@${domain}>`;
  const method = calendar?.method;
  return {
    messageId: `<${id}@${domain}>`,
    inReplyTo: root,
    references: root,
    from,
    to: [{ name: "", address: to }],
    replyTo: replyTo && { name: "", address: replyTo },
    subject,
    text: toText(body),
    html: toHtml(mail.letter, settings),
    ...(method && {
      icalEvent: { method, content: calendar.text, filename: CALL_FILE },
    }),
    attachments: [
      ...(logo ? [attached(logo)] : []),
      // Mail programs do not show a file without a
      // `method` as an invitation (RFC 6047, 2.4).
      ...(calendar && !method
        ? [
            {
              filename: CALL_FILE,
              content: calendar.text,
              contentType: "text/calendar; charset=utf-8",
              contentDisposition: "attachment" as const,
            },
          ]
        : []),
    ],
    date: new Date(now()),
    headers: { ...HEADERS },
    xMailer: false as const,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

const CALL_FILE = "call.ics";

function attached({ mimeType: contentType, data }: Logo) {
  const filename = `logo.${contentType.slice("image/".length)}`;
  const content = Buffer.from(data, "base64");
  return {
    cid: LOGO_ID,
    filename,
    content,
    contentType,
    contentDisposition: "inline" as const,
  };
}

export function marked(
  { subject, body, ...rest }: Letter,
  { test }: MailContent,
): Letter {
  return {
    ...rest,
    subject: fillIn(test.subject, { subject }),
    body: [paragraph(test.text), ...body],
  };
}

export interface MailTransport {
  /** @param fileName a name for the mail, the same in every attempt */
  deliver(message: MailMessage, fileName: string): Promise<SendResult>;
  close(): Promise<void>;
}
