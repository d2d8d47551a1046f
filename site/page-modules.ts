/**
 * The two pages as modules of their own, so that a visitor of one does not wait for the other's code. Free of
 * React, since the entry asks for a page's module before React is there.
 */
import type { ComponentType } from "react";
import type { FormState } from "../contract/page.ts";
import { BOOK_CALL, HOME } from "../contract/routes.ts";

export interface PageModule {
  /** `opened`: what the form shows when its page opens. */
  Page: ComponentType<{ opened: FormState }>;
  /** Loads what a page needs beyond its module when it does not start from prerendered HTML. */
  loadRest?: () => Promise<void>;
}

const importers = new Map<string, () => Promise<PageModule>>([
  [
    HOME.path,
    async () => {
      const { HomePage, loadRest } = await import("./pages/home/home-page.tsx");
      return { Page: HomePage, loadRest };
    },
  ],
  [
    BOOK_CALL.path,
    async () => {
      const { BookCallPage } = await import("./pages/book-call/book-call-page.tsx");
      return { Page: BookCallPage };
    },
  ],
]);

const loading = new Map<string, Promise<PageModule>>();
const loaded = new Map<string, PageModule>();

/** The page at a path, if it is one of ours and its module is here. */
export function loadedPage(path: string): PageModule | undefined {
  return loaded.get(path);
}

/**
 * The module of the page at a path, or nothing where there is no page. The same promise for the same path, until
 * it fails: a weak signal deserves another try.
 */
export function loadPage(path: string): Promise<PageModule> | undefined {
  const known = loading.get(path);
  const importer = importers.get(path);
  if (known || !importer) return known;
  const page = load(path, importer);
  loading.set(path, page);
  return page;
}

/** Loads a page and the rest of it, to be rendered without prerendered HTML. Rejects when the network does. */
export async function loadWholePage(path: string): Promise<void> {
  const page = await loadPage(path);
  await page?.loadRest?.();
}

const documents = new Map<string, Promise<PageModule>>();

/** Of the page that the address names already, for rendering: where its code is gone, its document is loaded instead. */
export function arrivingPage(path: string): Promise<PageModule> | undefined {
  const known = documents.get(path) ?? loadPage(path)?.catch(() => orDocument());
  if (known) documents.set(path, known);
  return known;
}

function orDocument(): Promise<never> {
  location.reload();
  return new Promise(() => undefined);
}

async function load(path: string, importer: () => Promise<PageModule>): Promise<PageModule> {
  try {
    const page = await importer();
    loaded.set(path, page);
    return page;
  } catch (error) {
    loading.delete(path);
    throw error;
  }
}
