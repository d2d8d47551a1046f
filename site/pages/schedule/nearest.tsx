/** The open times around one that is not, for a lead that is stored or a call that is moved. */
import type { ChosenTime } from "../../../contract/page.ts";
import { inZone } from "../../../contract/in-zone.ts";

type NearestProps = Pick<ChosenTime, "nearest" | "startsAt" | "zone"> & { legend: string };

/** The chosen time as the form sends it, or those that are open around one that is not. */
export function Nearest({ legend, nearest, startsAt, zone }: NearestProps) {
  return (
    <>
      {nearest.length === 0 ? (
        <input type="hidden" name="startsAt" value={startsAt} />
      ) : (
        <fieldset className="ticket-nearest">
          <legend>{legend}</legend>
          <div className="tags">
            {nearest.map((one) => (
              <label key={one} className="tag">
                <input type="radio" name="startsAt" value={one} required />
                <time dateTime={one}>{shown(one, zone)}</time>
              </label>
            ))}
          </div>
        </fieldset>
      )}
      <input type="hidden" name="zone" value={zone} />
    </>
  );
}

function shown(startsAt: string, zone: string): string {
  const { weekday, date, named } = inZone(startsAt, zone);
  return `${weekday}, ${date}, ${named}`;
}
