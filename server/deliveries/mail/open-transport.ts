/** Sends mails through the mail server, or writes them into a folder if no server is set. */
import type { ChannelSettings } from "../settings.ts";
import { createMailFolder } from "./mail-folder.ts";
import { createSmtpTransport } from "./smtp-transport.ts";

export function openTransport({ smtp, mailFolder }: Pick<ChannelSettings, "smtp" | "mailFolder">) {
  return smtp ? createSmtpTransport(smtp) : createMailFolder(mailFolder);
}
