/** "/schedule": open times as columns of days, on a phone one at a time. A script adds the visitor's zone and the choice. */
import { Fragment, startTransition, Suspense, useEffect, useRef, useState, type SyntheticEvent } from "react";
import { BOOK_CALL, LINK_PATH } from "../../../contract/routes.ts";
import type { Board } from "../../../contract/page.ts";
import { PlainPage } from "../../components/plain-page.tsx";
import type { PageProps, ScheduleContent } from "../../page-content.ts";
import { Button } from "../../components/button.tsx";
import "../../styles/ticket.css";
import css from "./board.module.css";
import { boardPath, Facts, pathOf } from "./ticket.tsx";
import { inZone, oursIn, ownZone } from "./times.ts";

const FEW = 6;

interface BoardProps {
  schedule: Board;
  said: ScheduleContent["schedulePage"];
}

export function Page({ content, schedule }: Omit<PageProps<ScheduleContent>, "form">) {
  if (schedule?.view !== "times") throw new Error("The board has no times.");
  const { schedulePage: said } = content;
  const isNew = schedule.movedFrom === undefined;
  return (
    <PlainPage className={css.page}>
      <h1 className="ticket-heading">{isNew ? said.heading : said.moveHeading}</h1>
      {isNew && (
        <>
          <p className={`ticket-lead ${css.lead}`}>{said.lead}</p>
          <Facts facts={said.facts} />
        </>
      )}
      {/* A boundary hydrates in slices: with all its times the board would hold the page up. */}
      <Suspense>
        <TimesForm {...{ schedule, said }} />
      </Suspense>
    </PlainPage>
  );
}

function TimesForm({ schedule, said }: BoardProps) {
  const { times, agencyZone, notice, movedFrom, earlier, later, token } = schedule;
  const form = useRef<HTMLFormElement>(null);
  const isFew = times.length < FEW;
  const [known, setKnown] = useState<string>();
  const isReady = known !== undefined;
  const zone = known ?? schedule.zone;
  // Before a script found the zone, only one that the address named is kept.
  const kept = known ?? (zone === agencyZone ? undefined : zone);
  const daysFrom = (from: string) => boardPath(schedule, { from, ...(kept !== undefined && { zone: kept }) });
  /** `at`: the chosen time, none at first; `day`: the one that a phone shows, by one of its times. */
  const [picked, setPicked] = useState<Picked>({ day: times[0] ?? "" });
  const { at = picked.day } = picked;
  const isChosen = isReady && picked.at !== undefined;
  const shown = inZone(at, zone);
  const ours = oursIn(at, agencyZone, zone, said.ours);

  useEffect(() => {
    // Picked before the script came, or restored by the browser.
    const checked = Array.from(form.current?.querySelectorAll<HTMLInputElement>("input:checked") ?? []);
    // A time of a day that is not shown was dropped with that day.
    const time = checked.find(({ name, offsetParent }) => name === "at" && offsetParent !== null);
    const day = time ?? checked.find(({ name }) => name === "day");
    const isGiven = new URLSearchParams(location.search).has("zone");
    // Together: the days of another zone are new elements, and would forget a choice that comes later.
    startTransition(() => {
      setPicked((first) => ({ at: time?.value, day: day?.value ?? first.day }));
      setKnown(isGiven ? schedule.zone : ownZone(agencyZone));
    });
  }, [agencyZone, schedule.zone]);

  /** Back and a reload show the same zone. */
  function changeZone(chosenZone: string): void {
    setKnown(chosenZone);
    const query = new URLSearchParams(location.search);
    query.set("zone", chosenZone);
    history.replaceState(history.state, "", `?${query}`);
  }

  /** The button says "Choose a time" then, and leads to the times. */
  function check(event: SyntheticEvent<HTMLFormElement>): void {
    if (!isReady || isChosen) return;
    event.preventDefault();
    const inputs = event.currentTarget.querySelectorAll<HTMLInputElement>("[name=at]");
    const first = Array.from(inputs).find(({ offsetParent }) => offsetParent !== null);
    first?.focus();
  }

  return (
    <form ref={form} className={`ticket ${css.board}`} action={pathOf(schedule)} onSubmit={check}>
      {notice && (
        <p role="alert" className={css.notice}>
          {said.notices[notice]}
        </p>
      )}
      <div className={`ticket-head ${css.head}`}>
        <h2>{said.boardHeading}</h2>
        <p className={css.zone}>
          <label htmlFor={isReady ? "zone" : undefined}>{said.zoneLabel}</label>{" "}
          {isReady ? (
            <ZoneSelect {...{ zone, agencyZone }} setZone={changeZone} at={at} />
          ) : (
            <strong>{shown.zoneName}</strong>
          )}
        </p>
      </div>
      {movedFrom !== undefined && (
        <p className={css.few}>{said.movedFrom.replace("{time}", inZone(movedFrom, zone).moment)}</p>
      )}
      {isFew && (
        <p className={css.few}>
          {said.few} <a href={BOOK_CALL.path}>{said.toForm}</a>
        </p>
      )}
      {/* Sent alone, it tells the server that no time was chosen. */}
      {!isReady && <input type="hidden" name="at" value="" />}
      {/* Other days are other elements, so that none of them moves. */}
      <Days key={zone} {...{ schedule, said, zone, picked, setPicked }} />
      <div className={css.turn}>
        {earlier !== undefined && <a href={daysFrom(earlier)}>{said.earlier}</a>}
        {later !== undefined && <a href={daysFrom(later)}>{said.later}</a>}
        {!isFew && (
          <p>
            {said.otherwise} <a href={BOOK_CALL.path}>{said.toForm}</a>
          </p>
        )}
        {token === undefined && movedFrom === undefined && (
          <p>
            <a href={LINK_PATH}>{said.ask.offer}</a>
          </p>
        )}
      </div>
      <input type="hidden" name="zone" value={zone} />
      {token !== undefined && <input type="hidden" name="token" value={token} />}
      <div className={css.foot}>
        <p className={css.chosen}>
          {isChosen ? (
            <>
              <strong>
                {/* One text: a translator replaces each, and React would change the one that is gone. */}
                <span>{`${shown.weekday}, ${shown.date},`}</span> <span>{shown.time}</span>
              </strong>
              {ours && <span>{ours}</span>}
            </>
          ) : (
            <span>{said.hint}</span>
          )}
        </p>
        <Button type="submit">{isReady && !isChosen ? said.choose : said.take}</Button>
      </div>
    </form>
  );
}

interface Picked {
  at?: string | undefined;
  day: string;
}

type DaysProps = BoardProps & { zone: string; picked: Picked; setPicked: (picked: Picked) => void };

function Days({ schedule, said, zone, picked, setPicked }: DaysProps) {
  return (
    <div className={css.days}>
      {daysOf(schedule, zone).map(({ day, weekday, date, starts, isFull, hasTwoNames }, index) => (
        <Fragment key={day}>
          {/* Outside of any form: the chosen day is not sent. */}
          <input
            className={css.pick}
            type="radio"
            name="day"
            form=""
            id={`day-${index}`}
            value={starts[0]}
            aria-label={day}
            checked={starts.includes(picked.day)}
            onChange={({ target }) => setPicked({ day: target.value })}
          />
          <label
            className={isFull ? `${css.tab} ${css.full}` : css.tab}
            htmlFor={`day-${index}`}
            aria-hidden="true"
          >
            {weekday} <strong>{date.split(/\s/)[1]}</strong>
          </label>
          <div className={css.day}>
            <h3>
              {weekday} <span>{date}</span>
            </h3>
            {isFull ? (
              <p className="tag-off">{said.full}</p>
            ) : (
              <div className="tags">
                {starts.map((startsAt) => {
                  const at = inZone(startsAt, zone);
                  const time = hasTwoNames ? at.named : at.time;
                  return schedule.taken.includes(startsAt) ? (
                    <p key={startsAt} className="tag-off">
                      {time} <span className="hidden">{said.taken}</span>
                    </p>
                  ) : (
                    <label key={startsAt} className="tag">
                      <input
                        type="radio"
                        name="at"
                        value={startsAt}
                        aria-label={`${day}, ${time}, ${at.zoneName}`}
                        checked={startsAt === picked.at}
                        onChange={() => setPicked({ at: startsAt, day: startsAt })}
                      />
                      <time dateTime={startsAt}>{time}</time>
                    </label>
                  );
                })}
              </div>
            )}
          </div>
        </Fragment>
      ))}
    </div>
  );
}

/** The days of a zone, each with all of its starts in order. */
function daysOf({ times, taken }: Board, zone: string) {
  const days = new Map<string, string[]>();
  // oxlint-disable-next-line unicorn/no-array-sort -- of a copy; toSorted is younger than browsers that send the form
  for (const startsAt of [...times, ...taken].sort()) {
    const { day } = inZone(startsAt, zone);
    days.set(day, [...(days.get(day) ?? []), startsAt]);
  }
  return Array.from(days, ([day, starts]) => {
    const [first = "", last = first] = [starts[0], starts[starts.length - 1]];
    const { weekday, date, zoneName } = inZone(first, zone);
    const isFull = starts.every((startsAt) => taken.includes(startsAt));
    /** As on a day of EDT and EST. */
    const hasTwoNames = inZone(last, zone).zoneName !== zoneName;
    return { day, weekday, date, starts, isFull, hasTwoNames };
  });
}

type ZoneSelectProps = Record<"zone" | "agencyZone" | "at", string> & { setZone: (zone: string) => void };

/** All zones that the browser knows, because a visitor may be traveling. */
function ZoneSelect({ zone, agencyZone, setZone, at }: ZoneSelectProps) {
  const list: ((key: "timeZone") => string[]) | undefined = Reflect.get(Intl, "supportedValuesOf");
  return (
    <select id="zone" value={zone} onChange={({ target }) => setZone(target.value)}>
      {Array.from(new Set([zone, agencyZone, ...(list?.("timeZone") ?? [])]), (name) => (
        <option key={name} value={name}>
          {name === zone || name === agencyZone ? inZone(at, name).zoneName : name.replace(/_/g, " ")}
        </option>
      ))}
    </select>
  );
}
