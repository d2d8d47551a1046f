/** Between the form's inputs and a lead. The inputs are uncontrolled: what they hold is the truth. */
import { LEAD_COLUMNS, leadColumns, type LeadFields, type LeadInput } from "../../../contract/lead.ts";
import type { FieldProblem } from "../../../contract/page.ts";
import { validateLead, type FormRules } from "../../../contract/validation.ts";
import type { TypedFields } from "./draft.ts";

/** Reads the form as it would be stored: trimmed, the email in lower case, every problem named. */
export function checkForm(
  form: HTMLFormElement,
  rules: FormRules,
): { lead?: LeadFields; problems: FieldProblem[] } {
  const checked = validateLead(readForm(form), rules);
  if (checked.ok) return { lead: checked.lead, problems: [] };
  const { problems } = checked;
  return {
    problems: problems.map(({ column, message }) => ({ input: LEAD_COLUMNS[column].input, message })),
  };
}

/**
 * Tells the browser of the problems that its own checks let pass (only blanks, too long), so that it shows them in
 * its own bubble and does not submit.
 */
export function markValidity(form: HTMLFormElement, problems: readonly FieldProblem[]): void {
  for (const column of leadColumns) {
    const { input } = LEAD_COLUMNS[column];
    const element = control(form, input);
    element.setCustomValidity("");
    const problem = problems.find((candidate) => candidate.input === input);
    if (problem && element.validity.valid) element.setCustomValidity(problem.message);
  }
}

export function readForm(form: HTMLFormElement): TypedFields {
  return Object.fromEntries(
    leadColumns.map((column) => [column, control(form, LEAD_COLUMNS[column].input).value]),
  );
}

/** Fills in what was typed before, where the visitor has not typed again. */
export function fillIn(form: HTMLFormElement, typed: TypedFields): void {
  for (const column of leadColumns) {
    control(form, LEAD_COLUMNS[column].input).value ||= typed[column] ?? "";
  }
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

function control(form: HTMLFormElement, input: LeadInput): Control {
  const element = form.querySelector<Control>(`[name=${input}]`);
  if (!element) throw new Error(`The form has no input named ${input}.`);
  return element;
}
