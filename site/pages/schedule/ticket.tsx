/** A chosen time on its ticket, with the text beside it. Needs no script. */
import type { ScheduleState } from "../../../contract/page.ts";
import { SCHEDULE_PATH } from "../../../contract/routes.ts";
import type { Content } from "../../content/schema.ts";
import page from "../book-call/book-call-page.module.css";
import { momentIn, oursIn, zoneNameIn } from "./times.ts";

export type View<Name extends ScheduleState["view"]> = Extract<ScheduleState, { view: Name }>;
type Said = Content["schedulePage"];

export function PageIntro({ heading, facts }: { heading: string; facts: readonly string[] }) {
  return (
    <>
      <h1 className="ticket-heading">{heading}</h1>
      <ul className="ticket-facts">
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
    </>
  );
}

/** On top of the form, with the way back to the board. */
export function ChosenTime({ schedule, said }: { schedule: View<"form">; said: Said }) {
  const { path, token, zone, startsAt } = schedule;
  const query = new URLSearchParams({ zone, ...(token !== undefined && { token }) });
  if (path !== SCHEDULE_PATH) query.set("move", "");
  return (
    <div className={`ticket-head ${page.orderHead}`}>
      {startsAt !== "" && <Moment {...schedule} said={said} />}
      <p className="ticket-gone-label">{said.gone}</p>
      <a className="call-back" href={`${path}?${query}`}>
        {said.otherTime}
      </a>
    </div>
  );
}

type MomentProps = Pick<View<"form">, "startsAt" | "zone" | "agencyZone"> & { said: Said };

/** In the visitor's zone, which is named, and in the agency's. */
export function Moment({ startsAt, zone, agencyZone, said }: MomentProps) {
  return (
    <p className="call-moment">
      <time dateTime={startsAt}>{momentIn(startsAt, zone)}</time>{" "}
      <span>
        {zoneNameIn(startsAt, zone)}
        {zone !== agencyZone && `, ${said.ours.replace("{time}", oursIn(startsAt, agencyZone, zone))}`}
      </span>
    </p>
  );
}
