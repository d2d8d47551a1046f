/** The scheduling pages without a script. */
import type { ReactNode } from "react";
import { CALL_NUMBER, LEAD_COLUMNS } from "../../../contract/lead.ts";
import type { ASKED, ChosenTime, FormState, ScheduleState, ZoneChoice } from "../../../contract/page.ts";
import { BOOK_CALL, SCHEDULE_PATH, LINK_PATH } from "../../../contract/routes.ts";
import { Button, PageLink } from "../../components/button.tsx";
import { PlainPage } from "../../components/plain-page.tsx";
import { OurPhone } from "../../components/phone-link.tsx";
import type { ScheduleTexts } from "../../page-content.ts";
import page from "../book-call/book-call-page.module.css";
import { ErrorBanner } from "../book-call/error-banner.tsx";
import { Field } from "../book-call/field.tsx";
import field from "../book-call/field.module.css";
import formCss from "../book-call/lead-form.module.css";
import board from "./board.module.css";
import { CallPage, type StillContent } from "./call-page.tsx";
import { KeptPage } from "./kept-page.tsx";
import { Facts, pathOf, TicketHead } from "./ticket.tsx";
import { zonesByRegion } from "./zones.ts";

type StillProps = { schedule: ScheduleState; content: StillContent; form: FormState };

export function StillSchedule({ schedule, ...props }: StillProps) {
  if (schedule.view === "ask") return <AskForLink {...schedule} {...props} />;
  if (schedule.view === "zones") return <ZonesPage schedule={schedule} texts={props.content.schedulePage} />;
  if (schedule.view === "none") return <NoBoard why={schedule.why} {...props} />;
  if (schedule.view === "form") return <KnownCall {...{ schedule, ...props }} />;
  if (schedule.view === "kept") return <KeptPage schedule={schedule} content={props.content} />;
  return schedule.view === "call" && <CallPage {...{ schedule, ...props }} />;
}

function NoBoard({ why, content }: { why: keyof ScheduleTexts["none"]; content: StillContent }) {
  const { schedulePage: texts, bookCall } = content;
  const { heading, text } = texts.none[why];
  return (
    <PlainPage className={board.page}>
      <h1 className="ticket-heading">{heading}</h1>
      <p className="ticket-lead">{text}</p>
      <div className={`ticket ${board.board}`}>
        {why === "full" && <p className={board.stamp}>{texts.fullStamp}</p>}
        <div className={board.foot}>
          <p>
            {bookCall.callIntro} <OurPhone />
          </p>
          {why === "link" && <a href={LINK_PATH}>{texts.ask.offer}</a>}
          <PageLink href={why === "link" ? SCHEDULE_PATH : BOOK_CALL.path}>
            {why === "link" ? texts.again : texts.toForm}
          </PageLink>
        </div>
      </div>
    </PlainPage>
  );
}

interface TicketPageProps extends Partial<Pick<ScheduleTexts, "facts">> {
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

function AskForLink({ became, typed = "", content }: AskProps) {
  const { ask, again } = content.schedulePage;
  if (became === "sent")
    return (
      <PlainPage className={page.page}>
        <div role="status">
          <h1 className="ticket-heading">{ask.sentHeading}</h1>
          <p className="ticket-lead">{ask.sent}</p>
        </div>
        <PageLink href={SCHEDULE_PATH}>{again}</PageLink>
      </PlainPage>
    );
  return (
    <TicketPage heading={ask.heading} lead={ask.text}>
      <form className={`call-form ${formCss.form}`} action={LINK_PATH} method="post" noValidate>
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

/** For a stored lead: the time, the number to call, and one button. */
function KnownCall({ schedule, content, form }: StillProps & { schedule: ChosenTime }) {
  const { token = "", startsAt, zone, phone } = schedule;
  const { schedulePage: texts, bookCall } = content;
  const failure = form.kind === "failed" ? form : undefined;
  const error = failure?.problems.find(({ input }) => input === CALL_NUMBER.input)?.message;
  return (
    <TicketPage facts={texts.facts} heading={bookCall.heading}>
      <TicketHead {...{ schedule, texts }} />
      {failure && <ErrorBanner failure={failure} content={bookCall} />}
      <form
        className={`call-form ${formCss.form}`}
        action={`${SCHEDULE_PATH}?token=${token}`}
        method="post"
        noValidate
      >
        {phone !== undefined && (
          <Field
            field={CALL_NUMBER}
            text={{ label: texts.phone }}
            value={phone}
            isLast
            {...{ content, error }}
          />
        )}
        <input type="hidden" name="token" value={token} />
        <input type="hidden" name="startsAt" value={startsAt} />
        <input type="hidden" name="zone" value={zone} />
        <Button type="submit">{bookCall.submit}</Button>
      </form>
    </TicketPage>
  );
}

function ZonesPage({ schedule, texts }: { schedule: ZoneChoice; texts: ScheduleTexts }) {
  const { zone, agencyZone, now, back } = schedule;
  return (
    <TicketPage heading={texts.zoneHeading}>
      <form className={formCss.form} action={pathOf(schedule)}>
        {Object.entries(back).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div className={field.field}>
          <label htmlFor="zone">{texts.zoneLabel}</label>
          <select id="zone" name="zone" defaultValue={zone}>
            {zonesByRegion([zone, agencyZone], now, texts).map(({ name, zones }) => (
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
    </TicketPage>
  );
}
