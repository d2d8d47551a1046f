/**
 * Finds controls that a mouse or a finger cannot press, since
 * something else covers their middle, or they are too low.
 */

import type { Page } from "@playwright/test";
import { expect } from "./test.ts";

const WIDTHS = [360, 800, 1280] as const;

/**
 * Expects that nothing covers the middle of any control
 * of the page, and none is too low, at each width.
 */
export async function expectReach(
  page: Page,
  widths: readonly number[] = WIDTHS,
): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: width < 800 ? 640 : 800 });
    await takePresses(page);
    const unreached = await page.evaluate(lookForUnreached);
    expect(unreached, `${page.url()} at ${width} px`).toEqual([]);
  }
}

/** What a press opened takes presses at once. */
export const takePresses = (page: Page) =>
  page.evaluate(() => {
    for (const opened of document.querySelectorAll("body, .opened"))
      for (const animation of opened.getAnimations()) animation.finish();
  });

/**
 * Runs in the page. Opens each fold, because the controls inside count, too.
 */
async function lookForUnreached(): Promise<string[]> {
  const controls =
    "a[href], button, input:not([type=hidden]), select, textarea, summary";
  document.querySelectorAll("details").forEach((fold) => (fold.open = true));
  await new Promise((resolve) => requestAnimationFrame(resolve));

  /**
   * The middle of the largest box, since a
   * link that wraps has a box in each line.
   */
  function middleOf(element: Element): [x: number, y: number] | undefined {
    const boxes = [...element.getClientRects()].filter(
      ({ width, height }) => width > 1 && height > 1,
    );
    const [box] = boxes.toSorted(
      (a, b) => b.width * b.height - a.width * a.height,
    );
    return box && [box.left + box.width / 2, box.top + box.height / 2];
  }

  function isReached(control: Element, target: Element): boolean {
    target.scrollIntoView({
      block: "center",
      inline: "center",
      behavior: "instant",
    });
    const middle = middleOf(target);
    const hit = middle && document.elementFromPoint(...middle);
    // A press on a label presses its control.
    const pressed = hit?.closest(`${controls}, label`);
    return (
      pressed === control ||
      (pressed instanceof HTMLLabelElement && pressed.control === control)
    );
  }

  /** WCAG 2.5.8. A link within a line may be lower. */
  const isLow = (target: Element) =>
    !getComputedStyle(target).display.startsWith("inline") &&
    target.getBoundingClientRect().height < 24;

  const unreached: string[] = [];
  for (const control of document.querySelectorAll<HTMLElement>(controls)) {
    if (control.closest("[inert], [aria-hidden=true], :disabled")) continue;
    if (!control.checkVisibility({ visibilityProperty: true })) continue;
    // A control without a box may appear when
    // it has the focus, as the skip link does.
    if (!middleOf(control)) control.focus();
    const labels = [...document.querySelectorAll("label")].filter(
      (label) => label.control === control,
    );
    const targets = [control, ...labels].filter(middleOf);
    if (
      targets.length > 0 &&
      !targets.some((target) => !isLow(target) && isReached(control, target))
    )
      unreached.push(control.outerHTML.slice(0, 160));
    if (document.activeElement === control) control.blur();
  }
  return unreached;
}
