/** The notices to the team. A check runs each minute. */

import { randomUUID } from "node:crypto";
import { fillIn } from "../../../contract/content/fill-in.ts";
import {
  DAY_MS,
  MINUTE_MS,
  isoTime,
  timeAfter,
} from "../../../contract/durations.ts";
import { INBOX } from "../../../contract/http/routes.ts";
import { RESULTS, type Results } from "../../../contract/inbox/leads-admin.ts";
import {
  firstDayOf,
  monthName,
  shortDay,
  timeOfDay,
} from "../../../contract/locale/times.ts";
import { IS_IN_ONE_MAIL } from "../../deliveries/conditions.ts";
import {
  fields,
  furtherLinks,
  links,
  paragraph,
  type Body,
} from "../../deliveries/mail/body.ts";
import { noticeFailure } from "../../deliveries/notices.ts";
import type { SendResult } from "../../deliveries/outbox.ts";
import { clockOf, isQuiet, lastMorning } from "../../deliveries/quiet-hours.ts";
import type { MailSettings } from "../../deliveries/settings.ts";
import type { DeliveryFailing } from "../../deliveries/webhook-channel.ts";
import type { Clock } from "../../leads/days.ts";
import { sql } from "../../store/sql.ts";
import { ifAvailable } from "../../store/unavailable.ts";
import { listPath } from "../list/list-query.ts";
import {
  readMonths,
  readResults,
  type MonthResults,
} from "../sources/sources.ts";
import { mailCalendars } from "./calendar-notices.ts";
import { readStorm } from "./counts.ts";
import { mailMorning, mailReminder } from "./day-notices.ts";
import { sendNotice, type Desk } from "./send-notice.ts";

const COLLECT_STORM_MS = 10 * MINUTE_MS;

/** Mails how many leads came, if too many came to mail about each lead. */
export async function mailStorm(desk: Desk): Promise<void> {
  const { store, timeZone, locale } = desk;
  const { now, content, post } = desk;
  if (!desk.mailLeadsAtNight && isQuiet(now(), timeZone)) return;
  const time = isoTime(now());
  const collectedBy = timeAfter(time, -COLLECT_STORM_MS);
  const claim = {
    name: "storm",
    after: time,
    cause: sql`SELECT CASE WHEN min(created_at) <= ${collectedBy} THEN min(created_at) END
      FROM lead_submissions AS lead
      WHERE created_at > ${timeAfter(time, -DAY_MS)}
        AND created_at > notices.sent_at AND EXISTS (SELECT 1 FROM deliveries
          WHERE lead_id = lead.id AND kind = 'notification'
            AND ${IS_IN_ONE_MAIL})`,
    tellsOwners: true,
  };
  await sendNotice(desk, claim, async ({ about: since, owner }) => {
    const storm = await readStorm(store, since, time, owner);
    const { leads: count, own, spam } = storm;
    if (own === 0) return undefined;
    const { subject, withSpam, text } = content.storm;
    const before = timeAfter(time, 1);
    const itsLeads = listPath({ filter: "all", after: since, before });
    return {
      texts: { subject: spam === 0 ? subject : withSpam, text },
      values: { count, since: timeOfDay(since, timeZone, locale), spam },
      more: () => [links(post.linkTo(content.morning.link, itsLeads))],
    };
  });
}

/** Mails a week's figures on the next Monday. */
export async function mailWeek(desk: Desk): Promise<void> {
  const { store, timeZone, locale, now } = desk;
  const morning = clockOf(lastMorning(now(), timeZone), timeZone);
  const monday = morning.subtract({ days: morning.dayOfWeek - 1 });
  const daysSinceFirst = (8 - firstDayOf(locale)) % 7;
  const end = monday.toPlainDate().subtract({ days: daysSinceFirst });
  const weeksAgo = (weeks: number) => end.subtract({ weeks });
  const startOf = (weeks: number) =>
    isoTime(weeksAgo(weeks).toZonedDateTime(timeZone).epochMilliseconds);
  const after = isoTime(monday.epochMilliseconds);
  const claim = {
    name: "week",
    after,
    cause: sql`SELECT ${after} FROM lead_submissions WHERE created_at < ${after}
      LIMIT 1`,
  };
  await sendNotice(desk, claim, async () => {
    const texts = desk.content.week;
    if (!texts) return undefined;
    const readWeek = (weeks: number) =>
      readResults(
        store,
        { since: startOf(weeks), until: startOf(weeks - 1) },
        isoTime(now()),
      );
    const week = await readWeek(1);
    const before = await readWeek(2);
    const months = await readMonths(store, desk);
    const figures = shownResults(week).map((name) => ({
      label: texts[name],
      value: fillIn(texts.figure, { now: week[name], before: before[name] }),
    }));
    const from = shortDay(weeksAgo(1).toString(), locale);
    return {
      texts,
      values: { from, ...week },
      more: () => [
        fields(...figures),
        ...months.flatMap((month) => monthOf(desk, texts, month)),
        links(desk.post.linkTo(texts.link, INBOX.page("sources"))),
      ],
    };
  });
}

/**
 * The figure of what nobody said stands only where there is something to say.
 */
const shownResults = (results: Results) =>
  RESULTS.filter((name) => name !== "unsaid" || results.unsaid > 0);

function monthOf(
  { locale, post }: Desk,
  { month: title, ...labels }: NonNullable<MailSettings["content"]["week"]>,
  { month, results }: MonthResults,
): Body {
  const figures = shownResults(results).map((name) =>
    post.linkTo(
      `${labels[name]}: ${results[name]}`,
      listPath({ filter: name, month }),
    ),
  );
  const values = { month: monthName(month, locale) };
  return [paragraph(fillIn(title, values)), furtherLinks(...figures)];
}

/** Each mails the team if there is something to tell. */
export const TEAM_NOTICES: readonly ((desk: Desk) => Promise<void>)[] = [
  mailMorning,
  mailReminder,
  mailStorm,
  mailWeek,
  mailCalendars,
];

/**
 * Tells log and webhooks, at most hourly, that
 * mail has failed for an hour, or is dead.
 */
export async function reportFailure(
  { store, now, log }: Pick<Desk, "store" | "log"> & Pick<Clock, "now">,
  webhookUrls: readonly string[],
  sendEvent: (
    id: string,
    url: string,
    event: DeliveryFailing,
  ) => Promise<SendResult>,
): Promise<void> {
  const failing = await ifAvailable(noticeFailure(store, now()));
  if (!failing) return;
  const data = { channel: "mail" as const, ...failing };
  log.error(data, "mail is not delivered");
  const event = {
    type: "delivery.failing",
    timestamp: isoTime(now()),
    data,
  } as const;
  const id = randomUUID();
  for (const url of webhookUrls) {
    const result = await sendEvent(id, url, event);
    if ("reason" in result)
      log.error(
        { reason: result.reason },
        "a webhook was not told of failing mail",
      );
  }
}
