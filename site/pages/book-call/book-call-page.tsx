/** "/book-call": the form, or, once the lead is stored, the confirmation in its place. */
import type { FormState } from "../../../contract/page.ts";
import { Icon } from "../../components/icon.tsx";
import { PlainHeader } from "../../components/plain-header.tsx";
import { usePageTitle } from "../../components/use-page-title.ts";
import type { BookCallWords } from "../../words.ts";
import css from "./book-call-page.module.css";
import { Confirmation } from "./confirmation.tsx";
import { LeadForm as Form } from "./lead-form.tsx";
import { tileIcons } from "./tile-icons.ts";
import { useLeadForm } from "./use-lead-form.ts";

interface BookCallPageProps {
  content: BookCallWords;
  /** What the form shows when the page opens. */
  form: FormState;
}

export const BookCallPage = ({ content: words, form: opened }: BookCallPageProps) => {
  const { bookCall, tiles } = words;
  const form = useLeadForm(words, opened);
  const { state } = form.shown;
  usePageTitle(words.titles[state === "submitting" ? "editing" : state]);
  if (state === "submitted")
    return <Confirmation {...words.confirmation} announce={opened.kind !== "submitted"} />;
  return (
    <>
      <PlainHeader />
      <main id="main" tabIndex={-1} className={css.page}>
        <div className={css.words}>
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
          <Form {...form} words={words} opened={opened} />
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
    </>
  );
};
