/** What a visitor types or picks in, by the kind of the field: what a keyboard of a phone shows, and what it corrects. */
import type { InputHTMLAttributes } from "react";
import { leadField, type LeadColumn, type LeadField } from "../../../contract/lead.ts";
import type { BookCallWords } from "../../words.ts";

const ONE_LINE: Record<
  Exclude<LeadField["kind"], "service" | "text">,
  InputHTMLAttributes<HTMLInputElement>
> = {
  line: { type: "text", autoCapitalize: "words" },
  email: { type: "email", inputMode: "email", autoCapitalize: "none", spellCheck: false },
  tel: { type: "tel", inputMode: "tel" },
};

interface ControlProps {
  column: LeadColumn;
  words: BookCallWords;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
  defaultValue: string;
}

export function Control({ column, words, ...described }: ControlProps) {
  const { input, kind, required, rows, autocomplete } = leadField(column);
  const props = { id: input, name: input, required, ...described };
  if (kind === "text") return <textarea {...props} rows={rows} />;
  if (kind !== "service") {
    return <input {...props} {...ONE_LINE[kind]} autoComplete={autocomplete} enterKeyHint="next" />;
  }
  return (
    <select {...props}>
      <option value="">{words.serviceChoice}</option>
      {words.services.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}
