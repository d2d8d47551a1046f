/** Parts of the board: the next times for one tap, the strip of days, and the times of the one that is shown. */
import type { ComponentProps } from "react";
import type { Board, BoardDay } from "../../../contract/page.ts";
import type { ScheduleContent } from "../../page-content.ts";
import css from "./board.module.css";
import { inZone } from "../../../contract/locale/in-zone.ts";

/** More would be a wall again; the others unfold. */
const MOST_TIMES = 16;

/** A link that works without a script; with one, its press chooses what it names. */
export type Go = (
  query: Record<string, string>,
  picked?: { day: string; at?: string },
) => Pick<ComponentProps<"a">, "href" | "onClick">;

interface PartProps {
  said: ScheduleContent["schedulePage"];
  zone: string;
  go: Go;
}

type SoonestProps = PartProps & {
  schedule: Board;
  at: string | undefined;
  dayOf: (time: string) => string | undefined;
};

export function Soonest({ schedule: { soonest, notice }, said, zone, at, go, dayOf }: SoonestProps) {
  return (
    <div role="group" aria-labelledby="soonest" className={css.soonest}>
      <p id="soonest">{notice === "taken" ? said.nearest : said.soonest}</p>
      {soonest.map((startsAt, index) => {
        const day = dayOf(startsAt);
        const { weekday, number, day: name, time } = inZone(startsAt, zone, said.locale);
        const isSameDay = index > 0 && inZone(soonest[index - 1] ?? "", zone, said.locale).day === name;
        const short = said.soonestDay.replace("{weekday}", weekday).replace("{number}", number);
        return (
          <a
            key={startsAt}
            className="tag"
            aria-current={startsAt === at ? "true" : undefined}
            {...go({ pick: startsAt }, day === undefined ? undefined : { day, at: startsAt })}
          >
            <span className={isSameDay ? "hidden" : undefined}>{`${short.replace(/ /g, "\u00a0")} `}</span>
            <span>{time}</span>
          </a>
        );
      })}
    </div>
  );
}

export function Days({ days, day, said, zone, go }: PartProps & Pick<Board, "days" | "day">) {
  return (
    <ul aria-labelledby="days" className={css.days}>
      {days.map(({ day: name, opens, times }) => {
        const { weekday, number } = inZone(opens, zone, said.locale);
        const inside = (
          <>
            <span>{weekday}</span> <strong>{number}</strong>
            <span className="hidden">,</span>{" "}
            <span>{times.length > 0 ? said.open.replace("{count}", String(times.length)) : said.full}</span>
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

type TimesProps = Omit<PartProps, "go"> & {
  shown: BoardDay;
  at: string | undefined;
  choose: (startsAt: string) => void;
};

/** A time keeps its element when the zone changes, and so its focus: only the headings between the times are others then. */
export function Times({ shown: { opens, times }, said, zone, at, choose }: TimesProps) {
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
        <label key={startsAt} className="tag">
          <input
            type="radio"
            name="at"
            required
            value={startsAt}
            aria-label={`${day}, ${words}, ${name}`}
            checked={startsAt === at}
            onChange={() => choose(startsAt)}
          />
          <time dateTime={startsAt}>{words}</time>
        </label>,
      ];
    });
  const more = all.slice(MOST_TIMES);
  return (
    <fieldset aria-labelledby="day" className={css.tags}>
      {list(all.slice(0, MOST_TIMES))}
      {more.length > 0 && (
        <details open={more.some(({ startsAt }) => startsAt === at)}>
          <summary>{said.more.replace("{count}", String(more.length))}</summary>
          <div className={css.tags}>{list(more)}</div>
        </details>
      )}
    </fieldset>
  );
}

function partOf(hour: number): keyof PartProps["said"]["parts"] {
  return hour < 12 ? "morning" : hour < 17 ? "afternoon" : "evening";
}
