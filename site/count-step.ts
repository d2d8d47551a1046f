/** Reports the steps of a visit to the server, each once per tab (contract/funnel.ts). */
import type { Step } from "../contract/funnel.ts";
import { COUNTED_ITEM, STEPS_PATH, VISIT_ITEM } from "../contract/rest-api.ts";

/** Reports nothing when nothing is counted, when the tab can store nothing, or when the visitor asks not to be tracked. */
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
