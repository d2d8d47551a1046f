/** Parts of the board: the next times for one tap, the strip of days, and the times of the one that is shown. */
import type { ComponentProps } from "react";
import type { Board, BoardDay } from "../../../contract/page.ts";
import type { ScheduleContent } from "../../page-content.ts";
import css from "./board.module.css";
import { inZone, nearDay } from "../../../contract/locale/in-zone.ts";

/** More would be a wall again; the others unfold. */
const MOST_TIMES = 16;
/** A day says how many are left from here on. */
const FEW_LEFT = 3;

type LinkProps = Pick<ComponentProps<"a">, "href" | "onClick">;

/** A link that works without a script; with one, its press shows what it names. */
export type Go = (query: Record<string, string>, next?: { day: string; chosen?: string }) => LinkProps;

interface PartProps {
  said: ScheduleContent["schedulePage"];
  zone: string;
}

interface DayProps extends PartProps {
  /** Milliseconds since 1970, once a script runs: a page is kept longer than a day is called tomorrow. */
  now: number | undefined;
}

interface TimeLinks extends PartProps {
  /** The new time of a call that is moved. */
  chosen: string | undefined;
  toTime: (startsAt: string) => LinkProps;
}

export function Soonest({
  schedule: { soonest, notice },
  said,
  zone,
  now,
  ...links
}: TimeLinks & DayProps & { schedule: Board }) {
  const isNearest = notice === "taken" || notice === "never";
  return (
    <div
      role="group"
      aria-labelledby="soonest"
      className={`${css.soonest} ${isNearest ? css.nearest : css.next}`}
    >
      <p id="soonest">{isNearest ? said.nearest : said.soonest}</p>
      {soonest.map((startsAt, index) => {
        const { weekday, number, day: name, time, zone: zoneName } = inZone(startsAt, zone, said.locale);
        const isSameDay = index > 0 && inZone(soonest[index - 1] ?? "", zone, said.locale).day === name;
        const day = nearDayOf(startsAt, { zone, said, now }) ?? `${weekday} ${number}`;
        const short = said.soonestDay.replace("{day}", day);
        return (
          <a
            key={startsAt}
            className="tag"
            rel="nofollow"
            aria-current={startsAt === links.chosen ? "true" : undefined}
            {...links.toTime(startsAt)}
          >
            <span className={isSameDay ? "hidden" : undefined}>{`${short.replace(/ /g, "\u00a0")} `}</span>
            <time dateTime={startsAt}>{time}</time>
            <span className="hidden">{`, ${zoneName}`}</span>
          </a>
        );
      })}
    </div>
  );
}

type DaysProps = DayProps & Pick<Board, "days" | "day"> & { go: Go };

/** Each with its month, which is seen where it changes. */
export function Days({ days, day, said, zone, now, go }: DaysProps) {
  const months = days.map(({ opens }) => inZone(opens, zone, said.locale).month);
  return (
    <ul aria-labelledby="days" className={css.days}>
      {days.map(({ day: name, opens, times, left }, index) => {
        const { weekday, number, date, month } = inZone(opens, zone, said.locale);
        const isNewMonth = index > 0 && months[index - 1] !== month;
        const count = left > FEW_LEFT ? "" : said.left.replace("{count}", String(left));
        const note = times.length > 0 ? count : said.full;
        const inside = (
          <>
            <span>{nearDayOf(opens, { zone, said, now }) ?? weekday}</span>{" "}
            <strong>{isNewMonth ? date : number}</strong>
            {!isNewMonth && <span className="hidden"> {month}</span>}
            {note !== "" && (
              <>
                <span className="hidden">,</span> <span>{note}</span>
              </>
            )}
          </>
        );
        return (
          <li key={name}>
            {times.length > 0 ? (
              <a aria-current={name === day ? "true" : undefined} {...go({ day: name }, { day: name })}>
                {inside}
              </a>
            ) : (
              <p>{inside}</p>
            )}
          </li>
        );
      })}
    </ul>
  );
}

const nearDayOf = (iso: string, { zone, said, now }: DayProps) =>
  now === undefined ? undefined : nearDay(iso, zone, said.locale, now);

/** Keyed by time, so a change of zone keeps the focus. */
export function Times({ shown, said, zone, chosen, toTime }: TimeLinks & { shown: BoardDay }) {
  const { opens, times } = shown;
  const heading = inZone(opens, zone, said.locale).day;
  const all = times.map((startsAt) => {
    const { day, time, named, zone: name, hour } = inZone(startsAt, zone, said.locale);
    return { startsAt, day, time, named, zone: name, part: partOf(hour) };
  });
  /** As on a day of EDT and EST. */
  const hasTwoNames = new Set(all.map((one) => one.zone)).size > 1;
  const list = (starts: typeof all) =>
    starts.flatMap(({ startsAt, day, part, time, named, zone: name }, index) => {
      const before = starts[index - 1];
      const isNew = before?.part !== part || before.day !== day;
      const words = hasTwoNames ? named : time;
      return [
        isNew && (
          <h3 key={`${zone} ${day} ${part}`}>
            {day === heading ? said.parts[part] : `${day} \u00b7 ${said.parts[part]}`}
          </h3>
        ),
        <a
          key={startsAt}
          className="tag"
          rel="nofollow"
          aria-label={`${day}, ${words}, ${name}`}
          aria-current={startsAt === chosen ? "true" : undefined}
          {...toTime(startsAt)}
        >
          <time dateTime={startsAt}>{words}</time>
        </a>,
      ];
    });
  const more = all.slice(MOST_TIMES);
  return (
    <div role="group" aria-labelledby="day" className={css.tags}>
      {list(all.slice(0, MOST_TIMES))}
      {more.length > 0 && (
        <details open={more.some(({ startsAt }) => startsAt === chosen)}>
          <summary>{said.more.replace("{count}", String(more.length))}</summary>
          <div className={css.tags}>{list(more)}</div>
        </details>
      )}
    </div>
  );
}

function partOf(hour: number): keyof PartProps["said"]["parts"] {
  return hour < 12 ? "morning" : hour < 17 ? "afternoon" : "evening";
}
