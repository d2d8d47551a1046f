/** The chosen time as the form sends it, or those that are open around one that is not. Engines name a few zones differently. */
import type { ChosenTime } from "../../../contract/page.ts";

type NearestProps = Pick<ChosenTime, "nearest" | "startsAt" | "zone"> & { legend: string };

export function Nearest({ legend, nearest, startsAt, zone }: NearestProps) {
  return (
    <>
      {nearest.length === 0 && <input type="hidden" name="startsAt" value={startsAt} />}
      {nearest.length > 0 && (
        <fieldset className="ticket-nearest">
          <legend>{legend}</legend>
          <div className="tags">
            {nearest.map((one) => (
              <label key={one} className="tag">
                <input type="radio" name="startsAt" value={one} required />
                <time dateTime={one} suppressHydrationWarning>
                  {new Date(one).toLocaleString("en-US", {
                    timeZone: zone,
                    weekday: "short",
                    month: "short",
                    day: "numeric",
                    hour: "numeric",
                    minute: "2-digit",
                    timeZoneName: "short",
                  })}
                </time>
              </label>
            ))}
          </div>
        </fieldset>
      )}
      <input type="hidden" name="zone" value={zone} />
    </>
  );
}
