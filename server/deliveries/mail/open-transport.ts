/** How mails leave: through a mail server, or into a folder without one. */
import type { ChannelSettings } from "../settings.ts";
import { createMailFolder } from "./mail-folder.ts";
import { createSmtpTransport } from "./smtp-transport.ts";

export function openTransport({ smtp, mailFolder }: Pick<ChannelSettings, "smtp" | "mailFolder">) {
  return smtp ? createSmtpTransport(smtp) : createMailFolder(mailFolder);
}
