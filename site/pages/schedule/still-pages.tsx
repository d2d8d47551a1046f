/** The scheduling pages without a script. */
import type { ReactNode } from "react";
import { CALL_NUMBER, LEAD_COLUMNS } from "../../../contract/lead.ts";
import {
  type ASKED,
  type ChosenTime,
  type FormState,
  type ScheduleState,
  type ZoneChoice,
} from "../../../contract/page.ts";
import { BOOK_CALL, SCHEDULE_PATH, LINK_PATH } from "../../../contract/routes.ts";
import { Button, buttonClass } from "../../components/button.tsx";
import { PlainPage } from "../../components/plain-page.tsx";
import { OurPhone } from "../../components/phone-link.tsx";
import type { ScheduleContent } from "../../page-content.ts";
import page from "../book-call/book-call-page.module.css";
import { ErrorBanner } from "../book-call/error-banner.tsx";
import { Field } from "../book-call/field.tsx";
import field from "../book-call/field.module.css";
import formCss from "../book-call/lead-form.module.css";
import board from "./board.module.css";
import { CallPage, type StillContent } from "./call-page.tsx";
import { boardPath, Facts, pathOf, TicketHead } from "./ticket.tsx";
import { Notice } from "./notice.tsx";
import { inZone } from "../../../contract/locale/in-zone.ts";
import { zonesByRegion } from "./zones.ts";

type Said = ScheduleContent["schedulePage"];
type StillProps = { schedule: ScheduleState; content: StillContent; form: FormState };

export function StillSchedule({ schedule, ...props }: StillProps) {
  if (schedule.view === "ask") return <AskForLink {...schedule} {...props} />;
  if (schedule.view === "zones") return <ZonesPage schedule={schedule} said={props.content.schedulePage} />;
  if (schedule.view === "none") return <NoBoard why={schedule.why} {...props} />;
  if (schedule.view === "form") {
    const { kept } = schedule;
    return kept ? <KeptLead {...{ schedule, kept, ...props }} /> : <KnownCall {...{ schedule, ...props }} />;
  }
  return schedule.view === "call" && <CallPage {...{ schedule, ...props }} />;
}

/** The page without times: the reason, and other ways to book. */
function NoBoard({ why, content }: { why: keyof Said["none"]; content: StillContent }) {
  const { schedulePage: said, bookCall } = content;
  const { heading, text } = said.none[why];
  return (
    <PlainPage className={board.page}>
      <h1 className="ticket-heading">{heading}</h1>
      <p className="ticket-lead">{text}</p>
      <div className={`ticket ${board.board}`}>
        {why === "full" && <p className={board.stamp}>{said.fullStamp}</p>}
        <div className={board.foot}>
          <p>
            {bookCall.callIntro} <OurPhone />
          </p>
          {why === "link" && <a href={LINK_PATH}>{said.ask.offer}</a>}
          <a className={buttonClass({})} href={why === "link" ? SCHEDULE_PATH : BOOK_CALL.path}>
            {why === "link" ? said.again : said.toForm}
          </a>
        </div>
      </div>
    </PlainPage>
  );
}

interface TicketPageProps extends Partial<Pick<Said, "facts">> {
  heading: string;
  lead?: string | undefined;
  children: ReactNode;
}

function TicketPage({ heading, facts, lead, children }: TicketPageProps) {
  return (
    <PlainPage className={page.page}>
      <div>
        <h1 className="ticket-heading">{heading}</h1>
        {facts && <Facts facts={facts} />}
        {lead !== undefined && <p className="ticket-lead">{lead}</p>}
      </div>
      <div className={`ticket ${page.order}`}>{children}</div>
    </PlainPage>
  );
}

type AskProps = Pick<StillProps, "content"> & { became: (typeof ASKED)[number]; typed?: string };

/** For a visitor who lost an invitation. */
function AskForLink({ became, typed = "", content }: AskProps) {
  const { ask, again } = content.schedulePage;
  if (became === "sent")
    return (
      <PlainPage className={page.page}>
        <div role="status">
          <h1 className="ticket-heading">{ask.sentHeading}</h1>
          <p className="ticket-lead">{ask.sent}</p>
        </div>
        <a className={buttonClass({})} href={SCHEDULE_PATH}>
          {again}
        </a>
      </PlainPage>
    );
  return (
    <TicketPage heading={ask.heading} lead={ask.text}>
      <form className={`call-form ${formCss.form}`} action={LINK_PATH} method="post">
        <Field
          field={LEAD_COLUMNS.email}
          text={{ label: ask.label }}
          value={typed}
          error={became === "wrong" ? ask.wrong : undefined}
          isLast
          content={content}
        />
        <Button type="submit">{ask.button}</Button>
      </form>
    </TicketPage>
  );
}

/** For a stored lead, or a call to be moved: the time, and one button. */
function KnownCall({ schedule, content, form }: KnownProps) {
  const { notice, movedFrom, zone, nearest } = schedule;
  const { schedulePage: said, bookCall } = content;
  const title =
    movedFrom === undefined
      ? { heading: bookCall.heading }
      : {
          heading: said.moveHeading,
          lead: said.movedFrom.replace("{time}", inZone(movedFrom, zone, said.locale).moment),
        };
  return (
    <TicketPage facts={said.facts} {...title}>
      <div className={nearest.length > 0 ? "ticket-gone" : undefined}>
        <TicketHead {...{ schedule, said }} />
      </div>
      <Notice {...{ notice, said }} />
      <TimeForm {...{ schedule, content, form }} />
    </TicketPage>
  );
}

type KnownProps = StillProps & { schedule: ChosenTime };

/** The lead is stored, and why its call is not booked; another time books it without typing again. */
function KeptLead({ schedule, content, form, kept }: KnownProps & Pick<Required<ChosenTime>, "kept">) {
  const { zone, nearest } = schedule;
  const { schedulePage: said, bookCall } = content;
  const hasCall = kept.why === "has-call";
  const time = kept.wishedAt === undefined ? "" : inZone(kept.wishedAt, zone, said.locale).moment;
  return (
    <TicketPage heading={said.kept.heading} lead={said.kept[kept.why].replace("{time}", time)}>
      <div className={`ticket-head ${page.orderHead}`}>
        <p>
          {bookCall.callIntro} <OurPhone />
        </p>
        <a className="call-back" href={hasCall ? LINK_PATH : boardPath(schedule, { zone })}>
          {hasCall ? said.ask.offer : said.otherTime}
        </a>
      </div>
      {nearest.length > 0 && <TimeForm {...{ schedule, content, form }} />}
    </TicketPage>
  );
}

/** Books or moves the call of a link: nothing but the time, and the number to call, is asked. */
function TimeForm({ schedule, content, form }: KnownProps) {
  const { token = "", movedFrom, phone } = schedule;
  const { schedulePage: said, bookCall } = content;
  const failure = form.kind === "failed" ? form : undefined;
  const error = failure?.problems.find(({ input }) => input === CALL_NUMBER.input)?.message;
  return (
    <>
      {failure && <ErrorBanner failure={failure} content={bookCall} />}
      <form
        className={`call-form ${formCss.form}`}
        action={`${pathOf(schedule)}?token=${token}`}
        method="post"
      >
        <Nearest said={said} {...schedule} />
        {phone !== undefined && (
          <Field
            field={CALL_NUMBER}
            text={{ label: said.phone }}
            value={phone}
            isLast
            {...{ content, error }}
          />
        )}
        <input type="hidden" name="token" value={token} />
        <Button type="submit">{movedFrom === undefined ? bookCall.submit : said.move}</Button>
      </form>
    </>
  );
}

type NearestProps = Pick<ChosenTime, "nearest" | "startsAt" | "zone"> & { said: Said };

/** The chosen time as the form sends it, or those that are open around one that is not. */
function Nearest({ said, nearest, startsAt, zone }: NearestProps) {
  const words = (time: string) => {
    const { shortDay, named } = inZone(time, zone, said.locale);
    return shortDay + named;
  };
  return (
    <>
      {nearest.length === 0 ? (
        <input type="hidden" name="startsAt" value={startsAt} />
      ) : (
        <fieldset className="ticket-nearest">
          <legend>{said.nearest}</legend>
          <div className="tags">
            {nearest.map((one) => (
              <label key={one} className="tag">
                <input type="radio" name="startsAt" value={one} required />
                <time dateTime={one}>{words(one)}</time>
              </label>
            ))}
          </div>
        </fieldset>
      )}
      <input type="hidden" name="zone" value={zone} />
    </>
  );
}

/** The zones: a list with a button, which leads back to the board. */
function ZonesPage({ schedule, said }: { schedule: ZoneChoice; said: Said }) {
  const { zone, agencyZone, now, back } = schedule;
  return (
    <TicketPage heading={said.zoneHeading}>
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
    </TicketPage>
  );
}
