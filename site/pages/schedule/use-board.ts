import { attempt } from "../../../contract/attempt.ts";
import { startTransition, useEffect, useState, type MouseEvent } from "react";
import type { Board } from "../../../contract/page.ts";
import { boardPath } from "./ticket.tsx";

export type BoardChoice = ReturnType<typeof useBoard>;

type Shown = { day: string; chosen?: string | undefined };

export function useBoard(schedule: Board) {
  const { agencyZone, movedFrom, days } = schedule;
  const [ownZone, setOwnZone] = useState<string>();
  const [{ day, chosen }, setShown] = useState<Shown>(schedule);
  /** An instant; undefined until a script runs. */
  const [now, setNow] = useState<string>();
  const zone = ownZone ?? schedule.zone;
  const shownDay = days.find((one) => one.day === day) ?? days[0];
  if (!shownDay) throw new Error("The board has no days.");

  useEffect(() => {
    // The browser's zone replaces only the agency's, and only where the address names none.
    const { searchParams } = new URL(location.href);
    const isNamed = schedule.zone !== agencyZone || searchParams.has("zone");
    const update = () => setNow(`${new Date().toISOString().slice(0, 16)}Z`);
    startTransition(() => {
      setOwnZone(isNamed ? schedule.zone : (browserZone() ?? agencyZone));
      update();
    });
    // Each second, since a tab may be seen again days later. The same minute renders nothing.
    const timer = setInterval(update, 1000);
    return () => clearInterval(timer);
  }, [agencyZone, schedule.zone]);

  function show(next: Shown): void {
    setShown(next);
    keepInAddress(next.chosen === undefined ? { day: next.day } : { at: next.chosen });
  }

  function changeZone(name: string): void {
    setOwnZone(name);
    keepInAddress({ ...(chosen === undefined ? { day } : { at: chosen }), zone: name });
  }

  // Until a script knows the zone, links name a zone only if it differs from the agency's.
  const linkedZone = ownZone ?? (zone === agencyZone ? undefined : zone);
  /** A link that works without a script. If `next` is given, a script shows it on this page. */
  const linkTo = (query: Record<string, string>, next?: Shown) => ({
    href: boardPath(schedule, { ...query, zone: linkedZone }),
    onClick(event: MouseEvent) {
      if (next === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      show(next);
    },
  });
  /** A time leads to its form, or, where a call is moved, is chosen on the board. */
  const linkToTime = (startsAt: string) => {
    if (movedFrom === undefined) return linkTo({ at: startsAt });
    const holder = days.find(({ times }) => times.includes(startsAt));
    return linkTo({ at: startsAt }, holder && { day: holder.day, chosen: startsAt });
  };
  return { shownDay, chosen, zone, now, changeZone, linkTo, linkToTime };
}

/** Keeps the choice for Back and for a reload. */
function keepInAddress(next: Record<string, string>): void {
  const query = new URLSearchParams(location.search);
  for (const name of ["day", "at"]) query.delete(name);
  for (const [name, value] of Object.entries(next)) query.set(name, value);
  history.replaceState(history.state, "", `?${query}`);
}

/** The visitor's zone, if the browser can format times in it: Chromium may say `Etc/Unknown`. */
function browserZone(): string | undefined {
  const zoneOf = (format: Intl.DateTimeFormat) => format.resolvedOptions().timeZone;
  const timeZone = zoneOf(new Intl.DateTimeFormat());
  return attempt(() => zoneOf(new Intl.DateTimeFormat([], { timeZone })));
}
