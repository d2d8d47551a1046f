import { attempt } from "../contract/attempt.ts";

/**
 * Remembers the inputs of the page, which
 * keep their texts when React replaces them.
 * @returns puts texts, focus and caret into the new inputs, a single time
 */
export function rememberInputs(): () => void {
  const inputs = [
    ...document.querySelectorAll<HTMLInputElement>(
      ":is(input, textarea, select)[id]",
    ),
  ];
  let focused: EventTarget | null = document.activeElement;
  addEventListener("focusin", ({ target }) => (focused = target));
  return () => {
    for (const old of inputs.splice(0)) {
      const input = document.getElementById(old.id);
      if (!input || input === old) continue;
      const { value, selectionStart, selectionEnd } = old;
      Object.assign(input, { value });
      if (old !== focused) continue;
      input.focus({ preventScroll: true });
      // Throws for an email address, whose input has no selection.
      attempt(() => Object.assign(input, { selectionStart, selectionEnd }));
    }
  };
}
