/** A call behind its link: when it is, who calls whom, and what its visitor can change. */
import { CANCEL_REASON } from "../../../contract/lead.ts";
import { COMING_FIELD, isComing, type BookedCall } from "../../../contract/page.ts";
import { CALL_PATH, HOME } from "../../../contract/routes.ts";
import { clocksOf, inZone } from "../../../contract/locale/in-zone.ts";
import type { Content } from "../../../contract/content/schema.ts";
import type { ScheduleContent, ScheduleFormContent } from "../../page-content.ts";
import { Button, buttonClass } from "../../components/button.tsx";
import { PlainPage } from "../../components/plain-page.tsx";
import { OurPhone } from "../../components/phone-link.tsx";
import confirmed from "../book-call/confirmation.module.css";
import { Field } from "../book-call/field.tsx";
import { itemOf } from "../../booked-call.ts";
import { Notice } from "./notice.tsx";
import { MoveButton } from "./own-call.tsx";
import { Moment } from "./ticket.tsx";

export type StillContent = ScheduleFormContent &
  Pick<ScheduleContent, "schedulePage"> &
  Pick<Content, "confirmation">;

export function CallPage({ schedule, content }: { schedule: BookedCall; content: StillContent }) {
  const {
    phase,
    just = "booked",
    token,
    phone,
    link,
    calendars,
    notice,
    former,
    wanted,
    willCome,
  } = schedule;
  const { schedulePage: said, confirmation } = content;
  const isAhead = isComing(phase);
  const isOn = isAhead || phase === "now";
  const [before, after] = said.weCall.split("{number}");
  const { startsAt, zone } = schedule;
  const path = `${CALL_PATH}?token=${token}`;
  const second = isAhead && wanted !== startsAt ? wanted : undefined;
  return (
    <PlainPage className={confirmed.page}>
      <div
        className={isOn ? `${confirmed.order} call-page` : `${confirmed.order} call-page call-off`}
        data-call={isAhead ? itemOf({ path, startsAt, zone }) : ""}
      >
        {isOn && (
          <p className={confirmed.stamp} aria-hidden="true">
            {said.stamp}
          </p>
        )}
        <h1 className="call-became">
          {second === undefined
            ? said.states[isComing(phase) ? just : phase]
            : said.own.notBooked.replace("{time}", inZone(second, zone, said.locale).time)}
        </h1>
        {second !== undefined && <p>{said.own.oneCall}</p>}
        <Notice {...{ notice, said }} />
        {former !== undefined && (
          <p>
            <s>{said.former.replace("{time}", inZone(former, schedule.zone, said.locale).moment)}</s>
          </p>
        )}
        <CallMoment schedule={schedule} said={said} />
        {phase === "ahead" && second !== undefined && (
          <MoveButton path={path} startsAt={second} zone={zone} texts={said} />
        )}
        {isAhead && (schedule.email !== "" || phase === "ahead") && (
          <p className={confirmed.lead}>
            {schedule.email === "" ? said.unmailed : said.mailed.replace("{email}", () => schedule.email)}
          </p>
        )}
        {isOn && willCome !== undefined && (
          <form method="post" action={`${CALL_PATH}?token=${token}`} className="call-coming">
            {willCome ? (
              <p className={confirmed.lead}>{said.coming.said}</p>
            ) : (
              <Button type="submit" name={COMING_FIELD} value="yes">
                {said.coming.button}
              </Button>
            )}
          </form>
        )}
        {isOn && (
          <ul className="call-facts">
            {link !== "" && (
              <li>
                <a href={link}>{link}</a>
              </li>
            )}
            {phone !== "" && (
              <li>
                {before}
                <span className="call-number">{phone}</span>
                {after}
              </li>
            )}
            {phase !== "ahead" && (
              <li>
                {said.late} <OurPhone />
              </li>
            )}
          </ul>
        )}
        {isAhead && (
          <p className="call-calendars">
            {said.calendars.add} <a href={calendars.google}>{said.calendars.google}</a>{" "}
            <a href={calendars.outlook}>{said.calendars.outlook}</a>{" "}
            <a href={calendars.work}>{said.calendars.work}</a>{" "}
            <a href={`${CALL_PATH}.ics?token=${token}`}>{said.calendars.file}</a>
          </p>
        )}
        <div className="call-ways">
          {phase === "ahead" && (
            <>
              <a href={`${CALL_PATH}?token=${token}&move`}>{said.move}</a>
              <details>
                <summary>{said.cancel}</summary>
                <form method="post" action={`${CALL_PATH}?token=${token}`}>
                  <p>{said.cancelAsk}</p>
                  <Field
                    field={CANCEL_REASON}
                    text={{ label: said.cancelWhy }}
                    isLast
                    {...{ content, error: undefined, value: "" }}
                  />
                  <Button type="submit" look="plain" name="cancel" value="yes">
                    {said.cancelYes}
                  </Button>
                </form>
              </details>
            </>
          )}
          {!isOn && (
            <a className={buttonClass({})} href={schedule.offer}>
              {said.again}
            </a>
          )}
          <a href={HOME.path}>{confirmation.back}</a>
        </div>
      </div>
    </PlainPage>
  );
}

interface CallMomentProps {
  schedule: BookedCall;
  said: StillContent["schedulePage"];
}

function CallMoment({ schedule: { startsAt, zone, agencyZone }, said }: CallMomentProps) {
  return <Moment {...{ startsAt, said }} clocks={clocksOf(startsAt, zone, agencyZone, said.locale)} />;
}
