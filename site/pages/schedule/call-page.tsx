/** A call in its present state (confirmed, moved, cancelled or over), with its actions. */
import { HOME, CALL_PATH, SCHEDULE_PATH } from "../../../contract/routes.ts";
import { Button, buttonClass } from "../../components/button.tsx";
import { PlainPage } from "../../components/plain-page.tsx";
import confirmed from "../book-call/confirmation.module.css";
import type { Content } from "../../content/schema.ts";
import { Moment, type View } from "./ticket.tsx";

interface CallPageProps {
  schedule: View<"call">;
  content: Pick<Content, "schedulePage" | "confirmation">;
}

export function CallPage({ schedule, content }: CallPageProps) {
  const { state, isOver, isNew, token, phone, link, notice } = schedule;
  const { schedulePage: said, confirmation } = content;
  const isOn = state === "booked" && !isOver;
  const now = isOn || state !== "booked" ? state : "over";
  return (
    <PlainPage className={confirmed.page}>
      <div className={isOn ? confirmed.order : `${confirmed.order} call-off`}>
        {isOn && (
          <p className={confirmed.stamp} aria-hidden="true">
            {said.stamp}
          </p>
        )}
        <h1>{isNew && isOn ? confirmation.heading : said.states[now]}</h1>
        {notice && (
          <p role="alert" className="call-notice">
            {said.notices[notice]}
          </p>
        )}
        {isNew && isOn && <p className={confirmed.lead}>{confirmation.lead}</p>}
        <Moment {...schedule} said={said} />
        {isOn && (
          <ol className={confirmed.steps}>
            {link !== "" && (
              <li>
                <a href={link}>{link}</a>
              </li>
            )}
            {phone !== "" && <li>{said.weCall.replace("{number}", () => phone)}</li>}
            <li>{said.mailed}</li>
          </ol>
        )}
        <div className="call-ways">
          {isOn ? (
            <>
              <a className={buttonClass({})} href={`${CALL_PATH}.ics?token=${token}`}>
                {said.download}
              </a>
              <a className={buttonClass({ look: "plain" })} href={`${CALL_PATH}?token=${token}&move`}>
                {said.move}
              </a>
              <details>
                <summary className={buttonClass({ look: "plain" })}>{said.cancel}</summary>
                <form method="post" action={`${CALL_PATH}?token=${token}`}>
                  <p>{said.cancelAsk}</p>
                  <Button type="submit" look="plain" name="cancel" value="yes">
                    {said.cancelYes}
                  </Button>
                </form>
              </details>
            </>
          ) : (
            <a className={buttonClass({})} href={SCHEDULE_PATH}>
              {said.again}
            </a>
          )}
          <a href={HOME.path}>{confirmation.back}</a>
        </div>
      </div>
    </PlainPage>
  );
}
