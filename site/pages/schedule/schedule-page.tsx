import { fillIn } from "../../../contract/fill-in.ts";
import type { ReactNode } from "react";
import { BOOK_CALL, CALL_PATH, ASK_LINK_PATH } from "../../../contract/routes.ts";
import { PlainPage } from "../../components/plain-page.tsx";
import { SampleMark } from "../../components/sample-mark.tsx";
import type { PageProps, ScheduleContent } from "../../page-content.ts";
import { Button, PageLink } from "../../components/button.tsx";
import "../../styles/ticket.css";
import css from "./board.module.css";
import { Days, isGone, Soonest, Times, type BoardProps } from "./board-parts.tsx";
import { Facts, Notice } from "./ticket.tsx";
import { inZone } from "../../../contract/locale/in-zone.ts";
import { OwnCallNote, shortMoment } from "./own-call.tsx";
import { useOwnCall } from "./use-own-call.ts";
import { useBoard } from "./use-board.ts";
import { ZonePicker } from "./zone-picker.tsx";

const FEW_TIMES = 6;

export function Page({ content, schedule }: Omit<PageProps<ScheduleContent>, "form">) {
  if (schedule?.view !== "times") throw new Error("The board has no times.");
  const { schedulePage: texts, host } = content;
  const { wanted, movedFrom, token } = schedule;
  const board = useBoard(schedule);
  const ownCall = useOwnCall();
  const isNew = movedFrom === undefined;
  const heading = isNew ? texts.heading : texts.moveHeading;
  return (
    <PlainPage className={css.page}>
      <div>
        <h1 className={css.heading}>
          {wanted === undefined
            ? heading
            : fillIn(texts.taken, { time: inZone(wanted, board.zone, texts.locale).time })}
        </h1>
        {isNew && wanted === undefined && <p className={`ticket-lead ${css.lead}`}>{texts.lead}</p>}
        {isNew && wanted !== undefined && <p className="ticket-lead">{texts.takenLead}</p>}
      </div>
      <BoardTicket schedule={schedule} texts={texts} board={board}>
        {isNew && ownCall && <OwnCallNote call={{ ...ownCall, zone: board.zone }} texts={texts} />}
      </BoardTicket>
      <div className={css.side}>
        {host && (
          <p className={css.host}>
            {host.portrait && <img {...host.portrait} alt="" />}
            <span>
              {host.intro} <strong>{`${host.name}, ${host.role}`}</strong> <SampleMark sample={host.sample} />
            </span>
          </p>
        )}
        <Facts facts={texts.facts} />
        {isNew && (
          <p>
            {texts.otherwise} <a href={BOOK_CALL.path}>{texts.toForm}</a>
          </p>
        )}
        {isNew && token === undefined && (
          <p>
            <a href={ASK_LINK_PATH}>{texts.ask.offer}</a>
          </p>
        )}
      </div>
    </PlainPage>
  );
}

function BoardTicket({ schedule, texts, board, children }: BoardProps & { children: ReactNode }) {
  const { days, agencyZone, notice, movedFrom, earlier, later } = schedule;
  const { shownDay, chosen, zone, now, changeZone, linkTo } = board;
  const openCount = days.reduce((sum, { times }) => sum + times.length, 0);
  const local = inZone(shownDay.opens, zone, texts.locale);
  const place = chosen === undefined ? { day: shownDay.day } : { at: chosen };
  const soonest = <Soonest schedule={schedule} texts={texts} board={board} />;
  return (
    <div className={`ticket ${css.board}`}>
      {children}
      <Notice notice={notice} texts={texts} />
      {movedFrom !== undefined && (
        <p className={`${css.few} ${css.moved}`}>
          {fillIn(texts.movedFrom, { time: inZone(movedFrom, zone, texts.locale).moment })}
        </p>
      )}
      {openCount < FEW_TIMES && (
        <p className={css.few}>
          {openCount === 0 ? texts.noneOpen : texts.few}{" "}
          {movedFrom === undefined && <a href={BOOK_CALL.path}>{texts.toForm}</a>}
        </p>
      )}
      <div className={css.pick}>
        {isGone(schedule) && soonest}
        <div className={css.head}>
          <h2 id="days">{texts.boardHeading}</h2>
          {earlier !== undefined && <a {...linkTo({ day: earlier })}>{texts.earlier}</a>}
          {later !== undefined && <a {...linkTo({ day: later })}>{texts.later}</a>}
        </div>
        {!isGone(schedule) && soonest}
        <Days schedule={schedule} texts={texts} board={board} />
      </div>
      <div className={css.times}>
        <div className={css.head}>
          <h2 id="day" aria-live="polite">
            {local.day}
          </h2>
          <p className={css.zone}>
            <label id="zone-label" htmlFor={now && "zone"}>
              {texts.zoneLabel}
            </label>{" "}
            {now && <ZonePicker {...{ zone, agencyZone, now, texts }} setZone={changeZone} />}
            {!now && <a {...linkTo({ ...place, zones: "" })}>{local.zone}</a>}
          </p>
        </div>
        {shownDay.times.length > 0 && <Times texts={texts} board={board} />}
        {shownDay.times.length === 0 && <p className={css.stamp}>{texts.fullStamp}</p>}
      </div>
      {movedFrom !== undefined && <MoveFoot {...{ movedFrom, schedule, texts, board }} />}
    </div>
  );
}

function MoveFoot({ movedFrom, schedule, texts, board }: BoardProps & { movedFrom: string }) {
  const { chosen, zone } = board;
  const path = `${CALL_PATH}?token=${schedule.token}`;
  const before = inZone(movedFrom, zone, texts.locale);
  const after = inZone(chosen ?? movedFrom, zone, texts.locale);
  const isWeekdayClear = before.day === after.day || before.weekday !== after.weekday;
  /** `Fri 11:00 AM`; with its date where both times are on the same weekday of different weeks. */
  const short = (at: string) => {
    const { weekday, time } = inZone(at, zone, texts.locale);
    return isWeekdayClear ? `${weekday} ${time}` : shortMoment(at, zone, texts);
  };
  const moveTo = chosen && fillIn(texts.moveTo, { time: short(chosen) });
  return (
    <form className={css.foot} method="post" action={`${path}&move`}>
      <span aria-live="polite">
        {chosen === undefined && texts.choose}
        {moveTo && <Button type="submit">{moveTo}</Button>}
      </span>
      <input type="hidden" name="startsAt" value={chosen ?? ""} />
      <input type="hidden" name="zone" value={zone} />
      <PageLink look="plain" href={path}>
        {fillIn(texts.keep, { time: short(movedFrom) })}
      </PageLink>
    </form>
  );
}
