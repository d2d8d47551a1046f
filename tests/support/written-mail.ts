/**
 * Keeps mails in memory as nodemailer sends
 * them, and parses them as a mail program does.
 */

import MailComposer from "nodemailer/lib/mail-composer";
import PostalMime, { type Email } from "postal-mime";
import { expect } from "vitest";
import { writeLetter } from "../../server/calls/letters.ts";
import {
  sendMail,
  type MailMessage,
  type MailTransport,
} from "../../server/deliveries/mail/compose.ts";
import type { Outgoing } from "../../server/deliveries/outbox-rows.ts";
import type { MailSettings } from "../../server/deliveries/settings.ts";
import { NEVER_SAID } from "./html-page.ts";
import { mailSettings, outgoing } from "./outgoing.ts";

/**
 * A transport that keeps mails in order.
 * Another attempt of a mail replaces the first.
 */
export function mailKeeper(): MailTransport & {
  mails: () => Promise<Email[]>;
} {
  const kept = new Map<string, MailMessage>();
  return {
    deliver(message, fileName) {
      kept.set(fileName, message);
      return Promise.resolve({ kind: "written" });
    },
    close: () => Promise.resolve(),
    mails: () =>
      Promise.all(
        Array.from(kept.values(), async (message) => {
          const composer = new MailComposer({ ...message, newline: "win" });
          const mail = await PostalMime.parse(await composer.compile().build());
          expect(`${mail.subject}${mail.text}`).not.toMatch(NEVER_SAID);
          return mail;
        }),
      ),
  };
}

export async function written(
  changes: Partial<Outgoing>,
  settings: Partial<MailSettings> = {},
) {
  const keeper = mailKeeper();
  const result = await sendMail(
    outgoing(changes),
    mailSettings(settings),
    keeper,
    writeLetter,
  );
  expect(result).toEqual({ kind: "written" });
  return firstMail(keeper);
}

/** @throws when no mail was kept */
export async function firstMail({
  mails,
}: Pick<ReturnType<typeof mailKeeper>, "mails">) {
  const [mail] = await mails();
  if (!mail) throw new Error("No mail was kept.");
  return mail;
}
