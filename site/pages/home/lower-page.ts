/** What the landing page and pages of trades need below the first screen: the sliders, and the next open times. Comes with the first scrolling. */
import { calculate } from "./calculate.ts";
import { showNextTimes } from "./next-times.ts";

function moved(target: EventTarget | null): void {
  const calculator = target instanceof HTMLInputElement && target.closest<HTMLElement>("#missed");
  if (calculator) calculate(calculator);
}

addEventListener("input", ({ target }) => moved(target));
// The demo, a reload or a fast visitor moved them before.
for (const input of document.querySelectorAll<HTMLInputElement>("#missed input"))
  if (input.value !== input.defaultValue) moved(input);

showNextTimes();
export { showNextTimes };
