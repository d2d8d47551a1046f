/** The mail about the week's leads. */
import { fillIn } from "../../../contract/content/fill-in.ts";
import { INBOX } from "../../../contract/http/routes.ts";
import { WEEK_FIGURES } from "../../../contract/mail/mail.ts";
import { RESULTS } from "../../../contract/inbox/leads-admin.ts";
import { monthName, shortDay } from "../../../contract/locale/times.ts";
import type { MailSettings } from "../../deliveries/settings.ts";
import {
  fields,
  furtherLinks,
  links,
  paragraph,
} from "../../deliveries/mail/body.ts";
import { listPath } from "../list/list-query.ts";
import type { MonthResults } from "../sources/sources.ts";
import type { Week } from "./counts.ts";
import type { TeamPost } from "./team-post.ts";

interface WeekReport {
  week: Week;
  weekBefore: Week;
  /** This month and the month before. */
  months: readonly MonthResults[];
}

export function createWeekMail(settings: MailSettings, post: TeamPost) {
  const { locale, content } = settings;
  const { week: texts } = content;

  const monthOf = (
    { month: title, ...labels }: NonNullable<typeof texts>,
    { month, results }: MonthResults,
  ) => {
    const shown = RESULTS.filter(
      (name) => name !== "unsaid" || results.unsaid > 0,
    );
    const figures = shown.map((name) =>
      post.linkTo(
        `${labels[name]}: ${results[name]}`,
        listPath({ filter: name, month }),
      ),
    );
    const values = { month: monthName(month, locale) };
    return [paragraph(fillIn(title, values)), furtherLinks(...figures)];
  };

  return {
    /** @param from the week's first day, like `2027-03-01` */
    async sendWeek(
      id: string,
      from: string,
      { week, weekBefore, months }: WeekReport,
    ) {
      if (!texts) return undefined;
      const figures = WEEK_FIGURES.map((name) => ({
        label: texts[name],
        value: fillIn(texts.figure, {
          now: week[name],
          before: weekBefore[name],
        }),
      }));
      const values = { from: shortDay(from, locale), ...week };
      const link = links(post.linkTo(texts.link, INBOX.sources));
      const ofMonths = months.flatMap((month) => monthOf(texts, month));
      const body = [fields(...figures), ...ofMonths, link];
      return post.send(id, texts, values, () => body);
    },
  };
}
