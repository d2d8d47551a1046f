/** The chosen time, and the form of "/book-call"; somebody who is known already is asked as good as nothing. */
import { SCHEDULE_PATH } from "../../../contract/routes.ts";
import { useState, type ReactNode } from "react";
import { CONSENT_FIELD, type FormState, type ScheduleState } from "../../../contract/page.ts";
import { Button } from "../../components/button.tsx";
import { PlainFooter } from "../../components/plain-footer.tsx";
import { PlainHeader } from "../../components/plain-header.tsx";
import { usePageTitle } from "../../components/use-page-title.ts";
import page from "../book-call/book-call-page.module.css";
import { dropDraft } from "../book-call/draft.ts";
import { ErrorBanner } from "../book-call/error-banner.tsx";
import field from "../book-call/field.module.css";
import formCss from "../book-call/lead-form.module.css";
import { LeadForm } from "../book-call/lead-form.tsx";
import { post, type Send, type SendContext, type Sent } from "../book-call/send-lead.ts";
import { useLeadForm } from "../book-call/use-lead-form.ts";
import css from "./schedule.module.css";
import { dateIn, timeIn, weekdayIn } from "./times.ts";
import { Moment, type View } from "./view.tsx";
import type { ScheduleFormContent } from "../../page-content.ts";

interface FormPageProps {
  content: ScheduleFormContent;
  form: FormState;
  schedule?: ScheduleState | undefined;
}

type FormTicketProps = Pick<FormViewProps, "schedule" | "content"> & { children: ReactNode };
type FormViewProps = Pick<View<"form">, "schedule"> & Pick<FormPageProps, "content" | "form">;

export function ScheduleForm({ content, form, schedule }: FormPageProps) {
  if (schedule?.view !== "form") throw new Error("The form has no time.");
  const Form = schedule.token === undefined ? NewCall : KnownCall;
  return <Form {...{ schedule, content, form }} />;
}

/** For who comes anew. The page goes on to the booked call in its own place: Back leads to the board. */
function NewCall({ schedule: opened, content, form: openedForm }: FormViewProps) {
  const [schedule, setSchedule] = useState(opened);

  const send: Send = async (_lead, context) => {
    const sent = await sendForm(context);
    if (sent.ok && "location" in sent.row) {
      dropDraft();
      location.replace(String(sent.row.location));
      return new Promise(() => undefined);
    }
    const state = sent.ok ? undefined : scheduleOf(sent);
    if (state?.view === "form") setSchedule(state);
    return sent;
  };

  const leadForm = useLeadForm(content, openedForm, send);
  const { state } = leadForm.shown;
  usePageTitle(content.titles[state === "error" ? "error" : "editing"]);
  return (
    <Ticket {...{ schedule, content }}>
      <p className={page.required}>{content.bookCall.required}</p>
      <LeadForm {...leadForm} content={content} opened={openedForm} path={SCHEDULE_PATH}>
        <TimeFields {...{ schedule, content }} />
      </LeadForm>
    </Ticket>
  );
}

/** As a browser sends it, but that the answer is JSON. */
function sendForm(context: SendContext): Promise<Sent> {
  const body = new URLSearchParams({ [CONSENT_FIELD]: context.consentVersion });
  for (const [name, value] of new FormData(context.form))
    if (typeof value === "string") body.append(name, value);
  const headers = { "Content-Type": "application/x-www-form-urlencoded", Accept: "application/json" };
  return post(context.form.action, headers, String(body), context);
}

/** Other open times, where the answer says that the time is taken. */
function scheduleOf(sent: object): ScheduleState | undefined {
  const { body }: { body?: { schedule?: ScheduleState } } = sent;
  return body?.schedule;
}

/** For a lead that is there, and for a call that is moved: the time, and one button. */
function KnownCall({ schedule, content, form: { kind, ...failure } }: FormViewProps) {
  const { path, token = "", notice } = schedule;
  const { schedulePage: said, bookCall } = content;
  return (
    <Ticket {...{ schedule, content }}>
      {notice && (
        <p role="alert" className={css.notice}>
          {said.notices[notice]}
        </p>
      )}
      {kind === "failed" && "message" in failure && (
        <ErrorBanner failure={{ from: "backend", offerContact: false, ...failure }} content={bookCall} />
      )}
      <form className={formCss.form} action={`${path}?token=${token}`} method="post">
        <TimeFields {...{ schedule, content }} />
        <input type="hidden" name="token" value={token} />
        <Button type="submit">{path === SCHEDULE_PATH ? bookCall.submit : said.move}</Button>
      </form>
    </Ticket>
  );
}

/** The page, and the ticket with the chosen time at its top. */
function Ticket({ schedule, content, children }: FormTicketProps) {
  const { startsAt, path, token, zone } = schedule;
  const { schedulePage: said, bookCall } = content;
  const query = new URLSearchParams({ zone, ...(token !== undefined && { token }) });
  if (path !== SCHEDULE_PATH) query.set("move", "");
  return (
    <>
      <PlainHeader />
      <main id="main" tabIndex={-1} className={page.page}>
        <div className={page.text}>
          <h1>{path === SCHEDULE_PATH ? bookCall.heading : said.moveHeading}</h1>
          <ul className={css.facts}>
            {said.facts.map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
          </ul>
        </div>
        <div className={page.order}>
          <div className={page.orderHead}>
            {startsAt === "" ? <span>{said.gone}</span> : <Moment {...schedule} content={content} />}
            <a className={css.back} href={`${path}?${query}`}>
              {said.otherTime}
            </a>
          </div>
          {children}
        </div>
      </main>
      <PlainFooter />
    </>
  );
}

/** The time that is wanted, or those that are open around it, and where to call. */
function TimeFields({ schedule, content }: Pick<FormViewProps, "schedule" | "content">) {
  const { startsAt, zone, nearest, requiresPhone, phone } = schedule;
  const { schedulePage: said, bookCall } = content;
  return (
    <>
      {nearest.length > 0 ? (
        <fieldset className={css.nearest}>
          <legend>{said.nearest}</legend>
          <div className={css.times}>
            {nearest.map((one) => (
              <label key={one} className={css.tag}>
                <input type="radio" name="startsAt" value={one} required />
                <time dateTime={one}>
                  {weekdayIn(one, zone)}, {dateIn(one, zone)}, {timeIn(one, zone, true)}
                </time>
              </label>
            ))}
          </div>
        </fieldset>
      ) : (
        <input type="hidden" name="startsAt" value={startsAt} />
      )}
      <input type="hidden" name="zone" value={zone} />
      {requiresPhone && (
        <div className={field.field}>
          <label htmlFor="phone">
            {said.phone} <span className={field.optional}>({bookCall.optional})</span>
          </label>
          <input
            id="phone"
            name="phone"
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            maxLength={40}
            defaultValue={phone}
          />
        </div>
      )}
    </>
  );
}
