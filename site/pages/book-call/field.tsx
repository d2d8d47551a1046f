/**
 * One field: its label, hint and error, tied to its input the way assistive technology expects. The inputs stay
 * uncontrolled, so that what a visitor types before the page is hydrated survives.
 */
import { leadField, type LeadColumn } from "../../../contract/lead.ts";
import type { BookCallWords } from "../../words.ts";
import { Control } from "./control.tsx";
import css from "./field.module.css";

interface FieldProps {
  column: LeadColumn;
  words: BookCallWords;
  error: string | undefined;
  /** What it holds when the page opens. */
  value: string;
}

export function Field({ column, words, error, value }: FieldProps) {
  const { input, required } = leadField(column);
  const { label, hint } = words.fields[column];
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
      <Control
        column={column}
        words={words}
        aria-invalid={error ? true : undefined}
        aria-describedby={[hintId, errorId].filter(Boolean).join(" ") || undefined}
        defaultValue={value}
      />
    </div>
  );
}
