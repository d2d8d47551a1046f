/** To the team: which calendars cannot be read. They are named by their places, since their addresses are secret. */
import { fillIn } from "../../../../contract/mail.ts";
import type { SendResult } from "../../channel.ts";
import { toMessage } from "./compose.ts";
import type { MailSettings } from "./letter.ts";
import type { MailTransport } from "./mail-transport.ts";

/** @returns what mails it; `id` names the mail. */
export function createCalendarMail(
  settings: MailSettings,
  team: readonly string[],
  transport: MailTransport,
) {
  const { words, site } = settings;
  return (id: string, numbers: readonly number[]): Promise<SendResult> => {
    const values = { brand: site.brandName, numbers: numbers.join(", ") };
    const body = [{ kind: "paragraph" as const, text: fillIn(words.calendars.text, values) }];
    const letter = { subject: fillIn(words.calendars.subject, values), body };
    return transport.deliver(toMessage({ id, to: team, letter }, settings), id);
  };
}
