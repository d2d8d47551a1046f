/** Loads `late-code.ts` when a pointer moves or the page scrolls. *Watch demo* opens the demo. */
export function awaitLateCode(): void {
  addEventListener("click", openDemo);
  // A visitor may have scrolled to the sliders or opened the demo before this script ran.
  if (scrollY > 0 || isDemoOpen()) prepare();
  for (const type of ["pointerover", "scroll"])
    addEventListener(type, prepare, { once: true });
}

/** The result is also false in a browser without `checkVisibility`. */
export function isDemoOpen(): boolean {
  return document.querySelector("#demo")?.checkVisibility?.() ?? false;
}

function prepare(): void {
  readyDemo().catch(() => undefined);
}

const readyDemo = () =>
  import("./late-code.ts").then(({ startDemo }) => startDemo());

function openDemo(event: MouseEvent): void {
  const { target } = event;
  const opener = "[popovertarget=demo]:not([popovertargetaction])";
  if (!(target instanceof Element) || !target.closest(opener)) return;
  event.preventDefault();
  void readyDemo().then(
    (open) => open(),
    () => document.querySelector<HTMLElement>("#demo")?.showPopover?.(),
  );
}
