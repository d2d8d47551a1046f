/** Mails to the team that bypass the outbox. `team-notices.ts` retries its mails to all members. */
import type { CalendarState } from "../../../contract/call/booking.ts";
import { fillIn } from "../../../contract/content/fill-in.ts";
import type { MailSettings } from "../../deliveries/settings.ts";
import { links, paragraph, type Body } from "../../deliveries/mail/body.ts";
import type { MailTransport } from "../../deliveries/mail/compose.ts";
import type { Team } from "../../leads/team.ts";
import { ifAvailable } from "../../store/unavailable.ts";
import { listPath } from "../list/list-query.ts";
import type { readStorm } from "./counts.ts";
import { createDayMails } from "./day-mails.ts";
import { createTeamPost } from "./team-post.ts";
import { createWeekMail } from "./week-mail.ts";

type Storm = Awaited<ReturnType<typeof readStorm>>;

/** Says whom to call about what only the machine can mend. */
async function runnerLine(
  team: Pick<Team, "settings">,
  label: string | undefined,
): Promise<Body> {
  const set = await ifAvailable(team.settings(), undefined);
  const { runner = "", runnerPhone = "" } = set ?? {};
  const value = [runner, runnerPhone].filter(Boolean).join(", ");
  return label === undefined || value === ""
    ? []
    : [paragraph(`${label}: ${value}`)];
}

export function createTeamMails(
  settings: MailSettings,
  team: Pick<Team, "mailed" | "settings">,
  transport: MailTransport,
) {
  const { calendars, failed, skippedEvents, storm } = settings.content;
  const post = createTeamPost(settings, team, transport);

  const runnerIn = () => runnerLine(team, failed.runner);

  return {
    ...createDayMails(settings, post),
    ...createWeekMail(settings, post),

    /** Names unreadable calendars by their numbers in CALENDAR_URLS: the addresses are secret. */
    sendCalendars: async (
      id: string,
      failing: readonly Pick<CalendarState, "number">[],
    ) => {
      const numbers = failing.map(({ number }) => number).join(", ");
      const runner = await runnerIn();
      return post.send(id, calendars, { numbers }, () => runner);
    },

    /** Names events by their calendars and dates: titles never leave a calendar. */
    sendSkippedEvents: async (
      id: string,
      skipping: readonly Pick<CalendarState, "number" | "skipped">[],
    ) => {
      const events = skipping.map(({ number, skipped }) =>
        fillIn(skippedEvents.of, { number, dates: skipped.join(", ") }),
      );
      const runner = await runnerIn();
      const values = { events: events.join("; ") };
      return post.send(id, skippedEvents, values, () => runner);
    },

    sendFailed: async (
      id: string,
      what: "backup" | "content",
      reasons: readonly string[],
    ) => {
      const paragraphs = reasons.map((reason) => paragraph(reason));
      const body = [...paragraphs, ...(await runnerIn())];
      return post.send(id, failed, { what: failed[what] }, () => body);
    },

    sendStorm: (id: string, { since, until, leads, suspected }: Storm) => {
      const values = {
        count: leads,
        since: post.clockTime(since),
        spam: suspected,
      };
      const subject = suspected === 0 ? storm.subject : storm.withSpam;
      const itsLeads = listPath({ filter: "all", after: since, before: until });
      return post.send(id, { subject, text: storm.text }, values, () => [
        links(post.linkTo(settings.content.morning.link, itsLeads)),
      ]);
    },
  };
}
