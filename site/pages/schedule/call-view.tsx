/** A call as it is now: confirmed, moved, cancelled or over; with what can be done about it. */
import { CALL_PATH, SCHEDULE_PATH } from "../../../contract/booking.ts";
import { HOME } from "../../../contract/routes.ts";
import { Button, buttonClass, PageLink } from "../../components/button.tsx";
import page from "../book-call/book-call-page.module.css";
import { momentIn } from "./times.ts";
import type { View } from "./view.ts";

export function CallView({ schedule, content }: View<"call">) {
  const { startsAt, zone, agencyZone, state, isOver, isNew, token, phone, link, notice } = schedule;
  const { schedulePage: said, confirmation } = content;
  const isOn = state === "booked" && !isOver;
  const heading =
    isNew && isOn ? confirmation.heading : said.states[isOn || state !== "booked" ? state : "over"];
  return (
    <>
      <div className={page.words}>
        <h1>{heading}</h1>
        {notice && <p role="alert">{said.notices[notice]}</p>}
        <p className={page.lead}>
          <time dateTime={startsAt}>{momentIn(startsAt, zone)}</time>
        </p>
        {zone !== agencyZone && <p>{said.ours.replace("{time}", momentIn(startsAt, agencyZone))}</p>}
        {isOn && link !== "" && (
          <p>
            <a href={link}>{link}</a>
          </p>
        )}
        {isOn && phone !== "" && <p>{said.weCall.replace("{number}", () => phone)}</p>}
        {isNew && isOn && <p>{said.mailed}</p>}
      </div>
      <div className={page.order}>
        {isOn ? (
          <>
            <p>
              <a className={buttonClass({})} href={`${CALL_PATH}.ics?token=${token}`}>
                {said.download}
              </a>
            </p>
            <p>
              <a href={`${CALL_PATH}?token=${token}&move`}>{said.move}</a>
            </p>
            <form method="post" action={`${CALL_PATH}?token=${token}`}>
              <Button type="submit" look="plain" name="cancel" value="yes">
                {said.cancel}
              </Button>
            </form>
          </>
        ) : (
          <p>
            <a className={buttonClass({})} href={SCHEDULE_PATH}>
              {said.again}
            </a>
          </p>
        )}
        <p>
          <PageLink href={HOME.path} look="plain">
            {confirmation.back}
          </PageLink>
        </p>
      </div>
    </>
  );
}
