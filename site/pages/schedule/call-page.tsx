import type { ReactNode } from "react";
import { fillIn } from "../../../contract/content/fill-in.ts";
import type { Content } from "../../../contract/content/schema.ts";
import { isComing, type BookedCall } from "../../../contract/http/page.ts";
import {
  CALENDARS,
  CALL_PATH,
  CANCEL_FORM,
  HOME,
} from "../../../contract/http/routes.ts";
import { CANCEL_REASON } from "../../../contract/lead/lead.ts";
import { clocksOf, inZone } from "../../../contract/locale/in-zone.ts";
import { storedCallText } from "../../booked-call.ts";
import { Address } from "../../components/address.tsx";
import { Button, buttonClass, PageLink } from "../../components/button.tsx";
import { Drawing } from "../../components/drawing.tsx";
import { Numbered } from "../../components/numbered.tsx";
import { OurPhone } from "../../components/phone-link.tsx";
import { PlainPage } from "../../components/plain-page.tsx";
import { SampleMark } from "../../components/sample-mark.tsx";
import type { ScheduleFormContent, ScheduleTexts } from "../../page-content.ts";
import { Field } from "../book-call/field.tsx";
import { MoveButton, shortMoment } from "./own-call.tsx";
import { Moment, Notice } from "./ticket.tsx";
import confirmed from "../book-call/confirmation.module.css";
import "../../styles/opened.css";

export type StillContent = ScheduleFormContent &
  Pick<Content, "confirmation" | "zoneNames">;

type CallProps = { schedule: BookedCall; content: StillContent };

const linkOf = ({ token }: BookedCall) => `${CALL_PATH}?token=${token}`;

export function CallPage(props: CallProps) {
  const { phase } = props.schedule;
  if (isComing(phase) || phase === "now") return <ActiveCall {...props} />;
  return <EndedCall {...props} phase={phase} />;
}

function ActiveCall(props: CallProps) {
  const { schedule, content } = props;
  const { phase, news, zone } = schedule;
  const { schedulePage: texts } = content;
  const comes = isComing(phase);
  const wanted = comes && news.kind === "not-booked" ? news.wanted : undefined;
  const became = news.kind === "moved" ? "moved" : "booked";
  const heading = wanted
    ? fillIn(texts.own.notBooked, {
        time: shortMoment(wanted, zone, texts),
      })
    : texts.states[comes ? became : "now"];
  return (
    <Sheet {...props} heading={heading} isGood={wanted === undefined}>
      <CallRows {...props} />
      {phase === "ahead" && wanted && (
        <MoveButton
          path={linkOf(schedule)}
          zone={zone}
          texts={texts}
          startsAt={wanted}
        />
      )}
      {comes && (
        <Calendars schedule={schedule} texts={texts} isNext={!wanted} />
      )}
      {phase === "ahead" && <Changes {...props} />}
      {phase !== "ahead" && (
        <p className="call-late">
          {texts.late} <OurPhone />
        </p>
      )}
    </Sheet>
  );
}

function EndedCall({
  phase,
  ...props
}: CallProps & { phase: "over" | "cancelled" | "missed" }) {
  const { schedulePage: texts } = props.content;
  const { email, offer } = props.schedule;
  return (
    <Sheet {...props} heading={texts.states[phase]} isGood={false}>
      {phase === "cancelled" && email !== "" && (
        <p>
          <Address text={fillIn(texts.cancelMailed, { email })} />
        </p>
      )}
      <PageLink href={offer}>{texts.again}</PageLink>
    </Sheet>
  );
}

/**
 * `isGood`: the heading says what the visitor
 * wanted, and so has the stamp and the color of it.
 */
type SheetProps = CallProps & {
  heading: string;
  isGood: boolean;
  children: ReactNode;
};

function Sheet(props: SheetProps) {
  const { schedule, content, heading } = props;
  const { isGood, children } = props;
  const { phase, startsAt, zone } = schedule;
  const { schedulePage: texts, confirmation } = content;
  const comes = isComing(phase);
  const item = comes
    ? storedCallText({ path: linkOf(schedule), startsAt, zone })
    : "";
  return (
    <PlainPage className={`${confirmed.page} call-outer`}>
      {phase === "cancelled" && texts.drawings.off && (
        <Drawing className="call-drawing" href={texts.drawings.off} />
      )}
      <div
        className={`${confirmed.order} call-page${isGood ? "" : " call-off"}`}
        data-phase={phase}
        data-call={item}
      >
        <div className="call-head">
          <h1 className="call-became">{heading}</h1>
          {isGood && (
            <p className={confirmed.stamp} aria-hidden="true">
              {texts.stamp}
            </p>
          )}
        </div>
        {comes && !isGood && <p>{texts.own.oneCall}</p>}
        <News schedule={schedule} texts={texts} />
        {children}
        <p className="call-end">
          {comes && `${texts.ready} `}
          <a href={HOME.path}>{confirmation.back}</a>
        </p>
      </div>
    </PlainPage>
  );
}

type TextProps = { schedule: BookedCall; texts: ScheduleTexts };

function News({ schedule, texts }: TextProps) {
  const { news, phase, startsAt, zone, agencyZone } = schedule;
  const { locale } = texts;
  const clocks = clocksOf(startsAt, zone, agencyZone, locale);
  return (
    <>
      {news.kind === "refused" && <Notice notice={news.notice} texts={texts} />}
      {isComing(phase) && news.kind === "moved" && news.from && (
        <p>
          <s>
            {fillIn(texts.former, {
              time: inZone(news.from, zone, locale).moment,
            })}
          </s>
        </p>
      )}
      <Moment schedule={{ startsAt, clocks }} texts={texts} />
    </>
  );
}

function CallRows({
  schedule: { phone, from, link, email, phase },
  content,
}: CallProps) {
  const { schedulePage: texts, host } = content;
  const words = { name: host?.name ?? "", number: phone };
  const who = fillIn(host ? texts.calls : texts.weCall, words);
  const invited = email === "" ? texts.unmailed : <Address text={email} />;
  const isInvited = isComing(phase) && (email !== "" || phase === "ahead");
  return (
    <dl className="call-rows">
      <Row label={texts.where}>{link !== "" && <a href={link}>{link}</a>}</Row>
      {phone !== "" && (
        <Row label={texts.who}>
          <Numbered text={who} /> <SampleMark sample={host?.sample} />
        </Row>
      )}
      <Row label={texts.from}>
        {from !== "" && (
          <Numbered text={fillIn(texts.save, { number: from })} />
        )}
      </Row>
      <Row label={texts.invite}>{isInvited && invited}</Row>
    </dl>
  );
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Calendars({
  schedule,
  texts,
  isNext,
}: TextProps & { isNext: boolean }) {
  const links = {
    ...schedule.calendars,
    file: `${CALL_PATH}.ics?token=${schedule.token}`,
  };
  return (
    <details className="call-calendars">
      <summary className={buttonClass({ variant: isNext ? "main" : "plain" })}>
        {texts.calendars.add}
      </summary>
      <ul id={CALENDARS.slice(1)}>
        {(["google", "outlook", "work", "file"] as const).map((name) => (
          <li key={name}>
            <a href={links[name]}>{texts.calendars[name]}</a>
          </li>
        ))}
      </ul>
    </details>
  );
}

/**
 * The form is shown while the address names it, so that
 * the browser brings it into view without a script.
 */
function Changes({ schedule, content }: CallProps) {
  const { schedulePage: texts } = content;
  const path = linkOf(schedule);
  const time = shortMoment(schedule.startsAt, schedule.zone, texts);
  return (
    <>
      <div className="call-changes">
        <PageLink variant="plain" href={`${path}&move`}>
          {texts.move}
        </PageLink>
        <PageLink variant="plain" href={CANCEL_FORM}>
          {texts.cancel}
        </PageLink>
      </div>
      <form
        id={CANCEL_FORM.slice(1)}
        className="call-cancel opened"
        tabIndex={-1}
        method="post"
        action={path}
      >
        <h2>{fillIn(texts.cancelHeading, { time })}</h2>
        <p>{texts.cancelAsk}</p>
        <Field
          field={CANCEL_REASON}
          text={{ label: texts.cancelWhy }}
          content={content}
        />
        <PageLink href="#main">{fillIn(texts.keep, { time })}</PageLink>
        <Button type="submit" variant="plain" name="cancel" value="yes">
          {texts.cancelYes}
        </Button>
      </form>
    </>
  );
}
