/** The scheduling pages and their parts that need no script. */
import { CALL_NUMBER } from "../../../contract/lead.ts";
import type { BookedCall, ChosenTime, FormState, ScheduleState } from "../../../contract/page.ts";
import { BOOK_CALL, SCHEDULE_PATH, HOME, CALL_PATH } from "../../../contract/routes.ts";
import { telephone } from "../../../contract/telephone.ts";
import { Button, buttonClass } from "../../components/button.tsx";
import { PlainPage } from "../../components/plain-page.tsx";
import { useSharedContent } from "../../components/shared-content.ts";
import type { Content } from "../../content/schema.ts";
import type { PageProps, ScheduleFormContent } from "../../page-content.ts";
import page from "../book-call/book-call-page.module.css";
import { ErrorBanner } from "../book-call/error-banner.tsx";
import { Field } from "../book-call/field.tsx";
import formCss from "../book-call/lead-form.module.css";
import { NextSteps } from "../book-call/next-steps.tsx";
import board from "./board.module.css";
import { Nearest, Page as ScheduleForm } from "./form-page.tsx";
import { boardPath, Facts, pathOf } from "./schedule-page.tsx";
import { inZone, oursIn } from "./times.ts";
import confirmed from "../book-call/confirmation.module.css";

type Said = Content["schedulePage"];
type StillContent = ScheduleFormContent & Pick<Content, "confirmation">;
type StillProps = { schedule: ScheduleState; content: StillContent; form: FormState };

export function StillSchedule({ schedule, ...props }: StillProps) {
  if (schedule.view === "none") return <NoBoard why={schedule.why} {...props} />;
  if (schedule.view === "form") return <KnownCall {...{ schedule, ...props }} />;
  return schedule.view === "call" && <CallPage {...{ schedule, ...props }} />;
}

/** The form of a new lead, whole. */
export function WholeScheduleForm({ content, form, schedule }: PageProps<ScheduleFormContent>) {
  if (schedule?.view !== "form") throw new Error("The form has no time.");
  const { schedulePage: said, bookCall } = content;
  return (
    <ScheduleForm
      {...{ content, form, schedule }}
      intro={
        <>
          <h1 className="ticket-heading">{bookCall.heading}</h1>
          <Facts facts={said.facts} />
        </>
      }
      head={<TicketHead {...{ schedule, said }} />}
      time={
        <div aria-hidden="true">
          <Moment {...schedule} said={said} />
        </div>
      }
      next={<NextSteps label={bookCall.nextLabel} steps={said.next} intro={bookCall.callIntro} />}
    />
  );
}

/** The page without times: the reason, and other ways to book. */
function NoBoard({ why, content }: { why: keyof Said["none"]; content: StillContent }) {
  const { schedulePage: said, bookCall } = content;
  const { contactPhone } = useSharedContent().site;
  const { heading, text } = said.none[why];
  return (
    <PlainPage className={board.page}>
      <h1 className="ticket-heading">{heading}</h1>
      <p className="ticket-lead">{text}</p>
      <div className={`ticket ${board.board}`}>
        <div className={`ticket-head ${board.head}`}>
          <h2>{said.boardHeading}</h2>
        </div>
        <div className={board.blank} aria-hidden="true">
          {Array.from({ length: 15 }, (_, slot) => (
            <span key={slot} className="tag-off" />
          ))}
        </div>
        <div className={board.foot}>
          <p>
            {bookCall.callIntro} <a href={telephone(contactPhone)}>{contactPhone}</a>
          </p>
          <a className={buttonClass({})} href={why === "link" ? SCHEDULE_PATH : BOOK_CALL.path}>
            {why === "link" ? said.again : said.toForm}
          </a>
        </div>
      </div>
    </PlainPage>
  );
}

/** For a stored lead, or a call to be moved: the time, and one button. */
function KnownCall({ schedule, content, form }: StillProps & { schedule: ChosenTime }) {
  const { token = "", notice, movedFrom, zone, nearest, phone } = schedule;
  const { schedulePage: said, bookCall } = content;
  const failure = form.kind === "failed" ? form : undefined;
  const error = failure?.problems.find(({ input }) => input === CALL_NUMBER.input)?.message;
  return (
    <PlainPage className={page.page}>
      <div>
        <h1 className="ticket-heading">{movedFrom === undefined ? bookCall.heading : said.moveHeading}</h1>
        <Facts facts={said.facts} />
        {movedFrom !== undefined && (
          <p className="ticket-lead">{said.movedFrom.replace("{time}", inZone(movedFrom, zone).moment)}</p>
        )}
      </div>
      <div className={`ticket ${page.order}`}>
        <div className={nearest.length > 0 ? "ticket-gone" : undefined}>
          <TicketHead {...{ schedule, said }} />
        </div>
        <Notice {...{ notice, said }} />
        {failure && <ErrorBanner failure={failure} content={bookCall} />}
        <form
          className={`call-form ${formCss.form}`}
          action={`${pathOf(schedule)}?token=${token}`}
          method="post"
        >
          <Nearest legend={said.nearest} {...schedule} />
          {phone !== undefined && (
            <Field field={CALL_NUMBER} text={{ label: said.phone }} value={phone} {...{ content, error }} />
          )}
          <input type="hidden" name="token" value={token} />
          <Button type="submit">{movedFrom === undefined ? bookCall.submit : said.move}</Button>
        </form>
      </div>
    </PlainPage>
  );
}

function CallPage({ schedule, content }: StillProps & { schedule: BookedCall }) {
  const { phase, token, phone, link, offer, notice } = schedule;
  const { schedulePage: said, confirmation } = content;
  const { contactPhone } = useSharedContent().site;
  const isComing = phase === "ahead" || phase === "late";
  const isOn = isComing || phase === "now";
  const isNew = schedule.isNew && isComing;
  const [before, after] = said.weCall.split("{number}");
  return (
    <PlainPage className={confirmed.page}>
      <div className={isOn ? confirmed.order : `${confirmed.order} call-off`}>
        {isOn && (
          <p className={confirmed.stamp} aria-hidden="true">
            {said.stamp}
          </p>
        )}
        <h1>{isNew ? confirmation.heading : said.states[isComing ? "booked" : phase]}</h1>
        <Notice {...{ notice, said }} />
        {isNew && <p className={confirmed.lead}>{confirmation.lead}</p>}
        <Moment {...schedule} said={said} />
        {isOn && (
          <ol className={confirmed.steps}>
            {link !== "" && (
              <li>
                <a href={link}>{link}</a>
              </li>
            )}
            {phone !== "" && (
              <li>
                <span>
                  {before}
                  <span className="call-number">{phone}</span>
                  {after}
                </span>
              </li>
            )}
            {isComing && <li>{said.mailed}</li>}
            {phase !== "ahead" && (
              <li>
                <span>
                  {said.late} <a href={telephone(contactPhone)}>{contactPhone}</a>
                </span>
              </li>
            )}
          </ol>
        )}
        <div className="call-ways">
          {isComing && (
            <a className={buttonClass({})} href={`${CALL_PATH}.ics?token=${token}`}>
              {said.download}
            </a>
          )}
          {phase === "ahead" && (
            <>
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
          )}
          {!isOn && (
            <a className={buttonClass({})} href={offer}>
              {said.again}
            </a>
          )}
          <a href={HOME.path}>{confirmation.back}</a>
        </div>
      </div>
    </PlainPage>
  );
}

function Notice({ notice, said }: Pick<BookedCall, "notice"> & { said: Said }) {
  return (
    notice && (
      <p role="alert" className="call-notice">
        {said.notices[notice]}
      </p>
    )
  );
}

/** On top of the form, with the way back to the board. */
function TicketHead({ schedule, said }: { schedule: ChosenTime; said: Said }) {
  return (
    <div className={`ticket-head ${page.orderHead}`}>
      <Moment {...schedule} said={said} />
      <p className="ticket-gone-label">{said.gone}</p>
      <a className="call-back" href={boardPath(schedule, { zone: schedule.zone })}>
        {said.otherTime}
      </a>
    </div>
  );
}

type MomentProps = Pick<ChosenTime, "startsAt" | "zone" | "agencyZone"> & { said: Said };

/** In the visitor's zone, which is named, and in the agency's. */
function Moment({ startsAt, zone, agencyZone, said }: MomentProps) {
  if (startsAt === "") return null;
  const { moment, zoneName } = inZone(startsAt, zone);
  const ours = oursIn(startsAt, agencyZone, zone, said.ours);
  return (
    <p className="call-moment">
      <time dateTime={startsAt}>{moment}</time>{" "}
      <span>
        {zoneName}
        {ours && `, ${ours}`}
      </span>
    </p>
  );
}
