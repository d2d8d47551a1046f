import { Fragment, type ReactNode } from "react";
import { fillIn } from "../../../contract/content/fill-in.ts";
import type { TimesBoard } from "../../../contract/http/page.ts";
import { isSameTime } from "../../../contract/locale/same-time.ts";
import type { ScheduleTexts } from "../../page-content.ts";
import { shortMoment } from "./own-call.tsx";
import { partOfDay } from "./part-of-day.ts";
import type { BoardChoice } from "./use-board.ts";
import css from "./board.module.css";

const FEW_LEFT = 3;

export type BoardProps = {
  schedule: TimesBoard;
  texts: ScheduleTexts;
  board: BoardChoice;
};

export const isWantedTimeGone = ({ wanted, notice }: TimesBoard) =>
  wanted !== undefined || notice === "never";

export function Soonest({ schedule, texts, board }: BoardProps) {
  const isNearest = isWantedTimeGone(schedule);
  const variant = isNearest ? css.nearest : css.next;
  const starts = startsOn(board, schedule.soonest);
  return (
    <div
      role="group"
      aria-labelledby="soonest"
      className={`${css.soonest} ${variant}`}
    >
      <p id="soonest">{isNearest ? texts.nearest : texts.soonest}</p>
      {starts.map(({ startsAt, weekday, number, day, time, zone }, index) => {
        const isSameDay = starts[index - 1]?.day === day;
        const near = board.nearDayOf(startsAt) ?? `${weekday} ${number}`;
        const label = fillIn(texts.soonestDay, { day: near }).replace(
          / /g,
          "\u00a0",
        );
        return (
          <TimeLink
            key={startsAt}
            startsAt={startsAt}
            board={board}
            texts={texts}
          >
            <span
              className={isSameDay ? "hidden" : undefined}
            >{`${label} `}</span>
            <time dateTime={startsAt}>{time}</time>
            <span className="hidden">{`, ${zone}`}</span>
          </TimeLink>
        );
      })}
    </div>
  );
}

export function Days({ texts, board }: Omit<BoardProps, "schedule">) {
  const { days } = board;
  return (
    <ul aria-labelledby="days" className={css.days}>
      {days.map(({ day, opens, times, left, isClosed }, index) => {
        const { weekday, number, date, month } = board.onClock(opens);
        const before = days[index - 1]?.opens ?? opens;
        const isNewMonth = board.onClock(before).month !== month;
        const count =
          left > FEW_LEFT ? "" : fillIn(texts.left, { count: left });
        const isShown = day === board.shownDay.day;
        const none = isClosed ? texts.closed : texts.full;
        const note = times.length > 0 ? count : none;
        const words = (
          <>
            <span>{board.nearDayOf(opens) ?? weekday}</span>{" "}
            <strong>{isNewMonth ? date : number}</strong>
            {!isNewMonth && <span className="hidden"> {month}</span>}
            {note !== "" && (
              <>
                <span className="hidden">,</span> <span>{note}</span>
              </>
            )}
          </>
        );
        const link = (
          <a
            aria-current={isShown || undefined}
            href={board.hrefOf({ day })}
            onClick={(event) => board.show(event, { day })}
          >
            {words}
          </a>
        );
        return <li key={day}>{times.length > 0 ? link : <p>{words}</p>}</li>;
      })}
    </ul>
  );
}

export function Times({ texts, board }: Omit<BoardProps, "schedule">) {
  const { shownDay } = board;
  const heading = board.onClock(shownDay.opens).day;
  const starts = startsOn(board, shownDay.times);
  // A day on which the clocks change, as from EDT to EST, has two zones.
  const hasTwoZones = new Set(starts.map((start) => start.zone)).size > 1;
  return (
    <div role="group" aria-labelledby="day" className={css.tags}>
      {starts.map(
        ({ startsAt, day, hour, time, named, zone: zoneName }, index) => {
          const before = starts[index - 1];
          const part = partOfDay(hour);
          const name = texts.parts[part];
          const isNewPart =
            before?.day !== day || partOfDay(before.hour) !== part;
          const words = hasTwoZones ? named : time;
          return (
            // The key is the time, so a change of zone keeps the focus.
            <Fragment key={startsAt}>
              {isNewPart && (
                <h3>{day === heading ? name : `${day} \u00b7 ${name}`}</h3>
              )}
              <TimeLink
                startsAt={startsAt}
                board={board}
                texts={texts}
                label={`${day}, ${words}, ${zoneName}`}
              >
                <time dateTime={startsAt}>{words}</time>
              </TimeLink>
            </Fragment>
          );
        },
      )}
    </div>
  );
}

type TimeLinkProps = {
  startsAt: string;
  board: BoardChoice;
  texts: ScheduleTexts;
  label?: string;
  children: ReactNode;
};

function TimeLink(props: TimeLinkProps) {
  const { startsAt, board, texts } = props;
  const { label, children } = props;
  const { ownCall, zone } = board;
  // A page that Back shows may be older than the tab's own call.
  if (ownCall && isSameTime(startsAt, ownCall.startsAt)) {
    const time = shortMoment(startsAt, zone, texts);
    const booked = fillIn(texts.own.booked, { time });
    return (
      <a className="tag" aria-label={booked} aria-current href={ownCall.path}>
        {children}
      </a>
    );
  }
  return (
    <a
      className="tag"
      rel="nofollow"
      aria-label={label}
      aria-current={startsAt === board.chosen || undefined}
      href={board.formOf(startsAt)}
      onClick={(event) => board.press(event, startsAt)}
    >
      {children}
    </a>
  );
}

const startsOn = ({ onClock }: BoardChoice, times: readonly string[]) =>
  times.map((startsAt) => ({ startsAt, ...onClock(startsAt) }));
