import { fillIn } from "../../../contract/fill-in.ts";
import type { ReactNode } from "react";
import { CANCEL_REASON } from "../../../contract/lead.ts";
import { COMING_FIELD, isComing, type BookedCall } from "../../../contract/page.ts";
import { CALL_PATH, HOME } from "../../../contract/routes.ts";
import { clocksOf, inZone } from "../../../contract/locale/in-zone.ts";
import type { Content } from "../../../contract/content/schema.ts";
import type { ScheduleContent, ScheduleFormContent } from "../../page-content.ts";
import { Button, buttonClass, PageLink } from "../../components/button.tsx";
import { PlainPage } from "../../components/plain-page.tsx";
import { SampleMark } from "../../components/sample-mark.tsx";
import { OurPhone } from "../../components/phone-link.tsx";
import confirmed from "../book-call/confirmation.module.css";
import { Field } from "../book-call/field.tsx";
import { itemOf } from "../../booked-call.ts";
import { Notice } from "./ticket.tsx";
import { MoveButton } from "./own-call.tsx";

export type StillContent = ScheduleFormContent &
  Pick<ScheduleContent, "schedulePage" | "host"> &
  Pick<Content, "confirmation">;

type CallProps = { schedule: BookedCall; content: StillContent };

const linkOf = ({ token }: BookedCall) => `${CALL_PATH}?token=${token}`;

export function CallPage({ schedule, content }: CallProps) {
  const { phase, just = "booked", notice, former, wanted, willCome, startsAt, zone, email } = schedule;
  const { schedulePage: texts, confirmation } = content;
  const isAhead = isComing(phase);
  const isOn = isAhead || phase === "now";
  const path = linkOf(schedule);
  const look = isOn ? "call-page" : "call-page call-off";
  const item = isAhead ? itemOf({ path, startsAt, zone }) : "";
  const unbooked = isAhead ? wanted : undefined;
  const isNext = unbooked === undefined && willCome !== false;
  const mailed = fillIn(texts.cancelMailed, { email });
  return (
    <PlainPage className={`${confirmed.page} call-outer`}>
      <div className={`${confirmed.order} ${look}`} data-call={item}>
        <div className="call-head">
          <h1 className="call-became">
            {unbooked === undefined
              ? texts.states[isComing(phase) ? just : phase]
              : fillIn(texts.own.notBooked, { time: inZone(unbooked, zone, texts.locale).time })}
          </h1>
          {isOn && (
            <p className={confirmed.stamp} aria-hidden="true">
              {texts.stamp}
            </p>
          )}
        </div>
        {unbooked !== undefined && <p>{texts.own.oneCall}</p>}
        <Notice {...{ notice, texts }} />
        {former !== undefined && (
          <p>
            <s>{fillIn(texts.former, { time: inZone(former, zone, texts.locale).moment })}</s>
          </p>
        )}
        <CallMoment {...{ schedule, content }} />
        {phase === "cancelled" && email !== "" && <p>{mailed}</p>}
        {isOn && <CallRows {...{ schedule, content }} />}
        {phase === "ahead" && unbooked && (
          <MoveButton path={path} zone={zone} texts={texts} startsAt={unbooked} from={startsAt} />
        )}
        {isOn && willCome !== undefined && (
          <form method="post" action={path} className="call-coming">
            {willCome && <p className={confirmed.lead}>{texts.coming.said}</p>}
            {!willCome && (
              <Button type="submit" name={COMING_FIELD} value="yes">
                {texts.coming.button}
              </Button>
            )}
          </form>
        )}
        {isAhead && <Calendars {...{ schedule, content, isNext }} />}
        {phase === "ahead" && <Changes {...{ schedule, content }} />}
        {isOn && phase !== "ahead" && (
          <p className="call-late">
            {texts.late} <OurPhone />
          </p>
        )}
        {!isOn && <PageLink href={schedule.offer}>{texts.again}</PageLink>}
        <p className="call-end">
          {isAhead && `${texts.ready} `}
          <a href={HOME.path}>{confirmation.back}</a>
        </p>
      </div>
    </PlainPage>
  );
}

function CallMoment({ schedule: { startsAt, zone, agencyZone }, content }: CallProps) {
  const { schedulePage: texts } = content;
  const { day, time } = inZone(startsAt, zone, texts.locale);
  const { zone: zoneName, agencyTime } = clocksOf(startsAt, zone, agencyZone, texts.locale);
  return (
    <p className="call-moment">
      <time dateTime={startsAt}>
        {day}
        <span className="hidden">{texts.locale.glue}</span>
        <br />
        {time}
      </time>
      <span>
        {zoneName}
        {agencyTime && `, ${fillIn(texts.ours, { time: agencyTime })}`}
      </span>
    </p>
  );
}

function CallRows({ schedule: { phone, from, link, email, phase }, content }: CallProps) {
  const { schedulePage: texts, host } = content;
  const who = host ? fillIn(texts.calls, { name: host.name, number: "{number}" }) : texts.weCall;
  return (
    <dl className="call-rows">
      {link !== "" && (
        <Row label={texts.where}>
          <a href={link}>{link}</a>
        </Row>
      )}
      {phone !== "" && (
        <Row label={texts.who}>
          <Numbered text={who} number={phone} /> <SampleMark sample={host?.sample} />
        </Row>
      )}
      {from !== "" && (
        <Row label={texts.from}>
          <Numbered text={texts.save} number={from} />
        </Row>
      )}
      {isComing(phase) && (email !== "" || phase === "ahead") && (
        <Row label={texts.invite}>{email === "" ? texts.unmailed : <Address email={email} />}</Row>
      )}
    </dl>
  );
}

function Address({ email }: { email: string }) {
  const at = email.lastIndexOf("@");
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  );
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The number stays on one line, if it fits, with the punctuation after it. */
function Numbered({ text, number }: { text: string; number: string }) {
  const [before, sign, after] = text.split(/\{number\}([^ ]*)/);
  return (
    <>
      {before}
      <span className="call-number">
        {number}
        {sign}
      </span>
      {after}
    </>
  );
}

function Calendars({ schedule, content, isNext }: CallProps & { isNext: boolean }) {
  const { calendars, token } = schedule;
  const { schedulePage: texts } = content;
  return (
    <details className="call-calendars">
      <summary className={buttonClass({ look: isNext ? "main" : "plain" })}>{texts.calendars.add}</summary>
      <ul>
        {(["google", "outlook", "work"] as const).map((name) => (
          <li key={name}>
            <a href={calendars[name]}>{texts.calendars[name]}</a>
          </li>
        ))}
        <li>
          <a href={`${CALL_PATH}.ics?token=${token}`}>{texts.calendars.file}</a>
        </li>
      </ul>
    </details>
  );
}

function Changes({ schedule, content }: CallProps) {
  const { schedulePage: texts } = content;
  const path = linkOf(schedule);
  return (
    <div className="call-changes">
      <PageLink look="plain" href={`${path}&move`}>
        {texts.move}
      </PageLink>
      <details>
        <summary className={buttonClass({ look: "plain" })}>{texts.cancel}</summary>
        <form method="post" action={path}>
          <p>{texts.cancelAsk}</p>
          <Field field={CANCEL_REASON} text={{ label: texts.cancelWhy }} isLast content={content} />
          <Button type="submit" look="plain" name="cancel" value="yes">
            {texts.cancelYes}
          </Button>
        </form>
      </details>
    </div>
  );
}
