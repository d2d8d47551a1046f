/** The page of the form with the parts that need no script, as the server renders it. */
import { NextSteps } from "../book-call/next-steps.tsx";
import { ScheduleForm, type FormPageProps } from "./form-page.tsx";
import { ChosenTime, PageIntro } from "./still-pages.tsx";

export function WholeScheduleForm({ content, form, schedule }: FormPageProps) {
  if (schedule?.view !== "form") throw new Error("The form has no time.");
  const { schedulePage: said, bookCall } = content;
  return (
    <ScheduleForm
      {...{ content, form, schedule }}
      intro={<PageIntro heading={bookCall.heading} facts={said.facts} />}
      head={<ChosenTime {...{ schedule, said }} />}
      next={<NextSteps label={bookCall.nextLabel} steps={said.next} intro={bookCall.callIntro} />}
    />
  );
}
