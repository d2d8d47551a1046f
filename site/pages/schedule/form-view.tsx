/** The chosen time, and all that is asked before it is booked: nothing of who is known already. */
import { HONEYPOT_FIELD } from "../../../contract/form-timing.ts";
import { SCHEDULE_PATH } from "../../../contract/booking.ts";
import { LEAD_COLUMNS, leadColumns } from "../../../contract/lead.ts";
import { CONSENT_FIELD, type FormState } from "../../../contract/page.ts";
import { Button } from "../../components/button.tsx";
import page from "../book-call/book-call-page.module.css";
import { ErrorBanner } from "../book-call/error-banner.tsx";
import { Field } from "../book-call/field.tsx";
import field from "../book-call/field.module.css";
import css from "../book-call/lead-form.module.css";
import { momentIn } from "./times.ts";
import type { View } from "./view.ts";

export function FormView({ schedule, content, form }: View<"form"> & { form: FormState }) {
  const { startsAt, zone, agencyZone, nearest, path, token, notice } = schedule;
  const { schedulePage: said, bookCall } = content;
  const failed = form.kind === "failed" ? form : undefined;
  const isNew = token === undefined;
  const query = token === undefined ? "" : `?token=${token}`;
  const back = path === SCHEDULE_PATH ? `${path}${query}` : `${path}${query}&move`;
  return (
    <>
      <div className={page.words}>
        <h1>{path === SCHEDULE_PATH ? bookCall.heading : said.moveHeading}</h1>
        {startsAt !== "" && (
          <p className={page.lead}>
            <time dateTime={startsAt}>{momentIn(startsAt, zone)}</time>
            {zone !== agencyZone && ` (${said.ours.replace("{time}", momentIn(startsAt, agencyZone))})`}
          </p>
        )}
        <p>
          <a href={back}>{said.otherTime}</a>
        </p>
      </div>
      <div className={page.order}>
        {notice && <p role="alert">{said.notices[notice]}</p>}
        {failed && (
          <ErrorBanner failure={{ from: "backend", offerContact: false, ...failed }} content={bookCall} />
        )}
        <form className={css.form} action={path === SCHEDULE_PATH ? path : `${path}${query}`} method="post">
          {nearest.length > 0 && (
            <fieldset>
              <legend>{said.nearest}</legend>
              {nearest.map((one) => (
                <label key={one}>
                  <input type="radio" name="startsAt" value={one} required /> {momentIn(one, zone)}
                </label>
              ))}
            </fieldset>
          )}
          {nearest.length === 0 && <input type="hidden" name="startsAt" value={startsAt} />}
          <input type="hidden" name="zone" value={zone} />
          {token !== undefined && <input type="hidden" name="token" value={token} />}
          {schedule.asksPhone && (
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
                defaultValue={schedule.phone}
              />
            </div>
          )}
          {isNew &&
            leadColumns.map((column) => {
              const { input } = LEAD_COLUMNS[column];
              const error = failed?.problems.find((problem) => problem.input === input)?.message;
              return (
                <Field key={column} {...{ column, content, error }} value={failed?.values[input] ?? ""} />
              );
            })}
          <input name={HONEYPOT_FIELD} autoComplete="off" hidden />
          <div className={css.send}>
            <Button type="submit" name={CONSENT_FIELD} value={content.consentVersion}>
              {path === SCHEDULE_PATH ? bookCall.submit : said.move}
            </Button>
            {isNew && <p className={css.consent}>{bookCall.consent}</p>}
          </div>
        </form>
      </div>
    </>
  );
}
