import type { FieldProblem } from "../../../contract/http/page.ts";
import {
  CALL_NUMBER,
  hasDigit,
  LEAD_COLUMNS,
  columnNames,
} from "../../../contract/lead/lead.ts";
import {
  atInputs,
  validateLead,
  type FormRules,
} from "../../../contract/lead/validation.ts";
import { readShown, type TypedFields } from "./draft.ts";

export function readTypedFields(form: HTMLFormElement): TypedFields {
  return Object.fromEntries(
    inputsOf(form).map(({ name, element }) => [name, element.value]),
  );
}

export function checkForm(form: HTMLFormElement, rules: FormRules) {
  const typed = readTypedFields(form);
  const checked = validateLead(typed, rules);
  const problems: FieldProblem[] = checked.ok ? [] : atInputs(checked.problems);
  const number = form.querySelector<Input>(":required[name=callNumber]");
  // Only the server reads numbers, as that takes much code.
  if (number && !hasDigit(number.value))
    problems.push({
      input: CALL_NUMBER.input,
      message: rules.fieldProblems.callNumber,
    });
  return checked.ok && problems.length === 0
    ? checked
    : ({ ok: false, problems } as const);
}

/**
 * Fills in each field that is empty or still
 * has the text that this page showed last.
 */
export function fillForm(form: HTMLFormElement, typed: TypedFields): void {
  const rendered = readShown();
  for (const { name, element } of inputsOf(form)) {
    if (!["", rendered[name]].includes(element.value)) continue;
    element.value = typed[name] ?? "";
    // The event does not bubble, so the form does not take it for typing.
    // `Chips` still hears the event, in the capture phase.
    element.dispatchEvent(new Event("input"));
  }
}

type Input = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

function inputsOf(
  form: HTMLFormElement,
): { name: keyof TypedFields; element: Input }[] {
  return [...columnNames, CALL_NUMBER.input].flatMap((name) => {
    const input = name === CALL_NUMBER.input ? name : LEAD_COLUMNS[name].input;
    const element = form.querySelector<Input>(`[name=${input}]`);
    return element ? { name, element } : [];
  });
}
