/** The page as it was shown before React came, to be put back when React cannot take it over. */

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const CONTROLS = "input, textarea, select";

/**
 * A translator or an extension may have changed the HTML; React then makes the page anew, without the translation and
 * without what was typed. @returns puts back the page as it was, with what has been typed since, and its focus
 */
export function keepHtml(element: Element): () => void {
  const shown = element.cloneNode(true);
  const live = controlsOf(element);
  let focused = live.findIndex((control) => control === document.activeElement);
  element.addEventListener("focusin", ({ target }) => {
    focused = live.findIndex((control) => control === target);
  });
  return () => {
    if (!(shown instanceof Element)) return;
    const copies = controlsOf(shown);
    for (const [at, copy] of copies.entries()) {
      const typed = live[at];
      if (!typed) continue;
      copy.value = typed.value;
      if (copy instanceof HTMLInputElement && typed instanceof HTMLInputElement) copy.checked = typed.checked;
    }
    element.replaceWith(shown);
    copies[focused]?.focus({ preventScroll: true });
  };
}

function controlsOf(element: Element): Control[] {
  return [...element.querySelectorAll<Control>(CONTROLS)];
}
