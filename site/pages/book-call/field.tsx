/**
 * One field: its label, hint and error, tied to its input the way assistive technology expects. The inputs stay
 * uncontrolled, so that what a visitor types before the page is hydrated survives.
 */
import type { ReactNode } from "react";
import type { LeadInput } from "../../../contract/lead.ts";
import type { BookCallWords } from "../../words.ts";
import css from "./field.module.css";

/** What every input of the form carries. */
export interface InputProps {
  id: LeadInput;
  name: LeadInput;
  required: boolean;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
}

interface FieldProps {
  input: LeadInput;
  words: BookCallWords;
  required: boolean;
  error: string | undefined;
  children: (props: InputProps) => ReactNode;
}

export function Field({ input, words, required, error, children }: FieldProps) {
  const { label, hint } = words.fields[input];
  const hintId = hint && `${input}-hint`;
  const errorId = error && `${input}-error`;
  return (
    <div className={error ? `${css.field} ${css.wrong}` : css.field}>
      <label htmlFor={input}>
        {label}
        {!required && <span className={css.optional}> ({words.bookCall.optional})</span>}
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
      {children({
        id: input,
        name: input,
        required,
        "aria-invalid": error ? true : undefined,
        "aria-describedby": [hintId, errorId].filter(Boolean).join(" ") || undefined,
      })}
    </div>
  );
}
