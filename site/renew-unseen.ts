/**
 * The board of times and the page of a call
 * are renewed if nobody saw them for a while.
 */

import { SECOND_MS } from "../contract/durations.ts";
import { afterSleep } from "./after-sleep.ts";

/** @returns ends the waiting */
export const renewUnseen = () => afterSleep(openAgain);

/**
 * Loads the page anew once the server answers.
 * `location.reload` could post a form again.
 */
function openAgain(): void {
  let isLeaving = false;
  // Must not replace the page that a pressed link opens
  // meanwhile, or a form that somebody begins to fill in.
  addEventListener("click", ({ target, defaultPrevented }) => {
    const isUsed =
      target instanceof Element && target.closest("a, form, summary");
    if (isUsed && !defaultPrevented) isLeaving = true;
  });
  const open = ({ ok }: Response) => {
    if (!ok || isLeaving) return;
    const { href } = location;
    // Another address, since a hash after the same one loads nothing.
    history.replaceState(null, "", "?");
    location.replace(href);
  };
  fetch(location.href).then(open, () =>
    // A device that wakes may be shown before its network is there.
    setTimeout(() => isLeaving || openAgain(), 5 * SECOND_MS),
  );
}
