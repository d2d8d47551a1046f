/** "/book-call": the form, or, once the lead is stored, the confirmation in its place. */
import type { ReactNode } from "react";
import type { FormState } from "../../../contract/page.ts";
import { PlainPage } from "../../components/plain-page.tsx";
import { StaticPart } from "../../components/static-part.tsx";
import { usePageTitle } from "../../components/use-page-title.ts";
import type { BookCallContent } from "../../page-content.ts";
import "../../styles/ticket.css";
import css from "./book-call-page.module.css";
import { Confirmation } from "./confirmation.tsx";
import { LeadForm as Form } from "./lead-form.tsx";
import { useLeadForm } from "./use-lead-form.ts";

export interface BookCallPageProps {
  content: BookCallContent;
  form: FormState;
}

/** Parts that need no script. */
interface StaticParts {
  next?: ReactNode;
  tiles?: ReactNode;
}

export const BookCallPage = ({ content, form: opened, next, tiles }: BookCallPageProps & StaticParts) => {
  const { bookCall } = content;
  const form = useLeadForm(content, opened);
  const { state } = form.shown;
  usePageTitle(content.titles[state === "submitting" ? "editing" : state]);
  if (form.shown.state === "submitted") {
    const { email, offer } = form.shown;
    return (
      <Confirmation {...content.confirmation} {...{ email, offer }} announce={opened.kind !== "submitted"} />
    );
  }
  return (
    <PlainPage className={css.page}>
      <div>
        <h1 id="book-call" tabIndex={-1} className="ticket-heading">
          {bookCall.heading}
        </h1>
        <p className="ticket-lead">{bookCall.lead}</p>
      </div>
      <div className={`ticket ${css.order}`}>
        <p className={`ticket-head ${css.orderHead}`}>
          <span>{bookCall.orderTitle}</span> <span>{bookCall.orderName}</span>
        </p>
        <p className={css.required}>{bookCall.required}</p>
        <Form {...form} content={content} opened={opened} />
      </div>
      <StaticPart className={css.next}>{next}</StaticPart>
      <StaticPart className={css.tiles}>{tiles}</StaticPart>
    </PlainPage>
  );
};
