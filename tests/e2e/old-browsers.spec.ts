/**
 * The oldest browsers of docs/browsers.md, imitated by removing newer features.
 */

import { sendAndConfirm, watchLeadRequests } from "./booking-form.ts";
import { goToForm, untilHydrated } from "./hydration.ts";
import { expect, MOVING, test, expectOneLead } from "./test.ts";

test.use(MOVING);

/**
 * Features newer than Chrome 80, Firefox 78 or Safari
 * 14. Source: MDN's browser compatibility data.
 */
const NEWER =
  `AbortSignal.any AbortSignal.timeout AbortSignal.prototype.throwIfAborted AggregateError
  Array.prototype.at Array.prototype.findLast Array.prototype.toSorted Array.prototype.toSpliced
  Array.prototype.with CSSStyleSheet.prototype.replaceSync Crypto.prototype.randomUUID Crypto.prototype.subtle
  Document.prototype.startViewTransition Element.prototype.checkVisibility Element.prototype.replaceChildren
  FinalizationRegistry HTMLDialogElement HTMLElement.prototype.hidePopover HTMLElement.prototype.inert
  HTMLElement.prototype.popover HTMLElement.prototype.showPopover HTMLElement.prototype.togglePopover
  HTMLFormElement.prototype.requestSubmit Map.groupBy Object.groupBy Object.hasOwn Promise.any Promise.try
  Promise.withResolvers Response.json Set.prototype.union String.prototype.at String.prototype.isWellFormed
  String.prototype.replaceAll SubmitEvent.prototype.submitter URL.canParse WeakRef navigation reportError
  requestIdleCallback scheduler structuredClone`.split(/\s+/);

test(
  "without any newer feature the form is sent",
  { tag: "@full" },
  async ({ page, site, visitor }) => {
    await page.addInitScript(takeAway, NEWER);
    const requests = watchLeadRequests(page);
    await goToForm(page);
    await untilHydrated(page.locator("#book-call"));
    await sendAndConfirm(page, visitor);
    expect(requests, "by the script").toHaveLength(1);
    expectOneLead(site, visitor);
  },
);

/** Runs in the page. */
function takeAway(names: readonly string[]): void {
  for (const path of names) {
    const steps = path.split(".");
    const name = steps.pop() ?? "";
    const owner: unknown = steps.reduce<unknown>(
      (object, step) => Reflect.get(Object(object), step),
      window,
    );
    const object = Object(owner);
    if (!(name in object) || !Reflect.deleteProperty(object, name))
      throw new Error(`There is no ${path}.`);
  }
}
