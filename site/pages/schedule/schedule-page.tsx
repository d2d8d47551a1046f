/** "/schedule": a day, then a time, at every width. Without a script each day is a page of the server; with one none is loaded. */
import type { ReactNode } from "react";
import { BOOK_CALL, CALL_PATH, LINK_PATH } from "../../../contract/routes.ts";
import type { Board } from "../../../contract/page.ts";
import { PlainPage } from "../../components/plain-page.tsx";
import type { PageProps, ScheduleContent } from "../../page-content.ts";
import { Button, buttonClass } from "../../components/button.tsx";
import "../../styles/ticket.css";
import css from "./board.module.css";
import { Days, Soonest, Times } from "./board-parts.tsx";
import { Facts } from "./ticket.tsx";
import { Notice } from "./notice.tsx";
import { inZone } from "../../../contract/locale/in-zone.ts";
import { OwnCallNote, shortMoment } from "./own-call.tsx";
import { useOwnCall } from "./use-own-call.ts";
import { useBoard } from "./use-board.ts";
import { ZonePicker } from "./zone-picker.tsx";

const FEW = 6;

interface BoardProps {
  schedule: Board;
  said: ScheduleContent["schedulePage"];
  board: ReturnType<typeof useBoard>;
}

export function Page({ content, schedule }: Omit<PageProps<ScheduleContent>, "form">) {
  if (schedule?.view !== "times") throw new Error("The board has no times.");
  const { schedulePage: said, host } = content;
  const { wanted, movedFrom, token } = schedule;
  const board = useBoard(schedule);
  const [ownCall] = useOwnCall();
  const isNew = movedFrom === undefined;
  const heading = isNew ? said.heading : said.moveHeading;
  return (
    <PlainPage className={css.page}>
      <div>
        <h1 className={css.heading}>
          {wanted === undefined
            ? heading
            : said.taken.replace("{time}", inZone(wanted, board.zone, said.locale).time)}
        </h1>
        {isNew && <p className={`ticket-lead ${css.lead}`}>{said.lead}</p>}
      </div>
      <BoardTicket {...{ schedule, said, board }}>
        {isNew && ownCall && <OwnCallNote call={ownCall} texts={said} />}
      </BoardTicket>
      <div className={css.side}>
        {host && (
          <p className={css.host}>
            {host.portrait && <img {...host.portrait} alt="" />}
            <span>
              {host.intro} <strong>{`${host.name}, ${host.role}`}</strong>
            </span>
          </p>
        )}
        <Facts facts={said.facts} />
        {isNew && (
          <p>
            {said.otherwise} <a href={BOOK_CALL.path}>{said.toForm}</a>
          </p>
        )}
        {isNew && token === undefined && (
          <p>
            <a href={LINK_PATH}>{said.ask.offer}</a>
          </p>
        )}
      </div>
    </PlainPage>
  );
}

function BoardTicket({ schedule, said, board, children }: BoardProps & { children: ReactNode }) {
  const { days, agencyZone, notice, movedFrom, earlier, later } = schedule;
  const { day, chosen, zone, now, hasOwnZone, changeZone, go, toTime } = board;
  const { locale } = said;
  const open = days.reduce((sum, { times }) => sum + times.length, 0);
  const shown = days.find((one) => one.day === day) ?? days[0];
  if (!shown) throw new Error("The board has no days.");
  const isGone = notice === "taken" || notice === "never";
  const soonest = <Soonest {...{ schedule, said, zone, now, chosen, toTime }} />;
  return (
    <div className={`ticket ${css.board}`}>
      {children}
      {notice !== "taken" && <Notice {...{ notice, said }} />}
      {movedFrom !== undefined && (
        <p className={`${css.few} ${css.moved}`}>
          {said.movedFrom.replace("{time}", inZone(movedFrom, zone, locale).moment)}
        </p>
      )}
      {open < FEW && (
        <p className={css.few}>
          {open === 0 ? said.noneOpen : said.few}{" "}
          {movedFrom === undefined && <a href={BOOK_CALL.path}>{said.toForm}</a>}
        </p>
      )}
      <div className={css.pick}>
        {isGone && soonest}
        <div className={css.head}>
          <h2 id="days">{said.boardHeading}</h2>
          {earlier !== undefined && <a {...go({ day: earlier })}>{said.earlier}</a>}
          {later !== undefined && <a {...go({ day: later })}>{said.later}</a>}
        </div>
        {!isGone && soonest}
        <Days {...{ days, said, zone, now, day, go }} />
      </div>
      <div className={css.times}>
        <div className={css.head}>
          <h2 id="day" aria-live="polite">
            {inZone(shown.opens, zone, locale).day}
          </h2>
          <p className={css.zone}>
            <label id="zone-label" htmlFor={hasOwnZone ? "zone" : undefined}>
              {said.zoneLabel}
            </label>{" "}
            {hasOwnZone ? (
              <ZonePicker {...{ zone, agencyZone, said }} setZone={changeZone} />
            ) : (
              <a {...go({ ...(chosen === undefined ? { day } : { at: chosen }), zones: "" })}>
                {inZone(shown.opens, zone, locale).zone}
              </a>
            )}
          </p>
        </div>
        {shown.times.length > 0 ? (
          <Times {...{ shown, said, zone, chosen, toTime }} />
        ) : (
          <p className={css.stamp}>{said.fullStamp}</p>
        )}
      </div>
      {movedFrom !== undefined && <MoveFoot {...{ movedFrom, schedule, said, board }} />}
    </div>
  );
}

/** Moves the call to the chosen time, or keeps it: nothing here begins a second request. */
function MoveFoot({ movedFrom, schedule, said, board }: BoardProps & { movedFrom: string }) {
  const { chosen, zone } = board;
  const path = `${CALL_PATH}?token=${schedule.token}`;
  const [before, after] = [movedFrom, chosen ?? movedFrom].map((at) => inZone(at, zone, said.locale));
  const isClear = before?.day === after?.day || before?.weekday !== after?.weekday;
  /** `Fri 11:00 AM`, with its date where both are on one weekday of two weeks. */
  const short = (at: string) => {
    const { weekday, time } = inZone(at, zone, said.locale);
    return isClear ? `${weekday} ${time}` : shortMoment(at, zone, said);
  };
  return (
    <form className={css.foot} method="post" action={path}>
      <span aria-live="polite">
        {chosen === undefined ? (
          said.choose
        ) : (
          <Button type="submit">{said.moveTo.replace("{time}", short(chosen))}</Button>
        )}
      </span>
      <input type="hidden" name="startsAt" value={chosen ?? ""} />
      <input type="hidden" name="zone" value={zone} />
      <a className={buttonClass({ look: "plain" })} href={path}>
        {said.keep.replace("{time}", short(movedFrom))}
      </a>
    </form>
  );
}
