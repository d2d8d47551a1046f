/** Says to the server which steps a visit came to, each once a tab (contract/funnel.ts). */
import type { Step } from "../contract/funnel.ts";
import { COUNTED_ITEM, STEPS_PATH, VISIT_ITEM } from "../contract/rest-api.ts";

/** Nothing is said where nothing is counted, where the tab may keep nothing, or where the visitor asks not to be tracked. */
export const countStep = (step: Exclude<Step, "sent">): void => {
  try {
    const counted = sessionStorage.getItem(COUNTED_ITEM) ?? "";
    if ("uncounted" in document.documentElement.dataset || counted.includes(step)) return;
    if (navigator.doNotTrack === "1" || Reflect.get(navigator, "globalPrivacyControl")) return;
    sessionStorage.setItem(COUNTED_ITEM, counted + step);
    navigator.sendBeacon(STEPS_PATH, `${step} ${sessionStorage.getItem(VISIT_ITEM)}`);
  } catch {
    // Blocked.
  }
};
