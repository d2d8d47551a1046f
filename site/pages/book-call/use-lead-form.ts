/** The form's states and their transitions (specification, point 4). */
import { flushSync } from "react-dom";
import { startTransition, useEffect, useRef, useState, type SyntheticEvent } from "react";
import { API_URL_META, type FieldProblem, type FormState, type Submitted } from "../../../contract/page.ts";
import { LEAD_COLUMNS } from "../../../contract/lead.ts";
import { emailDoubt } from "../../../contract/validation.ts";
import { withTransition } from "../../components/motion.ts";
import type { BookCallContent } from "../../page-content.ts";
import { dropDraft, keepTyped, readTyped } from "./draft.ts";
import { checkForm, fillIn, growTexts, readForm } from "./form-inputs.ts";
import { formTimingHeader, startFormTiming } from "./form-timing.ts";
import { meta, sendLead, type Send, type SendAnswer } from "./send-lead.ts";

/** The fragment of the form's URL once a lead is stored, so an analytics script can count it. */
const SENT_FRAGMENT = "#sent";
/** Event on the window once a lead is stored, without any data, for the owner's own script. */
const SUBMITTED_EVENT = "lead:submitted";

export interface Failure {
  /** Undefined for problems found before sending, which are shown only at the fields. */
  message?: string;
  problems: readonly FieldProblem[];
  offerContact?: boolean;
}

type Stage =
  | { state: "editing" }
  | { state: "submitting" }
  | { state: "error"; failure: Failure }
  | ({ state: "submitted" } & Submitted);

interface Attempt {
  answer: Promise<SendAnswer>;
  email?: string;
}

/** A visitor may leave a form that is being sent; when they return, it waits for the answer. */
let attempt: Attempt | undefined;

/** @param send for a form that does more than store a lead */
export function useLeadForm(content: BookCallContent, opened: FormState, send: Send = sendLead) {
  const form = useRef<HTMLFormElement>(null);
  /** The address that was questioned: sent again, it is accepted. */
  const doubtedEmail = useRef("");
  const [stage, setStage] = useState<Stage>(() => firstStage(opened));

  useEffect(() => {
    if (opened.kind === "submitted") announceStored();
    // Reached by Back or a reload: confirmed again, but not counted, and without the address.
    else if (location.hash === SENT_FRAGMENT)
      history.replaceState(history.state, "", location.pathname + location.search);
    const { stored }: { stored?: Submitted } = history.state ?? {};
    if (stored && opened.kind === "empty") startTransition(() => setStage({ state: "submitted", ...stored }));
    if (!form.current) return;
    bringBack(form.current, opened);
    void finish(form.current);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each form
  }, [opened]);

  /** If anything fails before the request is sent, the browser's own submit takes over. */
  function submit(event: SyntheticEvent<HTMLFormElement>): void {
    const element = event.currentTarget;
    if (attempt) return event.preventDefault();
    try {
      attempt = begin(element);
    } catch (error) {
      console.error(error);
      if (element.hasAttribute("action")) return;
      attempt = { answer: Promise.resolve({ ok: false, failure: "unexpected" }) };
    }
    event.preventDefault();
    void finish(element);
  }

  /** Sends the form. @returns undefined when a field has to be looked at first */
  function begin(element: HTMLFormElement): Attempt | undefined {
    const { lead, problems } = checkForm(element, content);
    if (!lead || problems.length > 0) return showProblems(element, problems);
    // A server that asks about the number asks about both at once.
    const doubt = send === sendLead ? emailDoubt(lead, content) : undefined;
    if (doubt !== undefined && doubtedEmail.current !== lead.email) {
      doubtedEmail.current = lead.email;
      return showProblems(element, [{ input: LEAD_COLUMNS.email.input, message: doubt }]);
    }
    const { consentVersion } = content;
    const context = { form: element, consentVersion, filled: formTimingHeader(element) };
    return { answer: send(lead, context), email: lead.email };
  }

  /** Each at its field, the first of which gets the focus. */
  function showProblems(element: HTMLFormElement, problems: readonly FieldProblem[]): undefined {
    flushSync(() => setStage({ state: "error", failure: { problems } }));
    element.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }

  async function finish(element: HTMLFormElement): Promise<void> {
    if (!attempt) return;
    setStage({ state: "submitting" });
    const { email } = attempt;
    const answer = await attempt.answer;
    if (!element.isConnected) return;
    attempt = undefined;
    if (!answer.ok) return setStage({ state: "error", failure: failureOf(answer, content) });
    element.reset();
    const stored: Submitted = {
      offer: answer.offer,
      isUnmailed: answer.confirmation === "none" || undefined,
    };
    // Only the server that stores leads mails: a hosted database says nothing of a mail.
    const mailed = answer.confirmation === "mail" ? email : undefined;
    const submitted: Stage = { state: "submitted", ...stored, email: mailed };
    void withTransition(() => flushSync(() => setStage(submitted)));
    announceStored();
    history.replaceState({ stored }, "");
  }

  /** The focused field keeps its place while the error above it disappears. */
  function edit({ currentTarget, target }: SyntheticEvent<HTMLFormElement>): void {
    keepTyped(readForm(currentTarget));
    growTexts(currentTarget);
    if (stage.state !== "error" || !(target instanceof Element)) return;
    const before = target.getBoundingClientRect().top;
    flushSync(() => setStage({ state: "editing" }));
    scrollBy({ top: target.getBoundingClientRect().top - before, behavior: "instant" });
  }

  return { form, stage, submit, edit };
}

/** For the owner's own script. It replaces this entry: Back leads to the page before the form. */
export function announceStored(isDone = true): void {
  if (isDone) dropDraft();
  location.replace(SENT_FRAGMENT);
  dispatchEvent(new CustomEvent(SUBMITTED_EVENT));
}

/** Restores the draft, and keeps text typed before the script came. */
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

function firstStage(opened: FormState): Stage {
  if (opened.kind === "empty") return { state: "editing" };
  if (opened.kind === "submitted") return { state: "submitted", ...opened };
  return { state: "error", failure: opened };
}

function failureOf(answer: Exclude<SendAnswer, { ok: true }>, { failures }: BookCallContent) {
  if ("failure" in answer) return { message: failures[answer.failure], problems: [], offerContact: true };
  return { message: answer.message, problems: answer.problems };
}
