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
  length: number,
  phrases: number,
): [after: number, next: Typing] {
  switch (now.step) {
    case "type": {
      const letters = now.letters + 1;
      const step = letters >= length ? "wait" : "type";
      return [TYPE_MS, { ...now, letters, step }];
    }
    case "wait":
      return [WAIT_MS, { ...now, step: "delete" }];
    case "delete":
      return now.letters > 0
        ? [DELETE_MS, { ...now, letters: now.letters - 1 }]
        : [0, { ...NOTHING_TYPED, phrase: (now.phrase + 1) % phrases }];
  }
}

/** Types the phrases of `headline.tsx` in turn, until the page is left. */
export function startTyping(): void {
  const heading = document.querySelector("#headline");
  const button = document.querySelector<HTMLElement>("[data-sign]");
  if (!heading || !button) return;
  const texts = heading.parentElement?.children ?? [];
  // A translator may change them at any time.
  const phrase = () => texts[now.phrase]?.textContent ?? "";
  const typed = document.createElement("span");
  typed.setAttribute("aria-hidden", "true");
  typed.append(document.createElement("span"));
  let now = NOTHING_TYPED;
  let timer: number | undefined;

  function show(next: Typing): void {
    now = next;
    typed.dataset["typed"] = phrase().slice(0, now.letters);
    typed.dataset["rest"] = phrase().slice(now.letters);
  }

  function goOn(): void {
    const [after, next] = nextTyping(now, phrase().length, texts.length);
    timer = window.setTimeout(() => {
      if (!typed.isConnected) return;
      if (!isDemoOpen()) show(next);
      goOn();
    }, after);
  }

  show(NOTHING_TYPED);
  heading.append(typed);
  // Stops at the whole phrase, and goes on from there.
  button.addEventListener("click", () => {
    show({ ...now, letters: phrase().length, step: "wait" });
    swapLabels(button);
    if (timer === undefined) return goOn();
    clearTimeout(timer);
    timer = undefined;
  });
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
