/** "/schedule": open times as columns of days, on a phone one at a time. A script adds the visitor's zone and the choice. */
import { Fragment, startTransition, Suspense, useEffect, useRef, useState, type ChangeEvent } from "react";
import { BOOK_CALL, SCHEDULE_PATH } from "../../../contract/routes.ts";
import type { ScheduleState } from "../../../contract/page.ts";
import { PlainPage } from "../../components/plain-page.tsx";
import type { ScheduleContent } from "../../page-content.ts";
import { Button } from "../../components/button.tsx";
import "../../styles/ticket.css";
import css from "./board.module.css";
import { dateIn, dayIn, momentIn, oursIn, ownZone, timeIn, weekdayIn, zoneNameIn } from "./times.ts";

const FEW = 6;

interface BoardProps {
  schedule: Extract<ScheduleState, { view: "times" }>;
  content: ScheduleContent;
}

type SchedulePageProps = Pick<BoardProps, "content"> & { schedule?: ScheduleState | undefined };

export function SchedulePage({ content, schedule }: SchedulePageProps) {
  if (schedule?.view !== "times") throw new Error("The board has no times.");
  const { path } = schedule;
  const { schedulePage: said } = content;
  return (
    <PlainPage className={css.page}>
      <h1 className="ticket-heading">{path === SCHEDULE_PATH ? said.heading : said.moveHeading}</h1>
      {path === SCHEDULE_PATH && (
        <>
          <p className={`ticket-lead ${css.lead}`}>{said.lead}</p>
          <ul className="ticket-facts">
            {said.facts.map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
          </ul>
        </>
      )}
      {/* A boundary hydrates in slices: with all its times the board would hold the page up. */}
      <Suspense>
        <Board {...{ schedule, content }} />
      </Suspense>
    </PlainPage>
  );
}

function Board({ schedule, content }: BoardProps) {
  const { times, agencyZone, notice, movedFrom, earlier, later, path, token } = schedule;
  const { schedulePage: said } = content;
  const form = useRef<HTMLFormElement>(null);
  const isFew = times.length < FEW;
  const [known, setKnown] = useState<string>();
  const isReady = known !== undefined;
  const zone = known ?? schedule.zone;
  const [chosen, setChosen] = useState(times[0] ?? "");

  useEffect(() => {
    // Chosen before the script came, or restored by the browser.
    const checked = form.current?.querySelector<HTMLInputElement>("[name=at]:checked");
    if (checked) setChosen(checked.value);
    const isGiven = new URLSearchParams(location.search).has("zone");
    startTransition(() => setKnown(isGiven ? schedule.zone : ownZone(agencyZone)));
  }, [agencyZone, schedule.zone]);

  /** Back and a reload show the same zone. */
  function changeZone(chosenZone: string): void {
    setKnown(chosenZone);
    const query = new URLSearchParams(location.search);
    query.set("zone", chosenZone);
    history.replaceState(history.state, "", `?${query}`);
  }

  function choose({ target }: ChangeEvent<HTMLFormElement>): void {
    if (target.name === "at") setChosen(target.value);
  }

  return (
    <form ref={form} className={`ticket ${css.board}`} action={path} onChange={choose}>
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
            <ZoneSelect {...{ zone, agencyZone }} setZone={changeZone} at={chosen} />
          ) : (
            <strong>{zoneNameIn(chosen, zone)}</strong>
          )}
        </p>
      </div>
      {movedFrom !== undefined && (
        <p className={css.few}>{said.movedFrom.replace("{time}", momentIn(movedFrom, zone))}</p>
      )}
      {isFew && (
        <p className={css.few}>
          {said.few} <a href={BOOK_CALL.path}>{said.toForm}</a>
        </p>
      )}
      {/* Other days are other elements, so that none of them moves. */}
      <Days key={zone} {...{ schedule, content, zone, chosen }} />
      <div className={css.turn}>
        {earlier !== undefined && <a href={pageFrom(schedule, earlier, known)}>{said.earlier}</a>}
        {later !== undefined && <a href={pageFrom(schedule, later, known)}>{said.later}</a>}
        {!isFew && (
          <p>
            {said.otherwise} <a href={BOOK_CALL.path}>{said.toForm}</a>
          </p>
        )}
      </div>
      <input type="hidden" name="zone" value={zone} />
      {token !== undefined && <input type="hidden" name="token" value={token} />}
      <div className={css.foot}>
        <p className={css.chosen}>
          {isReady ? (
            <>
              <strong>
                <span>
                  {weekdayIn(chosen, zone)}, {dateIn(chosen, zone)},
                </span>{" "}
                <span>{timeIn(chosen, zone)}</span>
              </strong>
              {zone !== agencyZone && (
                <span>{said.ours.replace("{time}", oursIn(chosen, agencyZone, zone))}</span>
              )}
            </>
          ) : (
            <span>{said.hint}</span>
          )}
        </p>
        <Button type="submit">{said.take}</Button>
      </div>
    </form>
  );
}

function Days({ schedule, content, zone, chosen }: BoardProps & { zone: string; chosen: string }) {
  const { schedulePage: said } = content;
  const days = daysOf(schedule, zone);
  return (
    <div className={css.days}>
      {days.map(({ day, starts, open, zoneName }, index) => (
        <Fragment key={day}>
          {/* Outside of any form: the chosen day is not sent. */}
          <input
            className={css.pick}
            type="radio"
            name="day"
            form=""
            id={`day-${index}`}
            aria-label={day}
            defaultChecked={open.includes(chosen)}
          />
          <label
            className={open.length > 0 ? css.tab : `${css.tab} ${css.full}`}
            htmlFor={`day-${index}`}
            aria-hidden="true"
          >
            {weekdayIn(starts[0] ?? "", zone)} <strong>{dateIn(starts[0] ?? "", zone).split(/\s/)[1]}</strong>
          </label>
          <div className={css.day}>
            <h3>
              {weekdayIn(starts[0] ?? "", zone)} <span>{dateIn(starts[0] ?? "", zone)}</span>
            </h3>
            {open.length === 0 && <p className="tag-off">{said.full}</p>}
            {open.length > 0 && (
              <div className="tags">
                {starts.map((startsAt) => {
                  const time = timeIn(startsAt, zone, zoneName === undefined);
                  if (!open.includes(startsAt))
                    return (
                      <p key={startsAt} className="tag-off">
                        {time} <span className="hidden">{said.taken}</span>
                      </p>
                    );
                  return (
                    <label key={startsAt} className="tag">
                      <input
                        type="radio"
                        name="at"
                        value={startsAt}
                        aria-label={`${day}, ${time}, ${zoneName ?? zoneNameIn(startsAt, zone)}`}
                        defaultChecked={startsAt === chosen}
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

interface Day {
  /** `Monday, March 1` */
  day: string;
  /** All of its starts, and the open ones, in order. */
  starts: string[];
  open: string[];
  /** Missing on a day of two names, as EDT and EST. */
  zoneName?: string | undefined;
}

function daysOf({ times, taken }: BoardProps["schedule"], zone: string): Day[] {
  const days: Day[] = [];
  // oxlint-disable-next-line unicorn/no-array-sort -- of a copy; toSorted is younger than browsers that send the form
  for (const startsAt of [...times, ...taken].sort()) {
    const day = dayIn(startsAt, zone);
    if (days[days.length - 1]?.day !== day) days.push({ day, starts: [], open: [] });
    const last = days[days.length - 1];
    last?.starts.push(startsAt);
    if (!taken.includes(startsAt)) last?.open.push(startsAt);
  }
  return days.map((day) => {
    const [name, ...others] = new Set(
      [day.starts[0], day.starts[day.starts.length - 1]].map((iso = "") => zoneNameIn(iso, zone)),
    );
    return { ...day, zoneName: others.length === 0 ? name : undefined };
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
          {name === zone || name === agencyZone ? zoneNameIn(at, name) : name.replace(/_/g, " ")}
        </option>
      ))}
    </select>
  );
}

/** The board of other days, in the known zone. Before a script found it, only a zone that the address named is kept. */
function pageFrom({ path, token, ...schedule }: BoardProps["schedule"], from: string, known?: string) {
  const query = new URLSearchParams({ from });
  const zone = known ?? (schedule.zone === schedule.agencyZone ? undefined : schedule.zone);
  if (zone !== undefined) query.set("zone", zone);
  if (token !== undefined) query.set("token", token);
  if (path !== SCHEDULE_PATH) query.set("move", "");
  return `${path}?${query}`;
}
