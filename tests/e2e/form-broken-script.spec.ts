/** A script that fails while it sends: nothing hangs, and a lead that arrived is one lead. */
import type { Page } from "@playwright/test";
import { content } from "../content.ts";
import { filledIn, fillIn, submitAndConfirm, submitButton } from "./booking-form.ts";
import { openForm } from "./hydration.ts";
import { expect, expectErrors, test } from "./test.ts";

const { failures } = content;

const EXPECTED =
  /taken away|is not a (function|constructor)|Cannot read prop|^undefined$|The lead was not stored/;
test.beforeEach(({ page }) => expectErrors(page, EXPECTED));

/** `npm test` tries the first of each list. */
const tagOf = (what: string) => ({ tag: /no crypto|a string/.test(what) ? [] : ["@full"] });

/** What a privacy setting, an extension or an old browser takes away. */
const HARMLESS = {
  "no crypto": 'replace(window, "crypto", undefined)',
  "storage that is blocked": 'Object.defineProperty(window, "sessionStorage", { get: broken })',
  "storage that is full": "Storage.prototype.setItem = broken",
  "no way to abort": 'replace(window, "AbortController", undefined)',
  "no Request": 'replace(window, "Request", undefined)',
  "no fetch": 'replace(window, "fetch", undefined)',
  "a cross-fade that throws": "document.startViewTransition = broken",
};

for (const [what, breakIt] of Object.entries(HARMLESS))
  test(`${what}: the lead is stored once`, tagOf(what), async ({ page, site, visitor }) => {
    await openForm(page);
    await fillIn(page, visitor);
    await sabotage(page, breakIt);
    await submitAndConfirm(page);
    expect(site.leads(visitor.email)).toHaveLength(1);
  });

const AFTER_THE_REQUEST = {
  "a string instead of an error": [
    'later(() => { throw "taken away"; })',
    "An unexpected error occurred. Please try again.",
  ],
  "nothing instead of an error": ["later(() => { throw undefined; })", content.messages.unexpected],
  "an error of ours": ['later(() => { throw new Error("taken away"); })', content.messages.unexpected],
  "an answer that breaks off": [
    'Response.prototype.text = async () => { throw new TypeError("taken away"); }',
    failures.network,
  ],
} as const;

for (const [what, [breakIt, sentence]] of Object.entries(AFTER_THE_REQUEST)) {
  test(`${what}: the next try is the same lead`, tagOf(what), async ({ page, site, visitor }) => {
    await openForm(page);
    await fillIn(page, visitor);
    await sabotage(page, breakIt);
    await submitButton(page).click();
    await expect(page.getByRole("alert")).toContainText(sentence);
    await expect(submitButton(page)).toBeEnabled();
    expect(await filledIn(page)).toEqual(visitor);
    expect(site.leads(visitor.email), "it had arrived").toHaveLength(1);

    await page.reload();
    // The script restores the text.
    await expect.poll(() => filledIn(page)).toEqual(visitor);
    await submitAndConfirm(page);
    expect(site.leads(visitor.email)).toHaveLength(1);
  });
}

async function sabotage(page: Page, statement: string): Promise<void> {
  await page.evaluate(`{
    const broken = () => { throw new Error("taken away"); };
    const replace = (object, name, value) => Object.defineProperty(object, name, { value });
    const real = window.fetch;
    const later = (answer) => { window.fetch = async (...request) => { await real(...request); return answer(); }; };
    ${statement};
  }`);
}
