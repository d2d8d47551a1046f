/** Mails to the team that bypass the outbox. `team-notices.ts` retries its mails to all members. */
import type { CalendarState } from "../../../contract/call/booking.ts";
import { fillIn } from "../../../contract/content/fill-in.ts";
import type { MailSettings } from "../../deliveries/settings.ts";
import { links, paragraph } from "../../deliveries/mail/body.ts";
import type { MailTransport } from "../../deliveries/mail/compose.ts";
import { listPath } from "../list/list-query.ts";
import type { readStorm } from "./counts.ts";
import { createDayMails } from "./day-mails.ts";
import { createTeamPost } from "./team-post.ts";
import { createWeekMail } from "./week-mail.ts";

type Storm = Awaited<ReturnType<typeof readStorm>>;

export function createTeamMails(
  settings: MailSettings,
  team: () => Promise<readonly string[]>,
  transport: MailTransport,
) {
  const { calendars, failed, skippedEvents, storm } = settings.content;
  const post = createTeamPost(settings, team, transport);

  return {
    ...createDayMails(settings, post),
    ...createWeekMail(settings, post),

    /** Names unreadable calendars by their numbers in CALENDAR_URLS: the addresses are secret. */
    sendCalendars: (
      id: string,
      failing: readonly Pick<CalendarState, "number">[],
    ) =>
      post.send(id, calendars, {
        numbers: failing.map(({ number }) => number).join(", "),
      }),

    /** Names events by their calendars and dates: titles never leave a calendar. */
    sendSkippedEvents: (
      id: string,
      skipping: readonly Pick<CalendarState, "number" | "skipped">[],
    ) => {
      const events = skipping.map(({ number, skipped }) =>
        fillIn(skippedEvents.of, { number, dates: skipped.join(", ") }),
      );
      return post.send(id, skippedEvents, { events: events.join("; ") });
    },

    sendFailed: (
      id: string,
      what: "backup" | "content",
      reasons: readonly string[],
    ) => {
      const paragraphs = reasons.map((reason) => paragraph(reason));
      return post.send(id, failed, { what: failed[what] }, paragraphs);
    },

    sendStorm: (id: string, { since, until, leads, suspected }: Storm) => {
      const values = {
        count: leads,
        since: post.clockTime(since),
        spam: suspected,
      };
      const subject = suspected === 0 ? storm.subject : storm.withSpam;
      const itsLeads = listPath({ filter: "all", after: since, before: until });
      return post.send(id, { subject, text: storm.text }, values, [
        links(post.linkTo(settings.content.morning.link, itsLeads)),
      ]);
    },
  };
}
