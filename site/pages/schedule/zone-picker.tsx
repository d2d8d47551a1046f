/** Source: WAI-ARIA APG, "Editable Combobox". */
import { useMemo, useState, type KeyboardEvent } from "react";
import type { ScheduleTexts } from "../../page-content.ts";
import css from "./board.module.css";
import { clockIn, zonePlace } from "../../../contract/locale/in-zone.ts";
import { foldedText, listZones } from "./zones.ts";

interface ZonePickerProps {
  zone: string;
  agencyZone: string;
  now: string;
  texts: ScheduleTexts;
  setZone: (zone: string) => void;
}

/** The zones that the typed text finds, and the keys that walk through them. */
function useZoneSearch({
  zone,
  agencyZone,
  now,
  texts,
  setZone,
}: ZonePickerProps) {
  const [typed, setTyped] = useState<string>();
  const [activeIndex, setActiveIndex] = useState(-1);
  const isOpen = typed !== undefined;
  const zones = useMemo(
    () => (isOpen ? listZones([zone, agencyZone], now, texts) : []),
    [isOpen, zone, agencyZone, now, texts],
  );
  const words = foldedText(typed ?? "").split(" ");
  const options = zones.filter(({ search }) =>
    words.every((word) => search.includes(` ${word}`)),
  );
  const active = options[activeIndex];

  function open(): void {
    if (isOpen) return;
    setTyped("");
    setActiveIndex(-1);
  }

  function findTyped(text: string): void {
    setTyped(text);
    setActiveIndex(foldedText(text) === "" ? -1 : 0);
  }

  function moveTo(to: number): void {
    setActiveIndex(to);
    document
      .getElementById(`zone-${options[to]?.zone}`)
      ?.scrollIntoView({ block: "nearest" });
  }

  function take(chosen?: string): void {
    setTyped(undefined);
    if (chosen !== undefined) setZone(chosen);
  }

  function press(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      if (isOpen)
        moveTo(Math.min(Math.max(activeIndex + step, 0), options.length - 1));
      else open();
    } else if (event.key === "Enter") {
      if (!isOpen) open();
      else if (active) take(active.zone); // Without an active zone, the typed text stays.
    } else if (isOpen && event.key === "Escape") take();
    else return;
    event.preventDefault();
  }

  return { typed, isOpen, options, active, open, findTyped, take, press };
}

export function ZonePicker(props: ZonePickerProps) {
  const { zone, now, texts } = props;
  const picker = useZoneSearch(props);
  const { isOpen, options, active, open, findTyped, take, press } = picker;
  const { time } = clockIn(now, zone, texts.locale);
  const closed = `${zonePlace(zone, texts.locale.zones)} \u00b7 ${time}`;
  return (
    <span className={css.picker}>
      <input
        id="zone"
        role="combobox"
        aria-expanded={isOpen}
        aria-controls="zones"
        aria-autocomplete="list"
        aria-activedescendant={active && `zone-${active.zone}`}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="done"
        placeholder={closed}
        value={picker.typed ?? closed}
        onClick={open}
        onKeyDown={press}
        onBlur={() => take()}
        onChange={({ target }) => findTyped(target.value)}
      />
      <span
        role="status"
        className={css.noZone}
        hidden={!isOpen || options.length > 0}
      >
        {isOpen && options.length === 0 && texts.zoneNames.none}
      </span>
      <ZoneList {...{ zone, options, active, take }} />
    </span>
  );
}

type ZoneListProps = Pick<ZonePickerProps, "zone"> &
  Pick<ReturnType<typeof useZoneSearch>, "options" | "active" | "take">;

function ZoneList({ zone, options, active, take }: ZoneListProps) {
  const regions = new Set(options.map(({ region }) => region));
  const zonesOf = (region: string) =>
    options.filter((one) => one.region === region);
  return (
    <span
      id="zones"
      role="listbox"
      aria-labelledby="zone-label"
      hidden={options.length === 0}
    >
      {Array.from(regions, (region) => (
        <span key={region} role="group" aria-label={region}>
          <strong aria-hidden="true">{region}</strong>
          {zonesOf(region).map((one) => (
            // The input keeps the focus, and its keys choose a zone.
            // oxlint-disable-next-line jsx-a11y/interactive-supports-focus jsx-a11y/click-events-have-key-events
            <span
              key={one.zone}
              id={`zone-${one.zone}`}
              role="option"
              aria-selected={one.zone === zone}
              data-active={one === active || undefined}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => take(one.zone)}
            >
              {one.words}
            </span>
          ))}
        </span>
      ))}
    </span>
  );
}
