/** The budget of a mailbox: how many mails a stranger who types its address can have sent to it in a day. */
import type { DeliveryKind } from "../../contract/delivery.ts";
import { MAILBOX_MAILS_A_DAY } from "../../contract/limits.ts";
import { mailboxOf } from "../../contract/mailbox.ts";
import { latestBelievable } from "./conditions.ts";
import { flag, text, type Query } from "../store/query.ts";
import { among, lock } from "../store/sql.ts";
import * as v from "valibot";

interface Budget {
  mailbox: string;
  now: string;
  /** Earlier mails do not count. */
  countedAfter: string;
}

/**
 * Counts a mail, once for all of its attempts. The last place of the day is for an invitation while there was none, so the
 * first one is always sent.
 * @returns false when the mailbox had its mails of the day, and the agency has not sent this one by hand
 */
export async function isWithinBudget(
  query: Query,
  { id, kind }: { id: string; kind: DeliveryKind },
  { mailbox, now, countedAfter }: Budget,
): Promise<boolean> {
  // The second process that claims a mail to this mailbox waits for the first, and then sees its row.
  await query`${lock(`mailbox ${mailbox}`)}`;
  const counted = await query`SELECT mail.delivery_id = ${id} AS same, delivery.kind
    FROM mailbox_mails AS mail JOIN deliveries AS delivery ON delivery.id = mail.delivery_id
    WHERE mail.delivery_id = ${id} OR (mail.mailbox = ${mailbox} AND mail.counted_at > ${countedAfter}
      AND mail.counted_at <= ${latestBelievable(now)})`;
  if (counted.some(({ same }) => v.parse(flag, same))) return true;
  const isInvited = [kind, ...counted.map((mail) => text(mail, "kind"))].includes("invitation");
  if (counted.length >= MAILBOX_MAILS_A_DAY - (isInvited ? 0 : 1)) return false;
  await count(query, { id, mailbox, now });
  return true;
}

/** Counts the withheld ones among some deliveries, so that they are sent when they are claimed. */
export async function allowWithheld(query: Query, ids: readonly string[], now: string): Promise<void> {
  const withheld = await query`SELECT delivery.id, lead.email FROM deliveries AS delivery
    JOIN lead_submissions AS lead ON lead.id = delivery.lead_id
    WHERE delivery.id ${among(ids)} AND delivery.state = 'withheld'`;
  for (const row of withheld)
    await count(query, { id: text(row, "id"), mailbox: mailboxOf(text(row, "email")), now });
}

const count = (query: Query, { id, mailbox, now }: { id: string; mailbox: string; now: string }) =>
  query`INSERT INTO mailbox_mails (delivery_id, mailbox, counted_at) VALUES (${id}, ${mailbox}, ${now})
    ON CONFLICT DO NOTHING`;
