/**
 * Lets Playwright drive Debian's Firefox ESR,
 * which lacks one command of WebDriver BiDi.
 */

import type { Browser } from "@playwright/test";

const MISSING = "emulation.setMediaFeaturesOverride";
const bridged = new WeakSet<object>();

/**
 * Answers the missing command, which Playwright
 * sends for each page, in Firefox's place.
 */
export function answerMissingCommand(browser: Browser): void {
  const implementation = Reflect.get(browser, "_connection").toImpl(browser);
  const session: object | undefined = Reflect.get(
    implementation,
    "_browserSession",
  );
  const prototype: object | null = session
    ? Object.getPrototypeOf(session)
    : null;
  if (prototype === null || bridged.has(prototype)) return;
  bridged.add(prototype);
  const send = Reflect.get(prototype, "send");
  Reflect.set(
    prototype,
    "send",
    function (this: object, method: string, params: unknown) {
      return method === MISSING
        ? Promise.resolve({})
        : send.call(this, method, params);
    },
  );
}
