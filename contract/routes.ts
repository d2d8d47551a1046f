/** Pages of the site: build, server, browser and sitemap follow this table. Text-only pages are content. */

interface Route {
  /** Key of its title and description in `content/site.yaml`. */
  name: string;
  path: string;
  /** When the script hydrates the page: once it is painted where a visitor comes to type, else when the browser is idle. */
  hydrate: "after paint" | "when idle";
}

export const HOME = { name: "home", path: "/", hydrate: "when idle" } as const satisfies Route;

export const BOOK_CALL = {
  name: "bookCall",
  path: "/book-call",
  hydrate: "after paint",
} as const satisfies Route;

/** The built-in scheduling page; programs read its open times below it. */
export const SCHEDULE_PATH = "/schedule";
export const TIMES_PATH = "/schedule/times";
/** Where a visitor sees, moves and cancels a call, through a signed link. */
export const CALL_PATH = "/schedule/call";
/** Where a visitor confirms a call that is held, through the signed link of a mail. */
export const CONFIRM_PATH = "/schedule/confirm";
/** Where a visitor who lost an invitation asks for its link. */
export const LINK_PATH = "/schedule/link";
/** All calls as a calendar. Its secret is a parameter, because logs of proxies have paths. */
export const FEED_PATH = "/schedule/feed.ics";

export const ROUTES = [HOME, BOOK_CALL] as const;

export type RouteName = (typeof ROUTES)[number]["name"];

export function routeAt(path: string): (typeof ROUTES)[number] | undefined {
  return ROUTES.find((route) => route.path === path);
}
