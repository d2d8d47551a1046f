/** The pages of the site, each in one place: build, server, browser and sitemap follow this table. */

interface Route {
  /** Names its title and description in `site/content/pages.ts`. */
  name: string;
  path: string;
  /** When the script takes the page over: at once where a visitor comes to type, else when the browser is idle. */
  hydrate: "at once" | "when idle";
  /** Whether the sitemap lists it. */
  inSitemap: boolean;
}

export const HOME = {
  name: "home",
  path: "/",
  hydrate: "when idle",
  inSitemap: true,
} as const satisfies Route;

export const BOOK_CALL = {
  name: "bookCall",
  path: "/book-call",
  hydrate: "at once",
  inSitemap: true,
} as const satisfies Route;

export const ROUTES = [HOME, BOOK_CALL] as const;

export type RouteName = (typeof ROUTES)[number]["name"];

/** The route of a path; undefined where there is no page. */
export function routeAt(path: string): (typeof ROUTES)[number] | undefined {
  return ROUTES.find((route) => route.path === path);
}
