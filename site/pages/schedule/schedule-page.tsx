import type { ReactNode } from "react";
import { fillIn } from "../../../contract/content/fill-in.ts";
import type { TimesBoard } from "../../../contract/http/page.ts";
import {
  BOOK_CALL,
  CALL_PATH,
  ASK_LINK_PATH,
} from "../../../contract/http/routes.ts";
import { isSameTime } from "../../../contract/locale/same-time.ts";
import { Button, PageLink } from "../../components/button.tsx";
import { HiddenInputs } from "../../components/hidden-inputs.tsx";
import { PlainPage } from "../../components/plain-page.tsx";
import "../../styles/ticket.css";
import type {
  PageProps,
  ScheduleContent,
  ScheduleTexts,
} from "../../page-content.ts";
import {
  Days,
  isWantedTimeGone,
  Soonest,
  Times,
  type BoardProps,
} from "./board-parts.tsx";
import { OwnCallNote, shortMoment } from "./own-call.tsx";
import { Facts, Host, Notice } from "./ticket.tsx";
import { useBoard } from "./use-board.ts";
import css from "./board.module.css";

const FEW_TIMES = 6;

export default function TimesPage({
  content,
  schedule,
}: Omit<PageProps<ScheduleContent>, "form">) {
  if (schedule?.view !== "times") throw new Error("The board has no times.");
  const { movedFrom } = schedule;
  if (movedFrom === undefined)
    return <PickPage schedule={schedule} content={content} />;
  return (
    <MovePage schedule={schedule} content={content} movedFrom={movedFrom} />
  );
}

type BoardPageProps = { schedule: TimesBoard; content: ScheduleContent };

function PickPage({ schedule, content }: BoardPageProps) {
  const { schedulePage: texts } = content;
  const { token, notice } = schedule;
  const board = useBoard(schedule, texts.locale);
  const parts = { schedule, texts, board };
  const { ownCall } = board;
  const isOwn = isSameTime(schedule.wanted, ownCall?.startsAt);
  const wanted = isOwn ? undefined : schedule.wanted;
  const toForm = <a href={BOOK_CALL.path}>{texts.toForm}</a>;
  return (
    <PlainPage className={css.page}>
      <div>
        <h1 className={css.heading}>
          {takenHeading(wanted, board, texts) ?? texts.heading}
        </h1>
        {wanted === undefined && (
          <p className={`ticket-lead ${css.lead}`}>{texts.lead}</p>
        )}
        {wanted !== undefined && (
          <p className="ticket-lead">{texts.takenLead}</p>
        )}
      </div>
      <div className={`ticket ${css.board}`}>
        {ownCall && (
          <OwnCallNote call={{ ...ownCall, zone: board.zone }} texts={texts} />
        )}
        <Notice notice={notice} texts={texts} />
        <Few {...parts}>{toForm}</Few>
        <DaysAndTimes {...parts} />
      </div>
      <Side content={content}>
        <Facts facts={texts.facts} />
        <p>
          {texts.otherwise} {toForm}
        </p>
        {token === undefined && (
          <p>
            <a href={ASK_LINK_PATH}>{texts.ask.offer}</a>
          </p>
        )}
      </Side>
    </PlainPage>
  );
}

function MovePage({
  schedule,
  content,
  movedFrom,
}: BoardPageProps & { movedFrom: string }) {
  const { schedulePage: texts } = content;
  const board = useBoard(schedule, texts.locale);
  const parts = { schedule, texts, board };
  const oldTime = board.onClock(movedFrom).moment;
  return (
    <PlainPage className={css.page}>
      <div>
        <h1 className={css.heading}>
          {takenHeading(schedule.wanted, board, texts) ?? texts.moveHeading}
        </h1>
        <Now time={oldTime} texts={texts} />
      </div>
      <div className={`ticket ${css.board}`}>
        <Notice notice={schedule.notice} texts={texts} />
        <Few {...parts} />
        <DaysAndTimes {...parts} />
        <MoveFoot {...parts} movedFrom={movedFrom} />
      </div>
      <Side content={content} />
    </PlainPage>
  );
}

/** The present time of the call, in large type within its sentence. */
function Now({ time, texts }: { time: string; texts: ScheduleTexts }) {
  const [before, after] = texts.movedFrom.split("{time}");
  return (
    <p className={`ticket-lead ${css.now}`}>
      {before}
      <strong>{time}</strong>
      {after}
    </p>
  );
}

const takenHeading = (
  wanted: string | undefined,
  { onClock }: BoardProps["board"],
  { taken }: ScheduleTexts,
) => wanted && fillIn(taken, { time: onClock(wanted).time });

function Few({
  schedule,
  texts,
  children,
}: Omit<BoardProps, "board"> & { children?: ReactNode }) {
  const openCount = schedule.days.reduce(
    (sum, { times }) => sum + times.length,
    0,
  );
  if (openCount >= FEW_TIMES) return null;
  return (
    <p className={css.few}>
      {openCount === 0 ? texts.noneOpen : texts.few} {children}
    </p>
  );
}

function Side({
  content,
  children,
}: {
  content: ScheduleContent;
  children?: ReactNode;
}) {
  const { host } = content;
  return (
    <div className={css.side}>
      {host && <Host {...host} />}
      {children}
    </div>
  );
}

function DaysAndTimes(parts: BoardProps) {
  const { schedule, texts, board } = parts;
  const { earlier, later } = schedule;
  const { shownDay, chosen, hrefOf, onClock } = board;
  const dayInZone = onClock(shownDay.opens);
  const soonest = <Soonest {...parts} />;
  const isOnDay = schedule.soonest.every((time) =>
    shownDay.times.includes(time),
  );
  return (
    <>
      <div className={css.pick}>
        {isWantedTimeGone(schedule) && soonest}
        <div className={css.head}>
          <h2 id="days">
            <span className="hidden">{texts.boardHeading}, </span>
            {monthsOf(board)}
          </h2>
          {earlier !== undefined && (
            <a href={hrefOf({ day: earlier })}>{texts.earlier}</a>
          )}
          {later !== undefined && (
            <a href={hrefOf({ day: later })}>{texts.later}</a>
          )}
        </div>
        <Days {...parts} />
        {!isWantedTimeGone(schedule) && !isOnDay && soonest}
      </div>
      <div className={css.times}>
        <div className={css.head}>
          <h2 id="day" aria-live="polite">
            {dayInZone.day}
          </h2>
        </div>
        {shownDay.times.length > 0 && <Times {...parts} />}
        {shownDay.times.length === 0 && (
          <p className={css.stamp}>
            {shownDay.isClosed ? texts.closedStamp : texts.fullStamp}
          </p>
        )}
        <p className={css.zone}>
          <span>{texts.zoneLabel}</span>{" "}
          <a href={hrefOf({ day: shownDay.day, at: chosen, zones: "" })}>
            {dayInZone.zone}
          </a>
        </p>
      </div>
    </>
  );
}

/** `November – December`. */
function monthsOf({ days, onClock }: BoardProps["board"]) {
  const months = days.map(({ opens }) => onClock(opens).month);
  return [...new Set(months)].join(" \u2013 ");
}

function MoveFoot({
  movedFrom,
  schedule,
  texts,
  board,
}: BoardProps & { movedFrom: string }) {
  const { chosen, zone, onClock } = board;
  const path = `${CALL_PATH}?token=${schedule.token}`;
  const oldTime = onClock(movedFrom);
  const newTime = onClock(chosen ?? movedFrom);
  const needsDate =
    oldTime.weekday === newTime.weekday && oldTime.day !== newTime.day;
  /**
   * `Fri 11:00 AM`, with the date if the times
   * are on the same weekday of different weeks.
   */
  const shortTime = (at: string) => {
    const { weekday, time } = onClock(at);
    return needsDate ? shortMoment(at, zone, texts) : `${weekday} ${time}`;
  };
  const moveLabel = chosen && fillIn(texts.moveTo, { time: shortTime(chosen) });
  return (
    <form className={css.foot} method="post" action={`${path}&move`}>
      <span aria-live="polite">
        {chosen === undefined && texts.choose}
        {moveLabel && <Button type="submit">{moveLabel}</Button>}
      </span>
      <HiddenInputs
        fields={{
          startsAt: chosen ?? "",
          zone: (chosen && board.zoneOf(chosen)) ?? zone,
        }}
      />
      <PageLink variant="plain" href={path}>
        {fillIn(texts.keep, { time: shortTime(movedFrom) })}
      </PageLink>
    </form>
  );
}
