import {
  startTransition,
  useEffect,
  useMemo,
  useState,
  type MouseEvent,
} from "react";
import type { TimesBoard, BoardDay } from "../../../contract/http/page.ts";
import { inZone, nearDay } from "../../../contract/locale/in-zone.ts";
import type { Locale } from "../../../contract/locale/locale.ts";
import { zoneWithOffset } from "../../../contract/locale/visitor-zone.ts";
import { renewUnseen } from "../../renew-unseen.ts";
import { ownDays } from "./own-days.ts";
import { visitorZone } from "./still-board.ts";
import { boardPath } from "./ticket.tsx";
import { useOwnCall } from "./use-own-call.ts";

export type BoardChoice = ReturnType<typeof useBoard>;

type Press = MouseEvent<HTMLAnchorElement>;

type BoardView = Pick<TimesBoard, "day" | "chosen">;

export function useBoard(schedule: TimesBoard, locale: Locale) {
  const { agencyZone, movedFrom, days, wanted } = schedule;
  const ownCall = useOwnCall();
  const { ownZone, now } = useVisitor(schedule);
  const [{ day, chosen }, setView] = useState<BoardView>(schedule);
  const zone = ownZone ?? schedule.zone;
  const inOwnZone = useMemo(() => ownDays(days, zone), [days, zone]);
  const shownDay = shownDayOf(inOwnZone, { day, chosen });
  if (!shownDay) throw new Error("The board has no days.");

  useEffect(renewUnseen, []);

  useEffect(() => {
    // After a reload, the time may be taken by
    // the tab's own call, whose answer was lost.
    if (wanted !== undefined)
      import("./form-page.tsx")
        .then(({ openBooked }) => openBooked(wanted))
        .catch(console.error);
  }, [wanted]);

  const onClock = (iso: string) => inZone(iso, zone, locale);
  /**
   * "Today", "Tomorrow" or undefined. The HTML has
   * neither word, as it may be from yesterday.
   */
  const nearDayOf = (iso: string) =>
    now === undefined ? undefined : nearDay(iso, zone, locale, now);

  // Until a script knows the zone, links name a
  // zone only if it differs from the agency's.
  const linkedZone = ownZone ?? (zone === agencyZone ? undefined : zone);
  const hrefOf = (to: Record<string, string | undefined>) =>
    boardPath(schedule, { ...to, zone: linkedZone });

  /**
   * The zone of a tapped time, with the offset that this browser shows it in.
   */
  const zoneOf = (startsAt: string) =>
    ownZone === undefined ? linkedZone : zoneWithOffset(startsAt, ownZone);
  const formOf = (startsAt: string) =>
    boardPath(schedule, { at: startsAt, zone: zoneOf(startsAt) });

  /**
   * Shows what a pressed link leads to, without a new
   * page. The address is for Back and for a reload.
   */
  function show(event: Press, next: BoardView): void {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    setView(next);
    history.replaceState(history.state, "", event.currentTarget.href);
  }

  /**
   * On a page that moves a call, a press chooses
   * the time. Elsewhere the link opens the form.
   */
  function press(event: Press, startsAt: string): void {
    const isHere = days.some(({ times }) => times.includes(startsAt));
    if (movedFrom !== undefined && isHere) show(event, { chosen: startsAt });
  }

  return {
    days: inOwnZone,
    shownDay,
    ownCall,
    chosen,
    zone,
    onClock,
    nearDayOf,
    hrefOf,
    zoneOf,
    formOf,
    show,
    press,
  };
}

/** What the visitor's browser knows: its zone and clock. */
function useVisitor(schedule: TimesBoard) {
  const [ownZone, setOwnZone] = useState<string>();
  /** The present instant; undefined until a script runs. */
  const [now, setNow] = useState<string>();

  useEffect(() => {
    const update = () => setNow(`${new Date().toISOString().slice(0, 16)}Z`);
    startTransition(() => {
      setOwnZone(visitorZone(schedule));
      update();
    });
    // A visitor may return to a tab days later. The
    // timer renders only when the minute changes.
    const timer = setInterval(update, 1000);
    return () => clearInterval(timer);
  }, [schedule]);

  return { ownZone, now };
}

/**
 * The day of the chosen time; else the wanted
 * day; else the first day with a time.
 */
function shownDayOf(
  days: readonly BoardDay[],
  { day, chosen = "" }: BoardView,
) {
  return (
    days.find(({ times }) => times.includes(chosen)) ??
    days.find((one) => one.day === day) ??
    days.find(({ times }) => times.length > 0) ??
    days[0]
  );
}
