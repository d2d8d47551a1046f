import { flushSync } from "react-dom";
import { startTransition, useEffect, useRef, useState, type SyntheticEvent } from "react";
import { API_URL_META, type FieldProblem, type FormState, type Submitted } from "../../../contract/page.ts";
import { LEAD_COLUMNS } from "../../../contract/lead.ts";
import { emailDoubt } from "../../../contract/validation.ts";
import { withTransition } from "../../components/motion.ts";
import type { BookCallContent } from "../../page-content.ts";
import { dropDraft, keepTyped, readTyped } from "./draft.ts";
import { checkForm, fillForm, growTextareas, readForm } from "./form-inputs.ts";
import { formTimingHeader, startFormTiming } from "./form-timing.ts";
import { readMeta, sendLead, type Send, type SendAnswer } from "./send-lead.ts";

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

type Sending = { answer: Promise<SendAnswer>; email?: string };

/** Outlives the form: a visitor may leave it while it is sent, and return before the answer. */
let sending: Sending | undefined;

/** @param send for a form that does more than store a lead */
export function useLeadForm(content: BookCallContent, opened: FormState, send: Send = sendLead) {
  const form = useRef<HTMLFormElement>(null);
  /** The email address that the visitor was asked about. Sending it again confirms it. */
  const doubtedEmail = useRef("");
  const [stage, setStage] = useState<Stage>(() => firstStage(opened));

  useEffect(() => {
    if (opened.kind === "submitted") announceStored();
    // After Back or a reload, the state of the history brings the confirmation back. The fragment is
    // removed first, so that the owner's script does not count the lead again.
    else if (location.hash === SENT_FRAGMENT)
      history.replaceState(history.state, "", location.pathname + location.search);
    const { stored }: { stored?: Submitted } = history.state ?? {};
    if (stored && opened.kind === "empty") startTransition(() => setStage({ state: "submitted", ...stored }));
    if (!form.current) return undefined;
    restoreDraft(form.current, opened);
    void awaitAnswer(form.current);
    addEventListener("pageshow", refill);
    return () => removeEventListener("pageshow", refill);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each form
  }, [opened]);

  /** Back can show a page as it was left, although the draft was changed on another page since. */
  function refill(): void {
    const draft = readTyped();
    if (!form.current || Object.keys(draft).length === 0) return;
    fillForm(form.current, draft);
    keepTyped(readForm(form.current));
    growTextareas(form.current);
  }

  /** If no request can be made, the browser posts the form to its `action`, if it has one. */
  function submit(event: SyntheticEvent<HTMLFormElement>): void {
    const element = event.currentTarget;
    if (sending) return event.preventDefault();
    try {
      sending = beginSending(element);
    } catch (error) {
      console.error(error);
      if (element.hasAttribute("action")) return;
      sending = { answer: Promise.resolve({ ok: false, failure: "unexpected" }) };
    }
    event.preventDefault();
    void awaitAnswer(element);
  }

  function beginSending(element: HTMLFormElement): Sending | undefined {
    const { lead, problems } = checkForm(element, content);
    if (!lead || problems.length > 0) return showProblems(element, problems);
    // For a form with a call, the server asks about email address and number together.
    const doubt = send === sendLead ? emailDoubt(lead, content) : undefined;
    if (doubt !== undefined && doubtedEmail.current !== lead.email) {
      doubtedEmail.current = lead.email;
      return showProblems(element, [{ input: LEAD_COLUMNS.email.input, message: doubt }]);
    }
    const { consentVersion } = content;
    const context = { form: element, consentVersion, formTiming: formTimingHeader(element) };
    return { answer: send(lead, context), email: lead.email };
  }

  function showProblems(element: HTMLFormElement, problems: readonly FieldProblem[]): undefined {
    flushSync(() => setStage({ state: "error", failure: { problems } }));
    element.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }

  async function awaitAnswer(element: HTMLFormElement): Promise<void> {
    if (!sending) return;
    setStage({ state: "submitting" });
    const { email } = sending;
    const answer = await sending.answer;
    if (!element.isConnected) return;
    sending = undefined;
    if (!answer.ok) return setStage({ state: "error", failure: failureOf(answer, content) });
    element.reset();
    const { offer, confirmation } = answer;
    const stored: Submitted = { offer, isUnmailed: confirmation === "none" || undefined };
    // Only our own server sends mail: a hosted database's answer says nothing of one.
    const mailed = confirmation === "mail" ? email : undefined;
    const submitted: Stage = { state: "submitted", ...stored, email: mailed };
    void withTransition(() => flushSync(() => setStage(submitted)));
    announceStored();
    history.replaceState({ stored }, "");
  }

  /** The edited field stays in place when the error above it disappears. */
  function edit({ currentTarget, target }: SyntheticEvent<HTMLFormElement>): void {
    keepTyped(readForm(currentTarget));
    growTextareas(currentTarget);
    if (stage.state !== "error" || !(target instanceof Element)) return;
    const before = target.getBoundingClientRect().top;
    flushSync(() => setStage({ state: "editing" }));
    scrollBy({ top: target.getBoundingClientRect().top - before, behavior: "instant" });
  }

  return { form, stage, submit, edit };
}

/** Tells the owner's script. The fragment adds no history entry, so Back leads out of the form. */
export function announceStored(dropsDraft = true): void {
  if (dropsDraft) dropDraft();
  location.replace(SENT_FRAGMENT);
  dispatchEvent(new CustomEvent(SUBMITTED_EVENT));
}

const hasOurServer = () => readMeta(API_URL_META).startsWith("/");

function restoreDraft(form: HTMLFormElement, opened: FormState): void {
  try {
    if (opened.kind === "empty") fillForm(form, readTyped());
    const typed = readForm(form);
    keepTyped(typed);
    growTextareas(form);
    const isEmpty = Object.values(typed).join("") === "";
    if (isEmpty && hasOurServer())
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
