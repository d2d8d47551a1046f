/** The zones without a script: a list with a button, which leads back to the board. */
import type { ZoneChoice } from "../../../contract/page.ts";
import type { ScheduleContent } from "../../page-content.ts";
import { Button } from "../../components/button.tsx";
import { PlainPage } from "../../components/plain-page.tsx";
import page from "../book-call/book-call-page.module.css";
import field from "../book-call/field.module.css";
import formCss from "../book-call/lead-form.module.css";
import { pathOf } from "./ticket.tsx";
import { zonesByRegion } from "./zones.ts";

interface ZonesProps {
  schedule: ZoneChoice;
  said: ScheduleContent["schedulePage"];
}

export function ZonesPage({ schedule, said }: ZonesProps) {
  const { zone, agencyZone, now, back } = schedule;
  return (
    <PlainPage className={page.page}>
      <h1 className="ticket-heading">{said.zoneHeading}</h1>
      <div className={`ticket ${page.order}`}>
        <form className={formCss.form} action={pathOf(schedule)}>
          {Object.entries(back).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <div className={field.field}>
            <label htmlFor="zone">{said.zoneLabel}</label>
            <select id="zone" name="zone" defaultValue={zone}>
              {zonesByRegion([zone, agencyZone], now, said).map(({ name, zones }) => (
                <optgroup key={name} label={name}>
                  {zones.map((one) => (
                    <option key={one.zone} value={one.zone}>
                      {one.words}
                    </option>
                  ))}
                </optgroup>
              ))}
            </select>
          </div>
          <Button type="submit">{said.zoneButton}</Button>
        </form>
      </div>
    </PlainPage>
  );
}
