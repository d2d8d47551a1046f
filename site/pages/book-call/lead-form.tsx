/**
 * Without a script, the form posts to `path`.
 * A site without a server needs the script.
 */

import type { ReactNode } from "react";
import { attempt } from "../../../contract/attempt.ts";
import {
  CONSENT_FIELD,
  type FormState,
  type FormValues,
} from "../../../contract/http/page.ts";
import { HONEYPOT_FIELD } from "../../../contract/http/rest-api.ts";
import { BOOK_CALL } from "../../../contract/http/routes.ts";
import {
  askedField,
  columnNames,
  leadField,
  type LeadField,
} from "../../../contract/lead/lead.ts";
import { Button } from "../../components/button.tsx";
import { useHydrated } from "../../components/use-hydrated.ts";
import type { BookCallContent } from "../../page-content.ts";
import { visit } from "../../visit.ts";
import { ErrorBanner, WaysToReachUs } from "./error-banner.tsx";
import { Field } from "./field.tsx";
import type { useLeadForm } from "./use-lead-form.ts";
import css from "./lead-form.module.css";

const FORM_ID = "lead-form";

interface NumberField {
  field: LeadField;
  text: { label: string };
  value: string;
}

interface LeadFormProps {
  leadForm: ReturnType<typeof useLeadForm>;
  content: BookCallContent;
  opened: FormState;
  path?: string;
  /**
   * The field for a number; by default the
   * content's, if the content asks for one.
   */
  phone?: NumberField | false;
  children?: ReactNode;
}

export function LeadForm(props: LeadFormProps) {
  const { leadForm, content, opened, children } = props;
  const { path = BOOK_CALL.path } = props;
  const { form, stage, submit, edit } = leadForm;
  const { bookCall } = content;
  const isSending = stage.kind === "sending";
  const failure = stage.kind === "failed" ? stage : undefined;
  const needsScript = opened.kind === "empty" && opened.needsScript;
  const isHydrated = useHydrated();
  const waits = !isHydrated && needsScript;
  const { consentVersion } = content;
  const errorAt = ({ input }: LeadField) =>
    failure?.problems.find((problem) => problem.input === input)?.message;

  return (
    <>
      {/* CSS shows this note if scripts are off,
          or after 3 s. Hydration removes the note. */}
      {waits && (
        <p className={css.needsScript}>
          <WaysToReachUs {...bookCall.needsScript} />.
        </p>
      )}
      {failure?.message !== undefined && (
        <ErrorBanner failure={failure} content={bookCall} formId={FORM_ID} />
      )}
      <form
        id={FORM_ID}
        ref={form}
        className={css.form}
        action={needsScript ? undefined : path}
        method="post"
        // The fields show the messages of the page
        // or the server instead of the browser's.
        noValidate
        onSubmit={submit}
        onInput={edit}
      >
        {children}
        {rowsOf(props).map((row) => (
          <Field
            key={row.field.input}
            {...row}
            {...{ content, isSending }}
            error={errorAt(row.field)}
          />
        ))}
        <input
          type="hidden"
          name={CONSENT_FIELD}
          value={
            isHydrated ? `${consentVersion} ${attempt(visit)}` : consentVersion
          }
        />
        <input name={HONEYPOT_FIELD} autoComplete="off" hidden />
        <SendRow content={content} isSending={isSending} waits={waits} />
      </form>
    </>
  );
}

/**
 * The fields with the values that the visitor
 * posted; the number follows the email.
 */
function rowsOf({ content, opened, phone = content.number }: LeadFormProps) {
  const posted: FormValues = opened.kind === "failed" ? opened.values : {};
  const rows = columnNames.flatMap((column) => {
    const text = content.fields[column];
    const row = { field: leadField(column), text, value: "" };
    return column === "email" && phone ? [row, phone] : [row];
  });
  return rows.map((row) => {
    const { input } = row.field;
    const asked = posted[askedField(input)];
    return { ...row, value: posted[input] ?? row.value, asked };
  });
}

interface SendRowProps {
  content: BookCallContent;
  isSending: boolean;
  /** Whether the button waits for the script that the form needs. */
  waits: boolean | undefined;
}

function SendRow({ content, isSending, waits }: SendRowProps) {
  const { bookCall, privacy } = content;
  return (
    <div className={css.send}>
      <Button type="submit" disabled={isSending || waits}>
        {isSending ? bookCall.submitting : bookCall.submit}
      </Button>
      <p role="status" className="hidden">
        {isSending && bookCall.submitting}
      </p>
      <p className={css.consent}>
        {bookCall.consent}
        {privacy && (
          <>
            {" "}
            {bookCall.privacyIntro} <a href={privacy.href}>{privacy.label}</a>.
          </>
        )}
      </p>
    </div>
  );
}
