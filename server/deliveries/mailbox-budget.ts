/**
 * Limits a mailbox's mails in a day, since anybody
 * can type the mailbox's address in a form.
 */

import * as v from "valibot";
import { DAY_MS, isoTime } from "../../contract/durations.ts";
import { mailboxOf } from "../../contract/lead/mailbox.ts";
import { MAILBOX_MAILS_A_DAY } from "../../contract/limits.ts";
import { VISITOR, type DeliveryKind } from "../../contract/mail/delivery.ts";
import type { Database } from "../store/database.ts";
import { flag, text, type Query, columnOf } from "../store/query.ts";
import { field, lockKey } from "../store/sql.ts";
import { ifAvailable } from "../store/unavailable.ts";
import { IS_WITHHELD } from "./conditions.ts";

interface Mail {
  id: string;
  mailbox: string;
  kind: DeliveryKind;
}

/**
 * Counts a mail to a mailbox only at its first attempt. News of a call that an
 * earlier mail was about are never held back, since the visitor would come at
 * the wrong time. The last mail that a mailbox may get in a day is kept for an
 * invitation, until the day's mails include an invitation.
 * @param at milliseconds since 1970 @returns
 * false if the mailbox may not get this mail
 */
export async function takeFromBudget(
  query: Query,
  mail: Mail,
  at: number,
): Promise<boolean> {
  // Another process that claims a mail to this
  // mailbox waits until this mail is counted.
  await query`${lockKey(`mailbox ${mail.mailbox}`)}`;
  if (!(await fitsBudget(query, mail, at))) return false;
  await countMail(query, mail, isoTime(at));
  return true;
}

async function fitsBudget(
  query: Query,
  { id, kind, mailbox }: Mail,
  at: number,
) {
  const counted =
    await query`SELECT mail.delivery_id = ${id} AS same, delivery.kind
    FROM mailbox_mails AS mail
    JOIN deliveries AS delivery ON delivery.id = mail.delivery_id
    WHERE mail.delivery_id = ${id} OR (mail.mailbox = ${mailbox}
      AND mail.counted_at > ${isoTime(at - DAY_MS)})`;
  if (counted.some(({ same }) => v.parse(flag, same))) return true;
  const hasInvitation = [kind, ...columnOf(counted, "kind")].includes(
    "invitation",
  );
  const most = hasInvitation ? MAILBOX_MAILS_A_DAY : MAILBOX_MAILS_A_DAY - 1;
  return counted.length < most || isNews(query, id);
}

/**
 * Whether a mail about a moved or canceled call
 * follows an invitation that the visitor may have.
 */
async function isNews(query: Query, id: string): Promise<boolean> {
  const earlier = await query`SELECT 1 FROM deliveries AS mail
    JOIN deliveries AS earlier ON earlier.lead_id = mail.lead_id
    WHERE mail.id = ${id} AND mail.kind = 'invitation'
      AND ${field("mail.event", "type")}
        IN ('booking.moved', 'booking.cancelled')
      AND earlier.kind = 'invitation' AND earlier.id <> mail.id
      AND (earlier.state = 'sent' OR earlier.why IN ('written', 'unconfirmed'))
    LIMIT 1`;
  return earlier.length > 0;
}

/**
 * Whether a lead's latest mail of a kind was sent, was written to a file, or
 * will be sent. Of a canceled call only its cancellation counts: after a mark
 * as spam, its visitor gets none.
 */
export async function isMailPlanned(
  db: Database,
  leadId: string,
  kind: DeliveryKind,
  now: number,
) {
  const planned = db.read(async (query) => {
    const [mail] =
      await query`SELECT mail.id, mail.state, mail.why, mail.event, lead.email,
        ${field("mail.event", "by")} AS by FROM deliveries AS mail
      JOIN lead_submissions AS lead ON lead.id = mail.lead_id
      WHERE mail.lead_id = ${leadId}
        AND mail.kind = ${kind} AND NOT (mail.event IS NOT NULL
          AND ${field("mail.event", "type")} <> 'booking.cancelled'
          AND EXISTS (SELECT 1 FROM bookings AS call
            WHERE call.lead_id = mail.lead_id
            AND call.state = 'cancelled'
            AND mail.event LIKE '%' || call.id || '%'))
      ORDER BY mail.due_at DESC, mail.id DESC LIMIT 1`;
    if (mail?.["state"] !== "due")
      return mail?.["state"] === "sent" || mail?.["why"] === "written";
    // A mail that the agency caused is not counted.
    const isByAgency = mail["event"] !== null && mail["by"] !== VISITOR;
    if (isByAgency) return true;
    const id = text(mail, "id");
    const mailbox = mailboxOf(text(mail, "email"));
    return fitsBudget(query, { id, kind, mailbox }, now);
  });
  return (await ifAvailable(planned)) ?? false;
}

/**
 * Counts a withheld mail before it is sent, because
 * `takeFromBudget` lets a counted mail pass.
 */
export async function allowWithheld(query: Query, id: string, now: string) {
  const [withheld] = await query`SELECT lead.email FROM deliveries AS delivery
    JOIN lead_submissions AS lead ON lead.id = delivery.lead_id
    WHERE delivery.id = ${id} AND ${IS_WITHHELD}`;
  if (withheld)
    await countMail(
      query,
      { id, mailbox: mailboxOf(text(withheld, "email")) },
      now,
    );
}

const countMail = (
  query: Query,
  { id, mailbox }: Pick<Mail, "id" | "mailbox">,
  now: string,
) =>
  query`INSERT INTO mailbox_mails (delivery_id, mailbox, counted_at)
    VALUES (${id}, ${mailbox}, ${now})
    ON CONFLICT DO NOTHING`;
