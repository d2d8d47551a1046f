/**
 * What the landing page and pages of trades need once a pointer moves or the page scrolls: the demo with its styles, the
 * sliders, and the next open times. Tests import each alone, since Node knows no styles.
 */
import { calculate } from "./calculate.ts";
import "./demo.css";
import { showNextTimes } from "./next-times.ts";
import { startDemo } from "./play-demo.ts";

function moved(target: EventTarget | null): void {
  const calculator = target instanceof HTMLInputElement && target.closest<HTMLElement>("#missed");
  if (calculator) calculate(calculator);
}

addEventListener("input", ({ target }) => moved(target));
// A reload or a fast visitor moved them before.
for (const input of document.querySelectorAll<HTMLInputElement>("#missed input"))
  if (input.value !== input.defaultValue) moved(input);
showNextTimes();

export { showNextTimes, startDemo };
