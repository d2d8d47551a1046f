import { isDemoOpen } from "./await-late-code.ts";

/** The specification sets these times. */
const TYPE_MS = 100;
const WAIT_MS = 2000;
const DELETE_MS = 50;

export type Typing = {
  phrase: number;
  letters: number;
  step: "type" | "wait" | "delete";
};

export const NOTHING_TYPED: Typing = { phrase: 0, letters: 0, step: "type" };

export function nextTyping(
  now: Typing,
  phrases: readonly string[],
): { after: number; next: Typing } {
  const length = phrases[now.phrase]?.length ?? 0;
  switch (now.step) {
    case "type": {
      const letters = now.letters + 1;
      const step = letters >= length ? "wait" : "type";
      return { after: TYPE_MS, next: { ...now, letters, step } };
    }
    case "wait":
      return { after: WAIT_MS, next: { ...now, step: "delete" } };
    case "delete":
      return now.letters > 0
        ? { after: DELETE_MS, next: { ...now, letters: now.letters - 1 } }
        : {
            after: 0,
            next: {
              ...NOTHING_TYPED,
              phrase: (now.phrase + 1) % phrases.length,
            },
          };
  }
}

/** Types the phrases of `headline.tsx` in turn, until the page is left. */
export function startTyping(): void {
  const heading = document.querySelector("#headline");
  const button = document.querySelector<HTMLElement>("[data-sign]");
  if (!heading || !button) return;
  const phrases = Array.from(
    heading.parentElement?.children ?? [],
    ({ textContent }) => textContent,
  );
  const typed = document.createElement("span");
  typed.setAttribute("aria-hidden", "true");
  typed.append(document.createElement("span"));
  let now = NOTHING_TYPED;
  let timer: number | undefined;

  function show(next: Typing): void {
    now = next;
    const phrase = phrases[now.phrase] ?? "";
    typed.dataset["typed"] = phrase.slice(0, now.letters);
    typed.dataset["rest"] = phrase.slice(now.letters);
  }

  function goOn(): void {
    const { after, next } = nextTyping(now, phrases);
    timer = window.setTimeout(() => {
      if (!typed.isConnected) return;
      if (!isDemoOpen()) show(next);
      goOn();
    }, after);
  }

  /** Stops at the whole phrase, and goes on from there. */
  function toggle(): void {
    const letters = phrases[now.phrase]?.length ?? 0;
    show({ ...now, letters, step: "wait" });
    if (button) swapLabels(button);
    if (timer === undefined) return goOn();
    clearTimeout(timer);
    timer = undefined;
  }

  show(NOTHING_TYPED);
  heading.append(typed);
  button.addEventListener("click", toggle);
  button.hidden = false;
  goOn();
}

/** The button's data has the texts of its other state. */
function swapLabels(button: HTMLElement): void {
  const { label = "", sign = "" } = button.dataset;
  button.dataset["label"] = button.getAttribute("aria-label") ?? "";
  button.dataset["sign"] = button.textContent;
  button.setAttribute("aria-label", label);
  button.textContent = sign;
}
