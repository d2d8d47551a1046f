/** The open times around one that is not, for a lead that is stored or a call that is moved. */
import type { Locale } from "../../../contract/locale/locale.ts";
import type { ChosenTime } from "../../../contract/page.ts";
import type { ScheduleContent } from "../../page-content.ts";
import { inZone } from "../../../contract/locale/in-zone.ts";

type NearestProps = Pick<ChosenTime, "nearest" | "startsAt" | "zone"> & {
  said: ScheduleContent["schedulePage"];
};

/** The chosen time as the form sends it, or those that are open around one that is not. */
export function Nearest({ said, nearest, startsAt, zone }: NearestProps) {
  return (
    <>
      {nearest.length === 0 ? (
        <input type="hidden" name="startsAt" value={startsAt} />
      ) : (
        <fieldset className="ticket-nearest">
          <legend>{said.nearest}</legend>
          <div className="tags">
            {nearest.map((one) => (
              <label key={one} className="tag">
                <input type="radio" name="startsAt" value={one} required />
                <time dateTime={one}>{shown(one, zone, said.locale)}</time>
              </label>
            ))}
          </div>
        </fieldset>
      )}
      <input type="hidden" name="zone" value={zone} />
    </>
  );
}

function shown(startsAt: string, zone: string, locale: Locale): string {
  const { shortDay, named } = inZone(startsAt, zone, locale);
  return shortDay + named;
}
