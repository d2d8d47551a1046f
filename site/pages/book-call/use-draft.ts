import { useEffect, type RefObject } from "react";
import { keepTyped, readTyped } from "./draft.ts";
import { fillForm, readTypedFields } from "./form-inputs.ts";

/** Keeps the typed texts, and fills them in again after Back or a reload. */
export function useDraft(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const element = form.current;
    if (!element) return undefined;
    restoreForm(element);
    element.addEventListener("input", () => keepForm(element));
    const refill = () => form.current && refillForm(form.current);
    addEventListener("pageshow", refill);
    return () => removeEventListener("pageshow", refill);
  }, [form]);
}

function keepForm(form: HTMLFormElement): void {
  keepTyped(readTypedFields(form));
}

/**
 * After Back, a page can show old texts
 * although another page has changed the draft.
 */
function refillForm(form: HTMLFormElement): void {
  const typed = readTyped();
  if (Object.keys(typed).length === 0) return;
  fillForm(form, typed);
  keepForm(form);
}

function restoreForm(form: HTMLFormElement): void {
  try {
    fillForm(form, readTyped());
    keepForm(form);
  } catch (error) {
    console.error(error);
  }
}
