/**
 * The fixture of browser tests: each worker has a site,
 * and each test fails on a stray message or request.
 */

import {
  test as base,
  expect,
  type BrowserContext,
  type Locator,
  type Page,
} from "@playwright/test";
import type { FormValues } from "../../contract/http/page.ts";
import { present } from "../../server/inbox/forms.ts";
import { exampleVisitor, type Answers } from "./booking-form.ts";
import { openSite, type Site } from "./site.ts";
import { answerMissingCommand } from "./stock-firefox.ts";

interface Fixtures {
  /** Origins that pages may contact besides the site's own. */
  allowedOrigins: string[];
  /**
   * The values that this test's visitor fills
   * in; the email is unique to the test.
   */
  visitor: Answers;
  watch: void;
}

interface WorkerFixtures {
  bridge: void;
  site: Site;
  /** Environment variables of the site besides the defaults. */
  siteEnv: Record<string, string>;
}

const expected = new WeakMap<BrowserContext, RegExp>();

/** The error of a browser whose window a test resizes while a page fades in. */
const RESIZED = /^InvalidStateError: .*Viewport size changed/;

/** Allows the console errors and exceptions that a test causes on purpose. */
export function expectErrors(page: Page, pattern: RegExp): void {
  expected.set(page.context(), pattern);
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  bridge: [
    async ({ browser, browserName }, use) => {
      if (browserName === "firefox") answerMissingCommand(browser);
      await use();
    },
    { scope: "worker", auto: true },
  ],

  siteEnv: [{}, { scope: "worker", option: true }],

  site: [
    async ({ siteEnv }, use) => {
      const site = await openSite(siteEnv);
      await use(site);
      await site.close();
    },
    { scope: "worker" },
  ],

  baseURL: ({ site }, use) => use(site.origin),

  allowedOrigins: [[], { option: true }],

  // oxlint-disable-next-line no-empty-pattern
  visitor: ({}, use, { testId, repeatEachIndex }) =>
    use(exampleVisitor(`${testId}-${repeatEachIndex}`)),

  watch: [
    async ({ context, baseURL, allowedOrigins, site }, use, { errors }) => {
      const stray: string[] = [];
      const complain = (text: string): void => {
        if (!RESIZED.test(text) && !expected.get(context)?.test(text))
          stray.push(text);
      };
      context.on("console", (message) => {
        if (message.type() === "error" || message.type() === "warning")
          complain(message.text());
      });
      context.on("weberror", (error) => complain(String(error.error())));
      context.on("request", (request) => {
        const { origin, protocol } = new URL(request.url());
        if (allowedOrigins.includes(origin)) return;
        if (
          !protocol.startsWith("http") ||
          origin === baseURL ||
          request.isNavigationRequest()
        )
          return;
        stray.push(`request to ${request.url()}`);
      });
      await use();
      const output = site.output().trim().split("\n").slice(-20).join("\n");
      if (errors.length > 0)
        process.stderr.write(`\nThe site printed:\n${output}\n`);
      expect(stray, "stray console output, exceptions or requests").toEqual([]);
    },
    { auto: true },
  ],
});

/**
 * Sends the tests of a file or describe to a server of their own, which the
 * first test in each worker starts.
 * @returns a function that gives a test this server
 */
export function useOwnServer<
  Server extends { origin: string; close: () => Promise<void> },
>(start: (site: Site) => Promise<Server>): () => Server {
  let server: Server | undefined;
  test.use({
    baseURL: async ({ site }, use) => {
      server ??= await start(site);
      await use(server.origin);
    },
  });
  test.afterAll(() => server?.close());
  return () => present(server);
}

export const buttonIn = (place: Page | Locator, name: string | RegExp) =>
  place.getByRole("button", { name });

export const linkIn = (place: Page | Locator, name: string | RegExp) =>
  place.getByRole("link", { name });

/** Expects that the site has stored one lead of this visitor. */
export const expectOneLead = (site: Site, { email }: FormValues) =>
  expect(site.leads(email)).toHaveLength(1);

export const pageHeading = (page: Page) =>
  page.getByRole("heading", { level: 1 });

/**
 * For tests of motion. Other tests reduce it, to
 * save processor time (playwright.config.ts).
 */
export const MOVING = {
  contextOptions: { reducedMotion: "no-preference" },
} as const;

export { expect, type Site };
