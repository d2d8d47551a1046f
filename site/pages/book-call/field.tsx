/**
 * React does not control inputs, so that text typed before hydration survives.
 */

import { useEffect, useState, type AriaAttributes } from "react";
import { askedField, type LeadField } from "../../../contract/lead/lead.ts";
import type { BookCallContent } from "../../page-content.ts";
import css from "./field.module.css";

interface FieldProps {
  field: LeadField;
  text: { label: string; hint?: string | undefined; chips?: readonly string[] };
  content: BookCallContent;
  error?: string | undefined;
  value?: string;
  /** The text about which an earlier page asked. */
  asked?: string | undefined;
  /**
   * A text that is being sent cannot change,
   * because the answer removes the text.
   */
  isSending?: boolean;
}

export function Field(props: FieldProps) {
  const { field, text, content, error, value = "", isSending } = props;
  const { label, hint, chips = [] } = text;
  const { input, required } = field;
  const hintId = hint && `${input}-hint`;
  const errorId = error && `${input}-error`;
  const asked = useAskedText(props);
  const describedBy = [hintId, errorId].filter(Boolean).join(" ") || undefined;
  return (
    <div
      className={error ? `${css.field} ${css.wrong}` : css.field}
      data-field={input}
      inert={isSending}
    >
      <label htmlFor={input}>
        {label}
        {!required && (
          <span className={css.optional}> ({content.bookCall.optional})</span>
        )}
      </label>
      {hint && (
        <p id={hintId} className={css.hint}>
          {hint}
        </p>
      )}
      {chips.length > 0 && (
        <Chips input={input} chips={chips} hintId={hintId} />
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
        aria-describedby={describedBy}
        defaultValue={value}
      />
      {field.kind !== "text" && asked && (
        <input type="hidden" name={askedField(input)} value={asked} />
      )}
    </div>
  );
}

/**
 * The text that the last message was about. It
 * outlives the message, for an answer may be lost.
 */
function useAskedText({ field, error, value, asked: earlier }: FieldProps) {
  const [asked, setAsked] = useState(error ? value : earlier);
  const typed = error && typedIn(field.input);
  if (typed && typed !== asked) setAsked(typed);
  return asked;
}

/** Undefined on the server. */
const typedIn = (input: string) =>
  globalThis.document && controlOf(input)?.value;

type ChipsProps = {
  input: string;
  chips: readonly string[];
  hintId: string | undefined;
};

function Chips({ input, chips, hintId }: ChipsProps) {
  /** The text of the field; undefined until a script runs. */
  const [typed, setTyped] = useState<string>();
  useEffect(() => {
    const read = () => setTyped(typedIn(input));
    read();
    // Listens in the capture phase, because a
    // restored draft's event does not bubble.
    document.addEventListener("input", read, true);
    return () => document.removeEventListener("input", read, true);
  }, [input]);

  function toggle(words: string): void {
    const area = controlOf(input);
    if (!area) return;
    area.value = partsOf(area.value).includes(words)
      ? withoutPart(area.value, words)
      : [area.value.trim(), words].filter(Boolean).join(", ");
    area.dispatchEvent(new Event("input", { bubbles: true }));
  }
  return (
    <div role="group" aria-labelledby={hintId} className={css.chips}>
      {chips.map((words) => (
        <button
          key={words}
          type="button"
          disabled={typed === undefined}
          aria-pressed={partsOf(typed ?? "").includes(words)}
          onClick={() => toggle(words)}
        >
          {words}
        </button>
      ))}
    </div>
  );
}

const controlOf = (input: string) =>
  document.querySelector<HTMLInputElement>(`#${input}`);

const partsOf = (text: string) => text.split(",").map((part) => part.trim());

function withoutPart(text: string, words: string): string {
  const others = text.split(",").filter((part) => part.trim() !== words);
  return others.join(",").trim();
}

const ONE_LINE = {
  line: { type: "text", autoCapitalize: "words" },
  email: { type: "email", spellCheck: false },
  tel: { type: "tel" },
} as const;

type ControlProps = Pick<FieldProps, "field" | "content"> &
  AriaAttributes & { defaultValue: string };

function Control({ field, content, ...attributes }: ControlProps) {
  const { input, kind, required } = field;
  const { rows, autocomplete } = field;
  const props = { id: input, name: input, required, ...attributes };
  if (kind === "text") {
    // Hydration resets a textarea to its default,
    // so the typed text becomes the default.
    return (
      <textarea
        {...props}
        defaultValue={typedIn(input) ?? attributes.defaultValue}
        rows={rows}
      />
    );
  }
  if (kind !== "service")
    return <input {...props} {...ONE_LINE[kind]} autoComplete={autocomplete} />;
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
