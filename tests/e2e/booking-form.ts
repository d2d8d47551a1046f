/**
 * The lead form as a visitor uses it: fields by label,
 * the button by its text, the request it sends.
 */

import {
  expect,
  type Locator,
  type Page,
  type Request,
  type Route,
} from "@playwright/test";
import type { FormValues } from "../../contract/http/page.ts";
import { REST_PATH } from "../../contract/http/routes.ts";
import {
  emptyLead,
  LEAD_COLUMNS,
  columnNames,
  leadField,
  LEADS_TABLE,
  type LeadFields,
  type LeadInput,
} from "../../contract/lead/lead.ts";
import { content } from "../content.ts";
import { OUR_COLUMNS } from "../support/leads.ts";

const { fields } = content;

/** The fields of the specification, in their order; an agency may have more. */
export const inputs: readonly LeadInput[] = OUR_COLUMNS.map(
  (column) => LEAD_COLUMNS[column].input,
);

export const EMPTY = Object.fromEntries(inputs.map((input) => [input, ""]));

export const LEAD_REQUESTS = `**${REST_PATH}/${LEADS_TABLE}`;

export function field(page: Page, input: LeadInput): Locator {
  const column = columnNames.find((name) => LEAD_COLUMNS[name].input === input);
  if (!column) throw new Error(`No column is asked for by ${input}.`);
  const role = leadField(column).kind === "service" ? "combobox" : "textbox";
  const { label } = fields[column];
  return page.getByRole(role, { name: new RegExp(`^${label}( \\(|$)`) });
}

const leadForm = (page: Page) =>
  page.locator("form").filter({ has: page.locator("[name=problems]") });

export function submitButton(page: Page): Locator {
  return page.getByRole("button", {
    name: content.bookCall.submit,
    exact: true,
  });
}

export const submit = (page: Page) => submitButton(page).click();

type SpecifiedInput =
  | "name"
  | "email"
  | "companyName"
  | "selectedService"
  | "problems"
  | "additionalInfo";

export type Answers = FormValues & Record<SpecifiedInput, string>;

/**
 * The values that a test's visitor fills in. @param
 * unique a part of the email that no other test has
 */
export function exampleVisitor(unique: string): Answers {
  return {
    name: "Nora Visitor",
    email: `nora-${unique}@visitor.example`,
    companyName: "Visitor Plumbing & Sons",
    selectedService: content.services[0]?.value ?? "",
    problems: "Missed calls after five\nSlow quotes",
    additionalInfo: "Four vans",
  };
}

/** The lead that this visitor's form becomes. */
export function leadOf(answers: Answers): LeadFields {
  const lead = emptyLead();
  for (const column of columnNames)
    lead[column] = answers[LEAD_COLUMNS[column].input] ?? "";
  return lead;
}

/**
 * Fills in fields at once, as a browser does, and
 * focuses the last. @param values keyed by selectors
 */
export async function autofill(
  page: Page,
  values: Record<string, string>,
): Promise<void> {
  await leadForm(page).evaluate((form: HTMLFormElement, entries) => {
    for (const [selector, value] of entries) {
      const input = form.querySelector<HTMLInputElement>(selector);
      input?.focus();
      // A field that is hidden or disabled takes no focus.
      if (!input || document.activeElement !== input)
        throw new Error(`${selector} cannot be filled in.`);
      input.value = value;
      for (const type of ["input", "change"])
        input.dispatchEvent(new Event(type, { bubbles: true }));
    }
  }, Object.entries(values));
}

export async function fillIn(page: Page, values: FormValues): Promise<void> {
  const all = inputs.map((input) => [`[name=${input}]`, values[input] ?? ""]);
  await autofill(page, Object.fromEntries(all));
}

/** Types into one field, or chooses from its list. */
export async function put(
  page: Page,
  input: LeadInput,
  value: string,
): Promise<void> {
  if (input === "selectedService") await field(page, input).selectOption(value);
  else await field(page, input).fill(value);
}

export async function sendForm(page: Page, values: FormValues): Promise<void> {
  await fillIn(page, values);
  await submit(page);
}

export async function sendAndConfirm(
  page: Page,
  values: FormValues,
): Promise<void> {
  await fillIn(page, values);
  await submitAndConfirm(page);
}

export async function submitAndConfirm(page: Page): Promise<void> {
  await submit(page);
  await expectConfirmed(page);
}

export async function expectConfirmed(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    content.confirmation.heading,
  );
}

export function filledIn(page: Page): Promise<FormValues> {
  const read = (form: HTMLFormElement, names: readonly LeadInput[]) =>
    names.map((name) => [
      name,
      form.querySelector<HTMLInputElement>(`[name=${name}]`)?.value,
    ]);
  return leadForm(page).evaluate(read, inputs).then(Object.fromEntries);
}

/**
 * Answers the next request in the backend's
 * place. Later requests reach the backend.
 */
export async function answerOnce(
  page: Page,
  answer: (route: Route) => Promise<void>,
): Promise<void> {
  await page.route(LEAD_REQUESTS, answer, { times: 1 });
}

export function watchLeadRequests(page: Page): Request[] {
  const requests: Request[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === `${REST_PATH}/${LEADS_TABLE}`)
      requests.push(request);
  });
  return requests;
}
