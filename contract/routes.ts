/** The pages of the site: build, server, browser and sitemap follow this table. Pages of text alone are content. */

interface Route {
  /** Names its title and description in `site/content/pages.ts`. */
  name: string;
  path: string;
  /** When the script takes the page over: once it is painted where a visitor comes to type, else when the browser is idle. */
  hydrate: "after paint" | "when idle";
}

export const HOME = { name: "home", path: "/", hydrate: "when idle" } as const satisfies Route;

export const BOOK_CALL = {
  name: "bookCall",
  path: "/book-call",
  hydrate: "after paint",
} as const satisfies Route;

/** Where the built-in scheduling page is, and where programs read its open times. */
export const SCHEDULE_PATH = "/schedule";
export const TIMES_PATH = "/schedule/times";
/** Where a visitor sees, moves and cancels a call, behind a signed link. */
export const CALL_PATH = "/schedule/call";
/** All calls as a calendar, with a secret after it. */
export const FEED_PATH = "/schedule/feed";

export const ROUTES = [HOME, BOOK_CALL] as const;

export type RouteName = (typeof ROUTES)[number]["name"];

export function routeAt(path: string): (typeof ROUTES)[number] | undefined {
  return ROUTES.find((route) => route.path === path);
}
