/** The form of "/book-call" for a chosen time. Static parts keep their HTML. */
import { useState, type ReactNode } from "react";
import { CONFIRMED_EMAIL_FIELD } from "../../../contract/validation.ts";
import { LEAD_COLUMNS } from "../../../contract/lead.ts";
import { CONSENT_FIELD, type ChosenTime, type ScheduleState } from "../../../contract/page.ts";
import { SCHEDULE_PATH } from "../../../contract/routes.ts";
import { PlainPage } from "../../components/plain-page.tsx";
import { StaticPart } from "../../components/static-part.tsx";
import { usePageTitle } from "../../components/use-page-title.ts";
import type { PageProps, ScheduleFormContent } from "../../page-content.ts";
import "../../styles/ticket.css";
import page from "../book-call/book-call-page.module.css";
import { LeadForm } from "../book-call/lead-form.tsx";
import { post, sendLead, type Send, type SendContext, type Sent } from "../book-call/send-lead.ts";
import { announceStored, useLeadForm } from "../book-call/use-lead-form.ts";

/** `head`: the chosen time, on top of the ticket; `time`: again, above the button. */
type StaticParts = Partial<Record<"intro" | "head" | "time" | "next", ReactNode>>;

/** Repeats each attempt that had no answer, and may have booked the call. */
const unanswered: (() => Promise<Sent>)[] = [];

/** The page goes on to the booked call in its own place: Back leads to the board. */
export function Page({ form: opened, schedule, ...props }: PageProps<ScheduleFormContent> & StaticParts) {
  const { content, intro, head, time, next } = props;
  if (schedule?.view !== "form") throw new Error("No time.");
  const { schedulePage: said, bookCall } = content;
  const { startsAt, zone, phone } = schedule;
  /** Open times, once the chosen one is taken. */
  const [nearest, setNearest] = useState(schedule.nearest);

  const send: Send = async (lead, context) => {
    const attempt = attemptOf(context);
    let sent = await attempt();
    if ("failure" in sent) unanswered.push(attempt);
    // Refused for the call of the same address, or for that at the same time.
    else if (!sent.ok && sent.status === 409)
      for (const repeat of unanswered) {
        const earlier = await repeat();
        if (!earlier.ok) continue;
        // The call is booked with other text than this, which is stored beside it.
        const beside = await sendLead(lead, context);
        sent = beside.ok ? earlier : beside;
        break;
      }
    if (sent.ok && "location" in sent.row) {
      announceStored();
      location.replace(String(sent.row.location));
      return new Promise(() => undefined);
    }
    const body: { schedule?: ScheduleState } | undefined = "body" in sent ? sent.body : undefined;
    // Another failure changes nothing about a time that was chosen from the list.
    if (body?.schedule?.view === "form" && body.schedule.nearest.length > 0)
      setNearest(body.schedule.nearest);
    return sent;
  };

  const leadForm = useLeadForm(content, opened, send);
  usePageTitle(content.titles[leadForm.shown.state === "error" ? "error" : "editing"]);
  return (
    <PlainPage className={page.page}>
      <StaticPart>{intro}</StaticPart>
      <div className={`ticket ${page.order}`}>
        <StaticPart className={nearest.length > 0 ? "ticket-gone" : undefined}>{head}</StaticPart>
        <p className={page.required}>{bookCall.required}</p>
        <LeadForm
          {...leadForm}
          content={content}
          opened={opened}
          path={SCHEDULE_PATH}
          phone={phone !== undefined && { label: said.phone, value: phone }}
        >
          <StaticPart className="call-again">{time}</StaticPart>
          <Nearest legend={said.nearest} {...{ nearest, startsAt, zone }} />
        </LeadForm>
      </div>
      <StaticPart className={page.next}>{next}</StaticPart>
    </PlainPage>
  );
}

/** Sends the form as it is now, like a browser, but gets JSON; the page itself has asked about a mistyped address. */
function attemptOf(context: SendContext): () => Promise<Sent> {
  const fields = new FormData(context.form);
  fields.set(CONSENT_FIELD, context.consentVersion);
  fields.set(CONFIRMED_EMAIL_FIELD, fields.get(LEAD_COLUMNS.email.input) ?? "");
  const body = new URLSearchParams();
  for (const [name, value] of fields) if (typeof value === "string") body.append(name, value);
  return () => post(context.form.action, { Accept: "application/json" }, body, context);
}

type NearestProps = Pick<ChosenTime, "nearest" | "startsAt" | "zone"> & { legend: string };

/** The chosen time as the form sends it, or those that are open around one that is not. Engines name a few zones differently. */
export function Nearest({ legend, nearest, startsAt, zone }: NearestProps) {
  return (
    <>
      {nearest.length === 0 ? (
        <input type="hidden" name="startsAt" value={startsAt} />
      ) : (
        <fieldset className="ticket-nearest">
          <legend>{legend}</legend>
          <div className="tags">
            {nearest.map((one) => (
              <label key={one} className="tag">
                <input type="radio" name="startsAt" value={one} required />
                <time dateTime={one} suppressHydrationWarning>
                  {new Date(one).toLocaleString("en-US", {
                    timeZone: zone,
                    weekday: "short",
                    month: "short",
                    day: "numeric",
                    hour: "numeric",
                    minute: "2-digit",
                    timeZoneName: "short",
                  })}
                </time>
              </label>
            ))}
          </div>
        </fieldset>
      )}
      <input type="hidden" name="zone" value={zone} />
    </>
  );
}
