/** One mail, and the two ways in which it can leave: over SMTP or into a folder. */
import type { SendResult } from "../../channel.ts";
import type { Logo } from "../../../../contract/build-manifest.ts";
import { LOGO_ID } from "./body.ts";
import type { Mailbox } from "./mailbox.ts";

export interface MailMessage {
  /** `<…@…>`; the same in every attempt. */
  messageId: string;
  from: Mailbox;
  to: readonly string[];
  replyTo: string | undefined;
  subject: string;
  text: string;
  html: string;
  /** That the HTML shows. */
  logo: Logo | null;
  date: Date;
  headers: Readonly<Record<string, string>>;
}

export interface MailTransport {
  /** @param fileName a name for the mail, the same in every attempt. */
  deliver(message: MailMessage, fileName: string): Promise<SendResult>;
  close(): Promise<void>;
}

/** As nodemailer wants it. Nothing in it can name a file or an address to read from. */
export function toNodemailer(message: MailMessage) {
  const { messageId, from, to, replyTo, subject, text, html, logo, date, headers } = message;
  return {
    messageId,
    from,
    to: to.map((address) => ({ name: "", address })),
    ...(replyTo === undefined ? {} : { replyTo: { name: "", address: replyTo } }),
    subject,
    text,
    html,
    attachments: logo ? [attached(logo)] : [],
    date,
    headers: { ...headers },
    encoding: "quoted-printable",
    xMailer: false as const,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function attached({ mimeType: contentType, data }: Logo) {
  const filename = `logo.${contentType.slice("image/".length)}`;
  const content = Buffer.from(data, "base64");
  return { cid: LOGO_ID, filename, content, contentType, contentDisposition: "inline" as const };
}
