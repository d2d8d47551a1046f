/**
 * Loads `late-code.ts` when a pointer moves or
 * the page scrolls. *Watch demo* opens the demo.
 */
export function awaitLateCode(): void {
  addEventListener("click", openDemo);
  // A visitor may have scrolled to the sliders
  // or opened the demo before this script ran.
  if (scrollY > 0 || isDemoOpen()) prepare();
  for (const type of ["pointerover", "scroll"])
    addEventListener(type, prepare, { once: true });
}

/** The result is also false in a browser without `checkVisibility`. */
export function isDemoOpen(): boolean {
  return document.querySelector("#demo")?.checkVisibility?.() ?? false;
}

function prepare(): void {
  // Without this code, the calculator has no sliders.
  readyDemo().catch(() =>
    document.querySelector("#missed")?.setAttribute("data-still", ""),
  );
}

const readyDemo = () =>
  import("./late-code.ts").then(({ startCalculator, startDemo }) => {
    startCalculator();
    return startDemo();
  });

function openDemo(event: MouseEvent): void {
  const { target } = event;
  if (
    !(target instanceof Element) ||
    !target.closest("[popovertarget=demo]:not([popovertargetaction])")
  )
    return;
  event.preventDefault();
  // Without its code, the demo is a transcript.
  void Promise.race([
    readyDemo(),
    new Promise<never>((_, reject) => setTimeout(reject, 1_000)),
  ]).then(
    (open) => open(),
    () => document.querySelector<HTMLElement>("#demo")?.showPopover?.(),
  );
}
