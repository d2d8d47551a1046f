/** One field: label, hint and error. Inputs are uncontrolled, so text typed before hydration survives. */
import type { BookCallContent } from "../../page-content.ts";
import css from "./field.module.css";
import type { InputHTMLAttributes } from "react";
import { CONFIRMED_EMAIL_FIELD } from "../../../contract/validation.ts";
import type { LeadField } from "../../../contract/lead.ts";

interface FieldProps {
  field: LeadField;
  text: { label: string; hint?: string | undefined };
  content: BookCallContent;
  error: string | undefined;
  value: string;
}

export function Field({ field, text: { label, hint }, content, error, value }: FieldProps) {
  const { input, kind, required } = field;
  const hintId = hint && `${input}-hint`;
  const errorId = error && `${input}-error`;
  return (
    <div className={error ? `${css.field} ${css.wrong}` : css.field} data-field={input}>
      <label htmlFor={input}>
        {label}
        {!required && <span className={css.optional}> ({content.bookCall.optional})</span>}
      </label>
      {hint && (
        <p id={hintId} className={css.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={errorId} className={css.error}>
          {error}
        </p>
      )}
      <Control
        field={field}
        content={content}
        aria-invalid={error ? true : undefined}
        aria-describedby={[hintId, errorId].filter(Boolean).join(" ") || undefined}
        defaultValue={value}
      />
      {kind === "email" && error && value && (
        <input type="hidden" name={CONFIRMED_EMAIL_FIELD} value={value} />
      )}
    </div>
  );
}

/** Attributes of the input for each kind of field: the phone's keyboard and its corrections. */
const ONE_LINE: Record<
  Exclude<LeadField["kind"], "service" | "text">,
  InputHTMLAttributes<HTMLInputElement>
> = {
  line: { type: "text", autoCapitalize: "words" },
  email: { type: "email", spellCheck: false },
  tel: { type: "tel" },
};

interface ControlProps {
  field: LeadField;
  content: BookCallContent;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
  defaultValue: string;
}

function Control({ field, content, ...described }: ControlProps) {
  const { input, kind, required, rows, autocomplete } = field;
  const props = { id: input, name: input, required, ...described };
  if (kind === "text") {
    // Hydration resets the text to its default, whatever a visitor typed before the script came.
    const typed = globalThis.document?.querySelector<HTMLTextAreaElement>(`#${input}`)?.value;
    return <textarea {...props} defaultValue={typed ?? described.defaultValue} rows={rows} />;
  }
  if (kind !== "service") {
    return <input {...props} {...ONE_LINE[kind]} autoComplete={autocomplete} enterKeyHint="next" />;
  }
  return (
    <select {...props}>
      <option value="">{content.serviceChoice}</option>
      {content.services.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}
