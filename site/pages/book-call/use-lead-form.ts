/** The form's states and their transitions (specification, point 4). */
import { flushSync } from "react-dom";
import { startTransition, useEffect, useRef, useState, type SyntheticEvent } from "react";
import { API_URL_META, SENT_FRAGMENT, SUBMITTED_EVENT } from "../../../contract/page.ts";
import type { FieldProblem, FormInput, FormState, Submitted } from "../../../contract/page.ts";
import { CALL_NUMBER, isCallNumber, LEAD_COLUMNS, leadColumns } from "../../../contract/lead.ts";
import { cleanEmail } from "../../../contract/typed-text.ts";
import { emailDoubt, validateLead, type FormRules } from "../../../contract/validation.ts";
import { withTransition } from "../../components/view-transition.ts";
import type { BookCallContent } from "../../page-content.ts";
import { dropDraft, keepTyped, readTyped, type TypedFields } from "./draft.ts";
import { meta, sendLead, type Send, type SendAnswer } from "./send-lead.ts";
import { HONEYPOT_FILLED, HONEYPOT_FIELD } from "../../../contract/form-timing.ts";
import { FORM_START_PATH } from "../../../contract/routes.ts";

export interface Failure {
  /** Undefined for problems found before sending, which are shown only at the fields. */
  message?: string;
  problems: readonly FieldProblem[];
  offerContact?: boolean;
}

type Shown =
  | { state: "editing" }
  | { state: "submitting" }
  | { state: "error"; failure: Failure }
  | ({ state: "submitted" } & Submitted);

export type LeadForm = ReturnType<typeof useLeadForm>;

/** Inside the app a visitor can leave a form that is being sent: the one that they return to waits for its answer. */
let attempt: { answer: Promise<SendAnswer>; email?: string } | undefined;

/** @param send for a form that does more than store a lead */
export function useLeadForm(content: BookCallContent, opened: FormState, send: Send = sendLead) {
  const form = useRef<HTMLFormElement>(null);
  /** The address that was questioned: sent again, it is accepted. */
  const doubtedEmail = useRef("");
  const [shown, setShown] = useState<Shown>(() => shownAtFirst(opened));

  useEffect(() => {
    if (opened.kind === "submitted") announceStored();
    // Reached by Back or by a reload: confirmed again, but not counted, and without the visitor's address.
    else if (location.hash === SENT_FRAGMENT)
      history.replaceState(history.state, "", location.pathname + location.search);
    const { stored }: { stored?: Submitted } = history.state ?? {};
    if (stored && opened.kind === "empty") startTransition(() => setShown({ state: "submitted", ...stored }));
    if (!form.current) return;
    bringBack(form.current, opened);
    void finish(form.current);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each form
  }, [opened]);

  /** Runs before the browser's own check, so its bubble also shows our own errors. */
  function check(): void {
    if (!form.current || attempt) return;
    // Pasted text brings invisible marks and blanks of any alphabet, which the browser's own check refuses.
    const email = form.current.querySelector<HTMLInputElement>("[type=email]");
    if (email) email.value = cleanEmail(email.value);
    const { problems } = checkForm(form.current, content);
    markValidity(form.current, problems);
    if (problems.length > 0) showProblems(problems);
  }

  function showProblems(problems: readonly FieldProblem[]): void {
    setShown({ state: "error", failure: { problems } });
  }

  /** If anything fails before the request is sent, the browser's own submit takes over. */
  function submit(event: SyntheticEvent<HTMLFormElement>): void {
    const element = event.currentTarget;
    if (attempt) return event.preventDefault();
    try {
      const { lead, problems } = checkForm(element, content);
      if (!lead || problems.length > 0) {
        showProblems(problems);
        return event.preventDefault();
      }
      // A server that asks about the number asks about both at once.
      const doubt = send === sendLead ? emailDoubt(lead, content) : undefined;
      if (doubt !== undefined && doubtedEmail.current !== lead.email) {
        doubtedEmail.current = lead.email;
        const { input } = LEAD_COLUMNS.email;
        flushSync(() => showProblems([{ input, message: doubt }]));
        document.getElementById(input)?.focus();
        return event.preventDefault();
      }
      const { consentVersion } = content;
      const context = { form: element, consentVersion, filled: formTimingHeader(element) };
      attempt = { answer: send(lead, context), email: lead.email };
    } catch (error) {
      console.error(error);
      if (element.hasAttribute("action")) return;
      attempt = { answer: Promise.resolve({ ok: false, failure: "unexpected" }) };
    }
    event.preventDefault();
    void finish(element);
  }

  async function finish(element: HTMLFormElement): Promise<void> {
    if (!attempt) return;
    setShown({ state: "submitting" });
    const { answer, email } = attempt;
    const sent = await answer;
    if (!element.isConnected) return;
    attempt = undefined;
    if (sent.ok) {
      element.reset();
      const stored: Submitted = { offer: sent.offer, isUnmailed: sent.confirmation === "none" || undefined };
      // Only the server that stores leads mails: a hosted database says nothing of a mail.
      const mailed = sent.confirmation === "mail" ? email : undefined;
      void withTransition(() => flushSync(() => setShown({ state: "submitted", ...stored, email: mailed })));
      announceStored();
      return history.replaceState({ stored }, "");
    }
    const offerContact = "failure" in sent;
    const message = offerContact ? content.failures[sent.failure] : sent.message;
    const problems = "failure" in sent ? [] : sent.problems;
    setShown({ state: "error", failure: { message, problems, offerContact } });
  }

  /** The focused field keeps its place while the error above it disappears. */
  function edit({ currentTarget, target }: SyntheticEvent<HTMLFormElement>): void {
    markValidity(currentTarget, []);
    keepTyped(readForm(currentTarget));
    growTexts(currentTarget);
    if (shown.state !== "error" || !(target instanceof Element)) return;
    const before = target.getBoundingClientRect().top;
    flushSync(() => setShown({ state: "editing" }));
    scrollBy({ top: target.getBoundingClientRect().top - before, behavior: "instant" });
  }

  return { form, shown, check, submit, edit };
}

/** For the owner's own script. The address replaces this entry: Back leads to the page before the form. */
export function announceStored(isDone = true): void {
  if (isDone) dropDraft();
  location.replace(SENT_FRAGMENT);
  dispatchEvent(new CustomEvent(SUBMITTED_EVENT));
}

/** Restores the draft, and keeps text typed before the script came. The form works without either. */
function bringBack(form: HTMLFormElement, opened: FormState): void {
  try {
    if (opened.kind === "empty") fillIn(form, readTyped());
    const typed = readForm(form);
    keepTyped(typed);
    growTexts(form);
    if (Object.values(typed).join("") === "" && meta(API_URL_META).startsWith("/"))
      form.addEventListener("input", () => void startFormTiming(), { once: true });
  } catch (error) {
    console.error(error);
  }
}

/** In Firefox, Safari before 26.2 and Chrome before 123, which know no `field-sizing`. */
function growTexts(form: HTMLFormElement): void {
  if (CSS.supports("field-sizing", "content")) return;
  for (const area of form.querySelectorAll("textarea")) {
    const hidden = area.scrollHeight - area.clientHeight;
    if (hidden > 0) area.style.height = `${area.offsetHeight + hidden}px`;
  }
}

function shownAtFirst(opened: FormState): Shown {
  if (opened.kind === "empty") return { state: "editing" };
  if (opened.kind === "submitted") return { state: "submitted", ...opened };
  return { state: "error", failure: opened };
}

/** Kept as long as the document: text that a visitor returns to was begun at its first letter. */
let token = "";

/** Requests a token with the present time. The form does not wait for it. */
async function startFormTiming(): Promise<void> {
  try {
    const answer = await fetch(FORM_START_PATH);
    const text = await answer.text();
    // A proxy may answer with its own page, which is no valid header.
    if (/^[\w.-]+$/.test(text)) token = text;
  } catch {
    // Without a token the server knows no time, and accepts the lead.
  }
}

/** The value of the lead's header; empty without a token. */
function formTimingHeader(form: HTMLFormElement): string {
  const honeypot = form.querySelector<HTMLInputElement>(`[name=${HONEYPOT_FIELD}]`);
  return (honeypot?.value ? `${HONEYPOT_FILLED} ` : "") + token;
}

/** Reads the form as it would be stored: trimmed, the email in lower case, every problem named. */
function checkForm(form: HTMLFormElement, rules: FormRules) {
  const typed = readForm(form);
  const checked = validateLead(typed, rules);
  const problems = (checked.ok ? [] : checked.problems).map(({ column, message }): FieldProblem => ({
    input: LEAD_COLUMNS[column].input,
    message,
  }));
  if (typed.callNumber !== undefined && !isCallNumber(typed.callNumber))
    problems.push({ input: CALL_NUMBER.input, message: rules.fieldProblems.callNumber });
  return { lead: checked.ok && checked.lead, problems };
}

/** Makes the browser show, and not submit, problems that its own checks miss (only blanks, too long). */
function markValidity(form: HTMLFormElement, problems: readonly FieldProblem[]): void {
  for (const { input, element } of controls(form)) {
    element.setCustomValidity("");
    const problem = problems.find((candidate) => candidate.input === input);
    if (problem && element.validity.valid) element.setCustomValidity(problem.message);
  }
}

function readForm(form: HTMLFormElement): TypedFields {
  return Object.fromEntries(controls(form).map(({ name, element }) => [name, element.value]));
}

function fillIn(form: HTMLFormElement, typed: TypedFields): void {
  for (const { name, element } of controls(form)) {
    if (element.value !== "" || !typed[name]) continue;
    element.value = typed[name];
    // The chips of the field look; the form itself has seen no key.
    element.dispatchEvent(new Event("input"));
  }
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The inputs of the lead that exist, and the number to call if the form asks for it. */
function controls(form: HTMLFormElement): { name: keyof TypedFields; input: FormInput; element: Control }[] {
  return [...leadColumns, CALL_NUMBER.input].flatMap((name) => {
    const input = name === CALL_NUMBER.input ? name : LEAD_COLUMNS[name].input;
    const element = form.querySelector<Control>(`[name=${input}]`);
    if (element) return { name, input, element };
    if (name === CALL_NUMBER.input) return [];
    throw new Error(`The form lacks ${input}.`);
  });
}
