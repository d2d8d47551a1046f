/**
 * The module of each kind of page. A page
 * has the styles that its module imports.
 */

import type { PageName } from "./page-content.ts";

/** A script hydrates these pages. `load-page.ts` imports the same modules. */
export const HYDRATED_PAGES = {
  home: "site/pages/home/home-page.tsx",
  bookCall: "site/pages/book-call/book-call-page.tsx",
  schedule: "site/pages/schedule/schedule-page.tsx",
  scheduleForm: "site/pages/schedule/form-page.tsx",
} as const satisfies Record<PageName, string>;

/** These pages are only HTML. */
export const STILL_PAGES = {
  call: "site/pages/schedule/still-pages.tsx",
  trade: "site/pages/trade/trade-page.tsx",
  markdown: "site/pages/markdown/markdown-page.tsx",
  error: "site/pages/error/error-page.tsx",
} as const;

export type PageKind = keyof typeof HYDRATED_PAGES | keyof typeof STILL_PAGES;
