import {
  startTransition,
  useEffect,
  useRef,
  useState,
  type SyntheticEvent,
} from "react";
import { flushSync } from "react-dom";
import type { FieldProblem, FormState } from "../../../contract/http/page.ts";
import {
  isConfirmed,
  LEAD_COLUMNS,
  type LeadFields,
} from "../../../contract/lead/lead.ts";
import { emailDoubt } from "../../../contract/lead/validation.ts";
import { withTransition } from "../../components/motion.ts";
import type { BookCallContent } from "../../page-content.ts";
import { dropDraft } from "../../tab-storage.ts";
import { pathAndQuery } from "./draft.ts";
import { checkForm } from "./form-inputs.ts";
import { sendLead, unclear, type Answer, type Send } from "./send-lead.ts";
import { useDraft } from "./use-draft.ts";

/**
 * The URL's fragment after a lead is stored, so
 * that an analytics script can count the lead.
 */
const SENT_FRAGMENT = "#sent";
/** Tells the owner's script that a lead is stored. The event has no data. */
const SUBMITTED_EVENT = "lead:submitted";

/**
 * `empty`: the visitor is typing. The first
 * stage is the `FormState` of the opened page.
 */
type Stage = { kind: "empty" } | { kind: "sending" } | Answer;

/**
 * The request outlives the form: before the
 * answer, a visitor may leave the form and return.
 */
let sending: Promise<Answer> | undefined;

/**
 * The stage of each opened form. If React
 * fails, the page made anew shows it.
 */
const stages = new WeakMap<FormState, Stage>();

/**
 * @param send sends the form. The form on
 * the scheduling page also books a call.
 */
export function useLeadForm(
  content: BookCallContent,
  opened: FormState,
  send: Send = sendLead,
) {
  const form = useRef<HTMLFormElement>(null);
  const [stage, setStage] = useState(stages.get(opened) ?? opened);
  stages.set(opened, stage);

  useDraft(form);
  useEffect(() => {
    if (opened.kind === "submitted") announceStored();
    else dropFragment();
    // After Back or a reload.
    const { stored }: { stored?: Stage } = history.state ?? {};
    if (stored && opened.kind === "empty")
      startTransition(() => setStage(stored));
    if (form.current) void awaitAnswer(form.current);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs a single time for each form
  }, [opened]);

  function submit(event: SyntheticEvent<HTMLFormElement>): void {
    const element = event.currentTarget;
    if (sending) return event.preventDefault();
    try {
      sending = beginSending(element);
    } catch (error) {
      console.error(error);
      // The script cannot make the request. The
      // browser can post a form that has an `action`.
      if (element.hasAttribute("action")) return;
      sending = Promise.resolve(unclear("unexpected", content));
    }
    event.preventDefault();
    void awaitAnswer(element);
  }

  function beginSending(element: HTMLFormElement): Promise<Answer> | undefined {
    const checked = checkForm(element, content);
    const problems = checked.ok
      ? emailDoubts(element, checked.lead, content)
      : checked.problems;
    // If the form books a call, the server asks
    // about the address and the number together.
    const isDoubted = problems.length > 0 && send === sendLead;
    if (checked.ok && !isDoubted)
      return send({ form: element, lead: checked.lead, content });
    flushSync(() => setStage({ kind: "failed", problems }));
    document.querySelector<HTMLElement>("[aria-invalid]")?.focus();
    return undefined;
  }

  async function awaitAnswer(element: HTMLFormElement): Promise<void> {
    if (!sending) return;
    setStage({ kind: "sending" });
    const answer = await sending;
    if (!element.isConnected) return;
    sending = undefined;
    if (answer.kind === "failed") return setStage(answer);
    void withTransition(() => flushSync(() => setStage(answer)));
    announceStored();
    keepForBack(answer);
  }

  /**
   * Removes the problems. The edited field stays
   * in place, although the text above disappears.
   */
  function edit({ target }: SyntheticEvent<HTMLFormElement>): void {
    if (stage.kind === "failed" && target instanceof Element)
      keepInPlace(target, () => setStage({ kind: "empty" }));
  }

  return { form, stage, submit, edit };
}

/**
 * Doubts a mistyped email address. A visitor
 * confirms the address by sending it again.
 */
function emailDoubts(
  form: HTMLFormElement,
  lead: LeadFields,
  content: BookCallContent,
): FieldProblem[] {
  const { input } = LEAD_COLUMNS.email;
  const message = emailDoubt(lead, content);
  return message === undefined || isConfirmed(new FormData(form), input)
    ? []
    : [{ input, message }];
}

/**
 * Leaves out the email address, so that the next
 * person at a shared device cannot read it.
 */
function keepForBack(stored: Answer): void {
  history.replaceState({ stored: { ...stored, email: undefined } }, "");
}

/** Scrolls by as much as the change moves the element. */
function keepInPlace(element: Element, change: () => void): void {
  const topBefore = element.getBoundingClientRect().top;
  flushSync(change);
  const top = element.getBoundingClientRect().top - topBefore;
  scrollBy({ top, behavior: "instant" });
}

/**
 * Tells the owner's script of a lead. `replace`
 * adds no entry, so Back leads out of the form.
 */
export function announceStored(dropsDraft = true): void {
  if (dropsDraft) dropDraft();
  location.replace(SENT_FRAGMENT);
  dispatchEvent(new CustomEvent(SUBMITTED_EVENT));
}

/**
 * Removes the fragment after Back or a reload,
 * so that no script counts the lead again.
 */
function dropFragment(): void {
  if (location.hash === SENT_FRAGMENT)
    history.replaceState(history.state, "", pathAndQuery());
}
