/** A call that is held: the time, and the button where the link of the mail led here. */
import type { HeldCall } from "../../../contract/page.ts";
import { CONFIRM_PATH, HOME } from "../../../contract/routes.ts";
import { Button, buttonClass } from "../../components/button.tsx";
import { PlainPage } from "../../components/plain-page.tsx";
import type { Content } from "../../../contract/content/schema.ts";
import type { ScheduleContent } from "../../page-content.ts";
import confirmed from "../book-call/confirmation.module.css";
import { inZone } from "../../../contract/locale/in-zone.ts";

interface HeldProps {
  schedule: HeldCall;
  content: Pick<ScheduleContent, "schedulePage"> & Pick<Content, "confirmation">;
}

export function HeldPage({ schedule, content }: HeldProps) {
  const { startsAt, until, zone, isOver, isMailed, confirm, offer, notice } = schedule;
  const { schedulePage: said, confirmation } = content;
  const { moment, zone: zoneName } = inZone(startsAt, zone, said.locale);
  const isGone = notice === "taken";
  const waits = isMailed ? "mailed" : "unmailed";
  const text = said.held[isOver ? "over" : confirm === undefined ? waits : "confirm"];
  return (
    <PlainPage className={confirmed.page}>
      <div className={`${confirmed.order} call-off`}>
        <h1>{isGone ? said.gone : isOver ? said.held.overHeading : said.states.held}</h1>
        {notice && (
          <p role="alert" className="call-notice">
            {said.notices[notice]}
          </p>
        )}
        <p className="call-moment">
          <time dateTime={startsAt}>{moment}</time> <span>{zoneName}</span>
        </p>
        {!isGone && (
          <p className={confirmed.lead}>{text.replace("{until}", inZone(until, zone, said.locale).time)}</p>
        )}
        <div className="call-ways">
          {confirm !== undefined && !isGone && (
            <form method="post" action={`${CONFIRM_PATH}?token=${confirm}`}>
              <Button type="submit">{said.held.button}</Button>
            </form>
          )}
          <a className={buttonClass({ look: "plain" })} href={offer}>
            {said.held.again}
          </a>
          <a href={HOME.path}>{confirmation.back}</a>
        </div>
      </div>
    </PlainPage>
  );
}
