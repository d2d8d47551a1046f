/** The lead form. Without script it posts to this page; where no server takes that, its button waits for the script. */
import type { ReactNode } from "react";
import { HONEYPOT_FIELD } from "../../../contract/form-timing.ts";
import { LEAD_COLUMNS, leadColumns } from "../../../contract/lead.ts";
import { CONSENT_FIELD, type FormState } from "../../../contract/page.ts";
import { BOOK_CALL } from "../../../contract/routes.ts";
import { Button } from "../../components/button.tsx";
import { useHydrated } from "../../components/use-hydrated.ts";
import type { BookCallContent } from "../../page-content.ts";
import { ErrorBanner } from "./error-banner.tsx";
import { Field } from "./field.tsx";
import css from "./lead-form.module.css";
import type { LeadForm as Props } from "./use-lead-form.ts";
import { useSharedContent } from "../../components/shared-content.ts";
import { telephone } from "../../../contract/telephone.ts";

type LeadFormProps = Props & {
  content: BookCallContent;
  opened: FormState;
  path?: string;
  /** Rendered above the fields. */
  children?: ReactNode;
};

export function LeadForm({
  form,
  shown,
  check,
  submit,
  edit,
  content,
  opened,
  path = BOOK_CALL.path,
  children,
}: LeadFormProps) {
  const { bookCall } = content;
  const submitting = shown.state === "submitting";
  const failure = shown.state === "error" ? shown.failure : undefined;
  const needsScript = opened.kind === "empty" && opened.needsScript;
  const consent = { name: CONSENT_FIELD, value: content.consentVersion, onClick: check };
  const waits = !useHydrated() && needsScript;

  return (
    <>
      {waits && <NeedsScript {...bookCall.needsScript} />}
      {failure?.from === "backend" && (
        <ErrorBanner failure={failure} content={bookCall} again={{ ...consent, form: "lead-form" }} />
      )}
      <form
        id="lead-form"
        ref={form}
        className={css.form}
        action={needsScript ? undefined : path}
        method="post"
        onSubmit={submit}
        onInput={edit}
      >
        {children}
        {leadColumns.map((column) => {
          const { input } = LEAD_COLUMNS[column];
          const error = failure?.problems.find((problem) => problem.input === input)?.message;
          const value = opened.kind === "failed" ? (opened.values[input] ?? "") : "";
          return <Field key={column} column={column} content={content} error={error} value={value} />;
        })}
        <input name={HONEYPOT_FIELD} autoComplete="off" hidden />
        <div className={css.send}>
          <Button type="submit" {...consent} disabled={submitting || waits}>
            {submitting ? bookCall.submitting : bookCall.submit}
          </Button>
          <p role="status" className="hidden">
            {submitting && bookCall.submitting}
          </p>
          <p className={css.consent}>
            {bookCall.consent}
            {content.privacy && (
              <>
                {" "}
                {bookCall.privacyIntro} <a href={content.privacy.href}>{content.privacy.label}</a>.
              </>
            )}
          </p>
        </div>
      </form>
    </>
  );
}

/** Where the form needs a script: appears at once where that is off, and after seconds where it did not arrive. */
function NeedsScript({ before, or }: BookCallContent["bookCall"]["needsScript"]) {
  const { site } = useSharedContent();
  return (
    <p className={css.needsScript}>
      {before} <a href={telephone(site.contactPhone)}>{site.contactPhone}</a> {or}{" "}
      <a href={`mailto:${site.contactEmail}`}>{site.contactEmail}</a>.
    </p>
  );
}
