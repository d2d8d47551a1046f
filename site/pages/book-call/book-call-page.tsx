/** "/book-call": the form, or, once the lead is stored, the confirmation in its place. */
import type { FormState } from "../../../contract/page.ts";
import { telephone } from "../../../contract/telephone.ts";
import { Icon } from "../../components/icon.tsx";
import { PlainFooter } from "../../components/plain-footer.tsx";
import { PlainHeader } from "../../components/plain-header.tsx";
import { useSharedContent } from "../../components/shared-content.ts";
import { usePageTitle } from "../../components/use-page-title.ts";
import type { BookCallContent } from "../../page-content.ts";
import css from "./book-call-page.module.css";
import { Confirmation } from "./confirmation.tsx";
import { LeadForm as Form } from "./lead-form.tsx";
import { useLeadForm } from "./use-lead-form.ts";
import { CircleCheck, Clock, Lock, type IconNode } from "lucide";

/** The icons that the tiles of `site/content/book-call.ts` may name. */
type Name = BookCallContent["tiles"][number]["icon"];

const tileIcons: Record<Name, IconNode> = { lock: Lock, clock: Clock, check: CircleCheck };

interface BookCallPageProps {
  content: BookCallContent;
  form: FormState;
}

export const BookCallPage = ({ content, form: opened }: BookCallPageProps) => {
  const { bookCall, tiles } = content;
  const { contactPhone } = useSharedContent().site;
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
    <>
      <PlainHeader />
      <main id="main" tabIndex={-1} className={css.page}>
        <div className={css.text}>
          <h1 id="book-call" tabIndex={-1}>
            {bookCall.heading}
          </h1>
          <p className={css.lead}>{bookCall.lead}</p>
        </div>
        <div className={css.order}>
          <p className={css.orderHead}>
            <span>{bookCall.orderTitle}</span> <span>{bookCall.orderName}</span>
          </p>
          <p className={css.required}>{bookCall.required}</p>
          <Form {...form} content={content} opened={opened} />
        </div>
        <div className={css.next}>
          <p id="next">{bookCall.nextLabel}</p>
          <ol aria-labelledby="next">
            {bookCall.next.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          <p>
            {bookCall.callIntro} <a href={telephone(contactPhone)}>{contactPhone}</a>
          </p>
        </div>
        {tiles.length > 0 && (
          <ul className={css.tiles}>
            {tiles.map(({ icon, title: name, text }) => (
              <li key={name}>
                <Icon drawing={tileIcons[icon]} />
                <strong>{name}</strong>
                <span>{text}</span>
              </li>
            ))}
          </ul>
        )}
      </main>
      <PlainFooter />
    </>
  );
};
