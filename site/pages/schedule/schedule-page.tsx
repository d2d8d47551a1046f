/**
 * "/schedule": the open times, the form for a chosen one, and a call behind its link. The server renders each state, and
 * all of it works without a script.
 */
import type { PageState } from "../../../contract/page.ts";
import { BOOK_CALL } from "../../../contract/routes.ts";
import { buttonClass } from "../../components/button.tsx";
import { PlainFooter } from "../../components/plain-footer.tsx";
import { PlainHeader } from "../../components/plain-header.tsx";
import type { ScheduleContent } from "../../page-content.ts";
import page from "../book-call/book-call-page.module.css";
import { CallView } from "./call-view.tsx";
import { FormView } from "./form-view.tsx";
import { dayIn, hasOneName, timeIn } from "./times.ts";
import type { View } from "./view.ts";

export function SchedulePage({ state, content }: { state: PageState; content: ScheduleContent }) {
  const { schedule, form } = state;
  if (!schedule) throw new Error("The scheduling page has no state.");
  return (
    <>
      <PlainHeader />
      <main id="main" tabIndex={-1} className={page.page}>
        {schedule.view === "times" && <TimesView {...{ schedule, content }} />}
        {schedule.view === "form" && <FormView {...{ schedule, content, form }} />}
        {schedule.view === "call" && <CallView {...{ schedule, content }} />}
      </main>
      <PlainFooter />
    </>
  );
}

const ZONES = Intl.supportedValuesOf("timeZone");

function TimesView({ schedule, content }: View<"times">) {
  const { times, zone, agencyZone, notice, earlier, later } = schedule;
  const { schedulePage: said } = content;
  const days = Map.groupBy(times, (startsAt) => dayIn(startsAt, zone));
  return (
    <>
      <div className={page.words}>
        <h1>{said.heading}</h1>
        <p className={page.lead}>{times.length > 0 ? said.lead : said.empty}</p>
        {notice && <p role="alert">{said.notices[notice]}</p>}
        {times.length === 0 && (
          <p>
            <a className={buttonClass({})} href={BOOK_CALL.path}>
              {said.toForm}
            </a>
          </p>
        )}
      </div>
      <div className={page.order}>
        <form method="get" action={schedule.path}>
          <label htmlFor="zone">{said.zoneLabel}</label>
          <select id="zone" name="zone" defaultValue={zone}>
            {[...new Set([agencyZone, zone, ...ZONES])].map((name) => (
              <option key={name} value={name}>
                {name.replaceAll("_", " ")}
              </option>
            ))}
          </select>
          {schedule.token !== undefined && <input type="hidden" name="token" value={schedule.token} />}
          {schedule.path.endsWith("/call") && <input type="hidden" name="move" value="" />}
          <button className={buttonClass({ look: "plain", compact: true })}>{said.showZone}</button>
        </form>
        {[...days]
          .map(([day, open]) => ({ day, open, isNamed: !hasOneName(open, zone) }))
          .map(({ day, open, isNamed }) => (
            <section key={day} aria-label={day}>
              <h2>{day}</h2>
              <ul>
                {open.map((startsAt) => (
                  <li key={startsAt}>
                    <a href={address(schedule, { at: startsAt })}>
                      <time dateTime={startsAt}>{timeIn(startsAt, zone, isNamed)}</time>
                    </a>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        <p>
          {earlier !== undefined && <a href={address(schedule, { from: earlier })}>{said.earlier}</a>}{" "}
          {later !== undefined && <a href={address(schedule, { from: later })}>{said.later}</a>}
        </p>
      </div>
    </>
  );
}

/** The same page with something chosen. */
function address(
  { path, zone, agencyZone, token }: View<"times">["schedule"],
  chosen: Record<string, string>,
) {
  const query = new URLSearchParams(chosen);
  if (zone !== agencyZone) query.set("zone", zone);
  if (token !== undefined) query.set("token", token);
  if (path.endsWith("/call")) query.set("move", "");
  return `${path}?${query}`;
}
