/**
 * If the tab's storage is blocked or full, an item lasts as long as the page.
 */

import { attempt } from "../contract/attempt.ts";

const inMemory = new Map<string, string>();

/** The empty text stands for no item. */
export function readItem(name: string): string {
  return (
    inMemory.get(name) ?? attempt(() => sessionStorage.getItem(name)) ?? ""
  );
}

export function keepItem(name: string, text: string): void {
  inMemory.delete(name);
  try {
    if (text === "") sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, text);
  } catch {
    if (text !== "") inMemory.set(name, text);
  }
}

/**
 * The forms' items. The calculator and the page
 * of a call know them without the forms' code.
 */
export const FORM_ITEMS = {
  /** The newest text of each field. */
  typed: "lead-typed",
  /**
   * The last texts that the form of each
   * page in the tab's history showed.
   */
  shown: "lead-shown",
  sent: "lead-sent",
  /** The form of a call whose answer was lost. */
  unanswered: "call-unanswered",
};

export function dropDraft(): void {
  for (const item of Object.values(FORM_ITEMS)) keepItem(item, "");
}
