/** The mail about the week's leads. */
import { fillIn } from "../../../contract/content/fill-in.ts";
import { INBOX } from "../../../contract/http/routes.ts";
import { WEEK_FIGURES } from "../../../contract/mail/mail.ts";
import { sourceName } from "../../../contract/lead/source.ts";
import { HOUR_MS } from "../../../contract/durations.ts";
import { shortDay, shownDuration } from "../../../contract/locale/times.ts";
import type { MailSettings } from "../../deliveries/settings.ts";
import { fields, links } from "../../deliveries/mail/body.ts";
import { oneLine } from "../../deliveries/mail/text.ts";
import type { Week } from "./counts.ts";
import type { TeamPost } from "./team-post.ts";

/** A mail is read on a phone, so these limits keep it short. Lengths are in characters. */
const MAX_SOURCES = 10;
const MAX_SOURCE_LENGTH = 40;

export function createWeekMail(settings: MailSettings, post: TeamPost) {
  const { locale, sources: names, content } = settings;
  const { week: texts } = content;

  const figuresOf = ({ medianAnswerHours: hours, ...week }: Week) => ({
    ...week,
    answer:
      hours === undefined
        ? texts?.none
        : shownDuration(hours * HOUR_MS, locale),
  });

  const sourceLine = ({ source, leads }: Week["sources"][number]) =>
    `${oneLine(sourceName(source, names), MAX_SOURCE_LENGTH)}: ${leads}`;

  return {
    /** @param from the week's first day, like `2027-03-01` */
    async sendWeek(id: string, from: string, week: Week, weekBefore: Week) {
      if (!texts) return undefined;
      const latest = figuresOf(week);
      const earlier = figuresOf(weekBefore);
      const figures = WEEK_FIGURES.map((name) => ({
        label: texts[name],
        value: fillIn(texts.figure, {
          now: String(latest[name]),
          before: String(earlier[name]),
        }),
      }));
      const sources = week.sources.slice(0, MAX_SOURCES).map(sourceLine);
      if (sources.length > 0)
        figures.push({ label: texts.sources, value: sources.join("\n") });
      const { leads, calls } = week;
      const values = { from: shortDay(from, locale), leads, calls };
      const link = links(post.linkTo(texts.link, INBOX.sources));
      return post.send(id, texts, values, () => [fields(...figures), link]);
    },
  };
}
