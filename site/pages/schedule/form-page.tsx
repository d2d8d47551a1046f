import { lazy, Suspense, useRef } from "react";
import type { ChosenTime, FormInput } from "../../../contract/page.ts";
import { ASK_LINK_PATH, SCHEDULE_PATH } from "../../../contract/routes.ts";
import { usePageTitle } from "../../components/use-page-title.ts";
import type { PageProps, ScheduleFormContent } from "../../page-content.ts";
import "../../styles/ticket.css";
import page from "../book-call/book-call-page.module.css";
import { CONFIRMED_FIELDS } from "../book-call/field.tsx";
import { LeadForm } from "../book-call/lead-form.tsx";
import { post, type Send, type SendContext, type SendAnswer } from "../book-call/send-lead.ts";
import { NextSteps, TicketPage } from "../book-call/ticket-page.tsx";
import { announceStored, useLeadForm } from "../book-call/use-lead-form.ts";
import { keepOwnCall } from "../../booked-call.ts";
import { Facts, Moment, TicketHead } from "./ticket.tsx";
import { useOwnCall } from "./use-own-call.ts";

/** Loaded only by a tab that has booked a call, as few have. */
const OwnCallPage = lazy(async () => ({ default: (await import("./own-call.tsx")).OwnCallPage }));

/** Sends the form as it was when the attempt was made: called again, it sends the same lead. */
type Attempt = () => Promise<SendAnswer>;

type Asked = Partial<Record<FormInput, string>>;

export function Page(props: PageProps<ScheduleFormContent>) {
  const { schedule, content } = props;
  if (schedule?.view !== "form") throw new Error("The form has no time.");
  const call = useOwnCall();
  if (!call) return <FormPage {...props} schedule={schedule} />;
  return (
    <Suspense>
      <OwnCallPage call={call} texts={content.schedulePage} wanted={schedule} />
    </Suspense>
  );
}

type FormPageProps = PageProps<ScheduleFormContent> & { schedule: ChosenTime };

/** The page that the server answers with replaces this one, so Back leads to the open times. */
function FormPage({ form: opened, schedule, content }: FormPageProps) {
  const { schedulePage: texts, bookCall } = content;
  const { startsAt, zone, phone } = schedule;
  /** For each field's name, the text that the server doubted. Sent again, it is accepted. */
  const asked = useRef<Asked>({});
  const unanswered = useRef<Attempt[]>([]);

  // Not async: it throws when the request cannot be sent, and the browser sends the form instead.
  const send: Send = (_lead, context) => {
    const attempt = attemptOf(context, asked.current);
    return followAnswer(attempt, attempt(), new FormData(context.form));
  };

  async function followAnswer(attempt: Attempt, sent: Promise<SendAnswer>, typed: FormData) {
    let result = await sent;
    for (const { input } of "problems" in result ? result.problems : []) {
      const text = typed.get(input);
      if (typeof text === "string") asked.current[input] = text;
    }
    if ("failure" in result) unanswered.current.push(attempt);
    // The form was stored, but its time is taken. Perhaps an earlier attempt took it, whose answer
    // was lost, so that attempt is repeated.
    else if (!result.ok && result.status === 409)
      for (const sendAgain of unanswered.current) {
        const earlier = await sendAgain();
        if (earlier.ok) result = earlier;
      }
    const answer: { location?: unknown } = ("body" in result && result.body) || {};
    if (typeof answer.location !== "string") return result;
    // The tab forgets its draft, unless the call could not be booked: then Back shows the text.
    announceStored(result.ok);
    const path = answer.location.replace("&booked", "");
    if (answer.location.endsWith("&booked")) keepOwnCall({ path, startsAt, zone });
    location.replace(answer.location);
    return new Promise<never>(() => undefined);
  }

  const leadForm = useLeadForm(content, opened, send);
  usePageTitle(content.titles[leadForm.stage.state === "error" ? "error" : "editing"]);
  const number = phone !== undefined && { label: texts.phone, value: phone };
  const beside = (
    <NextSteps label={bookCall.nextLabel} steps={texts.next} intro={bookCall.callIntro}>
      <a href={ASK_LINK_PATH}>{texts.ask.offer}</a>
    </NextSteps>
  );
  return (
    <TicketPage heading={bookCall.heading} intro={<Facts facts={texts.facts} />} beside={beside}>
      <TicketHead schedule={schedule} texts={texts} />
      <p className={page.required}>{bookCall.required}</p>
      <LeadForm {...leadForm} content={content} opened={opened} path={SCHEDULE_PATH} phone={number}>
        <div className="call-again" aria-hidden="true">
          <Moment schedule={schedule} texts={texts} />
        </div>
        <input type="hidden" name="startsAt" value={startsAt} />
        <input type="hidden" name="zone" value={zone} />
      </LeadForm>
    </TicketPage>
  );
}

function attemptOf(context: SendContext, asked: Asked): Attempt {
  const fields = new FormData(context.form);
  for (const [name, text] of Object.entries(asked)) fields.set(CONFIRMED_FIELDS[name] ?? "", text);
  const body = new URLSearchParams();
  for (const [name, value] of fields) if (typeof value === "string") body.append(name, value);
  return () => post(context.form.action, { Accept: "application/json" }, body, context);
}
