import { useEffect, useState } from "react";
import type { ChosenTime } from "../../../contract/http/page.ts";
import { ASK_LINK_PATH, SCHEDULE_PATH } from "../../../contract/http/routes.ts";
import { CALL_NUMBER } from "../../../contract/lead/lead.ts";
import { HiddenInputs } from "../../components/hidden-inputs.tsx";
import { usePageTitle } from "../../components/use-page-title.ts";
import type { PageProps, ScheduleFormContent } from "../../page-content.ts";
import "../../styles/call.css";
import "../../styles/ticket.css";
import { LeadForm } from "../book-call/lead-form.tsx";
import { WhatHappensNext, TicketPage } from "../book-call/ticket-page.tsx";
import { useLeadForm } from "../book-call/use-lead-form.ts";
import { sendCall } from "./send-call.ts";
import { Facts, Host, Moment, TicketHead } from "./ticket.tsx";
import { useOwnCall } from "./use-own-call.ts";
import page from "../book-call/book-call-page.module.css";

// The board gets this function from here, because
// one more file would cost the form 200 bytes.
export { openBooked } from "./send-call.ts";

export default function ChosenTimePage(props: PageProps<ScheduleFormContent>) {
  const { schedule, content } = props;
  if (schedule?.view !== "form") throw new Error("The form has no time.");
  const call = useOwnCall();
  const hasCall = call !== undefined;
  const [code, setCode] = useState<typeof import("./own-call.tsx")>();

  // Loads on demand, because few visitors have booked a call in the same tab.
  // The form stays until then, and works where the code does not arrive.
  useEffect(() => {
    if (hasCall) import("./own-call.tsx").then(setCode, console.error);
  }, [hasCall]);

  if (!call || !code) return <FormPage {...props} schedule={schedule} />;
  const texts = content.schedulePage;
  return <code.OwnCallPage call={call} texts={texts} wanted={schedule} />;
}

type FormPageProps = PageProps<ScheduleFormContent> & { schedule: ChosenTime };

/**
 * The page of the server's answer replaces
 * the form, so Back leads to the open times.
 */
function FormPage({ form: opened, schedule, content }: FormPageProps) {
  const { schedulePage: texts, bookCall, host } = content;
  const { startsAt, zone, phone } = schedule;
  const leadForm = useLeadForm(content, opened, sendCall);
  usePageTitle(content.titles[leadForm.stage.kind]);
  const number = phone !== undefined && {
    field: CALL_NUMBER,
    text: { label: texts.phone },
    value: phone,
  };
  const beside = (
    <WhatHappensNext
      label={bookCall.nextLabel}
      steps={texts.next}
      intro={bookCall.callIntro}
      first={host && <Host {...host} />}
    >
      <a href={ASK_LINK_PATH}>{texts.ask.offer}</a>
    </WhatHappensNext>
  );
  return (
    <TicketPage
      heading={bookCall.heading}
      intro={<Facts facts={texts.facts} />}
      beside={beside}
    >
      <TicketHead schedule={schedule} texts={texts} />
      <p className={page.required}>{bookCall.required}</p>
      <LeadForm
        leadForm={leadForm}
        content={content}
        opened={opened}
        path={SCHEDULE_PATH}
        phone={number}
      >
        <div className="call-again" aria-hidden="true">
          <Moment schedule={schedule} texts={texts} />
        </div>
        <HiddenInputs fields={{ startsAt, zone }} />
      </LeadForm>
    </TicketPage>
  );
}
