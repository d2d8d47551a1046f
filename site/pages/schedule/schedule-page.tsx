/** "/schedule": a day, then a time, at every width. Without a script each day is a page of the server; with one none is loaded. */
import { startTransition, useEffect, useRef, useState, type MouseEvent } from "react";
import { BOOK_CALL, LINK_PATH } from "../../../contract/routes.ts";
import type { Board } from "../../../contract/page.ts";
import { PlainPage } from "../../components/plain-page.tsx";
import type { PageProps, ScheduleContent } from "../../page-content.ts";
import { Button } from "../../components/button.tsx";
import "../../styles/ticket.css";
import css from "./board.module.css";
import { Days, Soonest, Times, type Go } from "./board-parts.tsx";
import { boardPath, Facts, pathOf } from "./ticket.tsx";
import { Notice } from "./notice.tsx";
import { clocksOf, inZone } from "../../../contract/locale/in-zone.ts";
import { ZonePicker } from "./zone-picker.tsx";

const FEW = 6;

interface BoardProps {
  schedule: Board;
  said: ScheduleContent["schedulePage"];
}

export function Page({ content, schedule }: Omit<PageProps<ScheduleContent>, "form">) {
  if (schedule?.view !== "times") throw new Error("The board has no times.");
  const { schedulePage: said, host } = content;
  const isNew = schedule.movedFrom === undefined;
  return (
    <PlainPage className={css.page}>
      <div>
        <h1 className={css.heading}>{isNew ? said.heading : said.moveHeading}</h1>
        {isNew && <p className={`ticket-lead ${css.lead}`}>{said.lead}</p>}
      </div>
      <TimesForm {...{ schedule, said }} />
      <div className={css.side}>
        {host && (
          <p className={css.host}>
            {host.portrait ? (
              <img {...host.portrait} alt="" />
            ) : (
              <span aria-hidden="true">{host.initials}</span>
            )}
            <span>
              {host.intro} <strong>{`${host.name}, ${host.role}`}</strong>
            </span>
          </p>
        )}
        <Facts facts={said.facts} />
        <p>
          {said.otherwise} <a href={BOOK_CALL.path}>{said.toForm}</a>
        </p>
        {isNew && schedule.token === undefined && (
          <p>
            <a href={LINK_PATH}>{said.ask.offer}</a>
          </p>
        )}
      </div>
    </PlainPage>
  );
}

function TimesForm({ schedule, said }: BoardProps) {
  const { days, agencyZone, notice, movedFrom, earlier, later, token } = schedule;
  const form = useRef<HTMLFormElement>(null);
  const [known, setKnown] = useState<string>();
  const zone = known ?? schedule.zone;
  const { locale } = said;
  const [{ day, at }, setPicked] = useState<Picked>({ day: schedule.day, at: schedule.picked });
  const open = days.reduce((sum, { times }) => sum + times.length, 0);
  const chosen = at === undefined ? undefined : inZone(at, zone, locale);
  const ours = at !== undefined && clocksOf(at, zone, agencyZone, locale).ours;

  useEffect(() => {
    // Picked before the script came, or restored by the browser.
    const checked = form.current?.querySelector<HTMLInputElement>("[name=at]:checked");
    // By the address, or by a call or a request that is stored.
    const isGiven = schedule.zone !== agencyZone || new URLSearchParams(location.search).has("zone");
    if (checked) keepInAddress({ pick: checked.value });
    startTransition(() => {
      if (checked) setPicked((first) => ({ ...first, at: checked.value }));
      setKnown(isGiven ? schedule.zone : ownZone(agencyZone));
    });
  }, [agencyZone, schedule.zone]);

  /** Another day drops the time. Back and a reload show the same. */
  function choose(picked: Picked): void {
    setPicked(picked);
    keepInAddress(picked.at === undefined ? { day: picked.day } : { pick: picked.at });
  }

  function changeZone(chosenZone: string): void {
    setKnown(chosenZone);
    keepInAddress({ ...(at === undefined ? { day } : { pick: at }), zone: chosenZone });
  }

  // Before a script found the zone, only one that the address named is kept.
  const kept = known ?? (zone === agencyZone ? undefined : zone);
  const go: Go = (query, picked) => ({
    href: boardPath(schedule, { ...query, ...(kept !== undefined && { zone: kept }) }),
    onClick(event: MouseEvent) {
      if (picked === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      choose(picked);
    },
  });
  const shown = days.find((one) => one.day === day) ?? days[0];
  if (!shown) throw new Error("The board has no days.");
  const dayOf = (time: string) => days.find(({ times }) => times.includes(time))?.day;

  return (
    <form ref={form} className={`ticket ${css.board}`} action={pathOf(schedule)}>
      <Notice {...{ notice, said }} />
      {movedFrom !== undefined && (
        <p className={css.few}>{said.movedFrom.replace("{time}", inZone(movedFrom, zone, locale).moment)}</p>
      )}
      {open < FEW && (
        <p className={css.few}>
          {open === 0 ? said.noneOpen : said.few} <a href={BOOK_CALL.path}>{said.toForm}</a>
        </p>
      )}
      <div className={css.pick}>
        <div className={css.head}>
          <h2 id="days">{said.boardHeading}</h2>
          {earlier !== undefined && <a {...go({ day: earlier })}>{said.earlier}</a>}
          {later !== undefined && <a {...go({ day: later })}>{said.later}</a>}
        </div>
        <Soonest {...{ schedule, said, zone, at, go, dayOf }} />
        <Days {...{ days, said, zone, day, go }} />
      </div>
      <div className={css.times}>
        <div className={css.head}>
          <h2 id="day" aria-live="polite">
            {inZone(shown.opens, zone, locale).day}
          </h2>
          <p className={css.zone}>
            <label id="zone-label" htmlFor={known === undefined ? undefined : "zone"}>
              {said.zoneLabel}
            </label>{" "}
            {known === undefined ? (
              <a {...go({ ...(at === undefined ? { day } : { pick: at }), zones: "" })}>
                {inZone(shown.opens, zone, locale).zone}
              </a>
            ) : (
              <ZonePicker {...{ zone, agencyZone, said }} setZone={changeZone} />
            )}
          </p>
        </div>
        {shown.times.length > 0 ? (
          <Times {...{ shown, said, zone, at }} choose={(time) => choose({ day, at: time })} />
        ) : (
          <p className={css.stamp}>{said.fullStamp}</p>
        )}
      </div>
      <input type="hidden" name="zone" value={zone} />
      {token !== undefined && <input type="hidden" name="token" value={token} />}
      <div className={css.foot}>
        <p className={css.chosen} aria-live="polite">
          {chosen ? (
            <>
              <strong>
                {/* One text: a translator replaces each, and React would change the one that is gone. */}
                <span>{chosen.shortDay.trim()}</span> <span>{chosen.time}</span>
              </strong>
              {ours && <span>{said.ours.replace("{time}", ours)}</span>}
            </>
          ) : (
            <span className={css.hint}>{said.choose}</span>
          )}
        </p>
        <Button type="submit">{said.take}</Button>
      </div>
    </form>
  );
}

/** The day that is shown, and the time that was tapped. */
interface Picked {
  day: string;
  at?: string | undefined;
}

/** Without what it said of another day and time. */
function keepInAddress(chosen: Record<string, string>): void {
  const query = new URLSearchParams(location.search);
  for (const name of ["day", "pick", "at"]) query.delete(name);
  for (const [name, value] of Object.entries(chosen)) query.set(name, value);
  history.replaceState(history.state, "", `?${query}`);
}

/** The visitor's, where the browser knows one that it can count in. Chromium may say `Etc/Unknown`. */
function ownZone(otherwise: string): string {
  try {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    return new Intl.DateTimeFormat([], { timeZone }).resolvedOptions().timeZone;
  } catch {
    return otherwise;
  }
}
