/** React does not hydrate these pages. */

import type { ReactNode } from "react";
import { fillIn } from "../../../contract/content/fill-in.ts";
import type * as state from "../../../contract/http/page.ts";
import {
  BOOK_CALL,
  SCHEDULE_PATH,
  ASK_LINK_PATH,
} from "../../../contract/http/routes.ts";
import {
  askedField,
  CALL_NUMBER,
  LEAD_COLUMNS,
} from "../../../contract/lead/lead.ts";
import { inZone } from "../../../contract/locale/in-zone.ts";
import { Address } from "../../components/address.tsx";
import { Button, PageLink } from "../../components/button.tsx";
import { Drawing } from "../../components/drawing.tsx";
import { HiddenInputs } from "../../components/hidden-inputs.tsx";
import { Numbered } from "../../components/numbered.tsx";
import { OurPhone } from "../../components/phone-link.tsx";
import { PlainPage } from "../../components/plain-page.tsx";
import type { ScheduleTexts } from "../../page-content.ts";
import { ErrorBanner } from "../book-call/error-banner.tsx";
import { Field } from "../book-call/field.tsx";
import { TicketPage } from "../book-call/ticket-page.tsx";
import { CallPage, type StillContent } from "./call-page.tsx";
import { shortMoment } from "./own-call.tsx";
import { roughTime } from "./part-of-day.ts";
import { boardPath, Facts, pathOf, TicketHead } from "./ticket.tsx";
import { listZones } from "./zones.ts";
import confirmed from "../book-call/confirmation.module.css";
import field from "../book-call/field.module.css";
import formCss from "../book-call/lead-form.module.css";
import board from "./board.module.css";
import "../../styles/call.css";
import "../../styles/ticket.css";

interface ContentProps {
  content: StillContent;
}

interface StillProps extends ContentProps {
  schedule: state.ScheduleState;
  form: state.FormState;
}

export function StillSchedule({ schedule, ...props }: StillProps) {
  if (schedule.view === "ask") return <AskForLink {...schedule} {...props} />;
  if (schedule.view === "zones")
    return <ZonesPage schedule={schedule} {...props} />;
  if (schedule.view === "none")
    return <NoBoard why={schedule.why} {...props} />;
  if (schedule.view === "form")
    return <KnownLeadForm schedule={schedule} {...props} />;
  if (schedule.view === "kept")
    return <KeptPage schedule={schedule} {...props} />;
  return (
    schedule.view === "call" && <CallPage schedule={schedule} {...props} />
  );
}

interface SmallPageProps {
  className?: string;
  heading: string;
  text?: ReactNode;
  drawing?: string | undefined;
  /** Whether nothing goes on from here, so the card's edge is not lit. */
  isOff?: boolean;
  children: ReactNode;
}

/** One card in the middle. */
function SmallPage({
  className = "call-small",
  heading,
  text,
  drawing,
  isOff = false,
  children,
}: SmallPageProps) {
  return (
    <PlainPage className={`${confirmed.page} ${className}`}>
      {drawing && <Drawing className="call-drawing" href={drawing} />}
      <div
        className={`${confirmed.order} call-kept ${isOff ? "call-off" : ""}`}
      >
        <div>
          <h1>{heading}</h1>
          {text !== undefined && <p>{text}</p>}
        </div>
        {children}
      </div>
    </PlainPage>
  );
}

function TalkNow({ content }: ContentProps) {
  return (
    <p className="call-otherwise">
      {content.bookCall.callIntro} <OurPhone />
    </p>
  );
}

type NoBoardProps = ContentProps & {
  why: keyof ScheduleTexts["none"];
};

function NoBoard({ why, content }: NoBoardProps) {
  const { none, fullStamp, ask } = content.schedulePage;
  const { again, toForm } = content.schedulePage;
  const { drawings } = content.schedulePage;
  return (
    <SmallPage
      {...none[why]}
      drawing={why === "link" ? drawings.link : drawings.off}
      isOff
    >
      {why === "full" && <p className={board.stamp}>{fullStamp}</p>}
      <div className="call-way">
        {why === "link" && (
          <PageLink href={ASK_LINK_PATH}>{ask.button}</PageLink>
        )}
        {why === "link" ? (
          <PageLink variant="plain" href={SCHEDULE_PATH}>
            {again}
          </PageLink>
        ) : (
          <PageLink href={BOOK_CALL.path}>{toForm}</PageLink>
        )}
      </div>
      <TalkNow content={content} />
    </SmallPage>
  );
}

type AskProps = ContentProps & Extract<state.ScheduleState, { view: "ask" }>;

function AskForLink({ step, typed = "", content }: AskProps) {
  const { ask, drawings } = content.schedulePage;
  const confirmation = (
    <>
      <strong className="call-typed">
        <Address text={typed} />
      </strong>{" "}
      {ask.sent}
    </>
  );
  if (step === "sent")
    return (
      <SmallPage
        heading={ask.sentHeading}
        text={confirmation}
        drawing={drawings.sent}
      >
        <div className="call-way">
          <PageLink variant="plain" href={ASK_LINK_PATH}>
            {ask.askAgain}
          </PageLink>
        </div>
        <TalkNow content={content} />
      </SmallPage>
    );
  return (
    <SmallPage heading={ask.heading} text={ask.text} drawing={drawings.ask}>
      <form
        className="call-way"
        action={ASK_LINK_PATH}
        method="post"
        noValidate
      >
        <Field
          field={LEAD_COLUMNS.email}
          text={ask}
          value={typed}
          error={step === "wrong" ? ask.wrong : undefined}
          content={content}
        />
        <Button type="submit">{ask.button}</Button>
      </form>
      <TalkNow content={content} />
    </SmallPage>
  );
}

function KnownLeadForm({
  schedule,
  content,
  form,
}: StillProps & { schedule: state.ChosenTime }) {
  const { token = "", startsAt, zone, phone } = schedule;
  const { schedulePage: texts, bookCall } = content;
  const failure = form.kind === "failed" ? form : undefined;
  const error = failure?.problems.find(
    ({ input }) => input === CALL_NUMBER.input,
  )?.message;
  const action = `${SCHEDULE_PATH}?token=${token}`;
  return (
    <TicketPage
      heading={bookCall.heading}
      intro={<Facts facts={texts.facts} />}
    >
      <TicketHead schedule={schedule} texts={texts} />
      {failure && <ErrorBanner failure={failure} content={bookCall} />}
      <form
        className={`call-form ${formCss.form}`}
        action={action}
        method="post"
        noValidate
      >
        {phone !== undefined && (
          <Field
            field={CALL_NUMBER}
            text={{ label: texts.phone }}
            value={phone}
            error={error}
            content={content}
          />
        )}
        <HiddenInputs fields={{ token, startsAt, zone }} />
        <Button type="submit">{bookCall.submit}</Button>
      </form>
    </TicketPage>
  );
}

function ZonesPage({
  schedule,
  content,
}: ContentProps & { schedule: state.ZoneChoice }) {
  const { schedulePage: texts } = content;
  const { zone, agencyZone, now, back } = schedule;
  const regions = Map.groupBy(
    listZones([zone, agencyZone], now, content),
    ({ region }) => region,
  );
  return (
    <SmallPage heading={texts.zoneHeading}>
      <form className="call-way" action={pathOf(schedule)}>
        <HiddenInputs fields={back} />
        <div className={field.field}>
          <label htmlFor="zone">{texts.zoneLabel}</label>
          <select id="zone" name="zone" defaultValue={zone}>
            {Array.from(regions, ([name, zones]) => (
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
        <Button type="submit">{texts.zoneButton}</Button>
      </form>
    </SmallPage>
  );
}

type KeptProps = ContentProps & { schedule: state.KeptLead };

function KeptPage({ schedule, content }: KeptProps) {
  const { why, wishedAt, zone } = schedule;
  const { nearest, phone = "", answerBy } = schedule;
  const { kept, notices, allTimes, locale } = content.schedulePage;
  const answer =
    answerBy &&
    fillIn(phone === "" ? kept.reply : kept.call, {
      number: phone,
      time: roughTime(answerBy, zone, { kept, locale }),
    });
  const time = wishedAt && shortMoment(wishedAt, zone, content.schedulePage);
  const heading = time ? fillIn(kept[why].heading, { time }) : notices.never;
  return (
    <SmallPage className="" heading={heading} text={kept[why].text}>
      {nearest.length > 0 && (
        <NearestTimes schedule={schedule} content={content} />
      )}
      {why === "has-call" && (
        <PageLink href={ASK_LINK_PATH}>{kept.mailLink}</PageLink>
      )}
      {!["has-call", "limit", "full"].includes(why) && (
        <a className="call-back" href={boardPath(schedule, { zone })}>
          {allTimes}
        </a>
      )}
      {answer ? (
        <p className="call-otherwise">
          {nearest.length > 0 && `${kept.noneOfThese} `}
          <Numbered text={answer} />
        </p>
      ) : (
        <TalkNow content={content} />
      )}
    </SmallPage>
  );
}

function NearestTimes({ schedule, content }: KeptProps) {
  const { token = "", nearest, zone, phone } = schedule;
  const { schedulePage: texts } = content;
  const inputs = {
    [CALL_NUMBER.input]: phone,
    [askedField(CALL_NUMBER.input)]: phone,
  };
  return (
    <form action={`${SCHEDULE_PATH}?token=${token}`} method="post" noValidate>
      {/* Enter in the number's field presses the
          first button, so that button is disabled. */}
      <input type="submit" disabled hidden />
      {phone === "" && (
        <Field
          field={CALL_NUMBER}
          text={{ label: texts.phone }}
          content={content}
        />
      )}
      {phone && <HiddenInputs fields={inputs} />}
      <HiddenInputs fields={{ token, zone }} />
      {nearest.map((startsAt) => {
        const moment = shortMoment(startsAt, zone, texts);
        const { zone: clock } = inZone(startsAt, zone, texts.locale);
        return (
          <Button
            key={startsAt}
            type="submit"
            variant="plain"
            name="startsAt"
            value={startsAt}
            aria-label={`${moment}, ${clock}`}
          >
            <time dateTime={startsAt}>{moment}</time>
          </Button>
        );
      })}
    </form>
  );
}
