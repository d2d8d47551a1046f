/** The two ways in which a mail can leave: over SMTP or into a folder. */
import type { SendResult } from "../../channel.ts";
import type { MailMessage } from "./compose.ts";

export interface MailTransport {
  /** @param fileName a name for the mail, the same in every attempt. */
  deliver(message: MailMessage, fileName: string): Promise<SendResult>;
  close(): Promise<void>;
}
