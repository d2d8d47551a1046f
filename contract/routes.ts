/** Addresses that several parts name. Pages of trades and of text have theirs from the content. */

/** `name`: the key of a page's title and description in `content/site.yaml`. */
export const HOME = { name: "home", path: "/" } as const;

// `INBOX.signIn` in LINK_PATHS would bring all of INBOX into the pages' bundles.
const SIGN_IN_PATH = "/inbox/sign-in";

export const BOOK_CALL = { name: "bookCall", path: "/book-call" } as const;

export const SCHEDULE_PATH = "/schedule";
export const TIMES_PATH = "/schedule/times";
/** Where a visitor sees, moves and cancels a call, through a signed link. */
export const CALL_PATH = "/schedule/call";
/** Where a visitor who lost an invitation asks for its link. */
export const ASK_LINK_PATH = "/schedule/link";
/** Its secret is in the query, which no log has (docs/deploy/proxy.md). */
export const FEED_PATH = "/schedule/feed.ics";

export const ROUTES = [HOME, BOOK_CALL] as const;

export const routeAt = (path: string) => ROUTES.find((route) => route.path === path);

export const REST_PATH = "/rest/v1";

/** Where a page gets a token with the time at which its form was begun. */
export const FORM_START_PATH = "/form-start";

export const INBOX = {
  path: "/inbox",
  sheet: "/inbox/leads.csv",
  add: "/inbox/new",
  mark: "/inbox/leads",
  signIn: SIGN_IN_PATH,
  sources: "/inbox/sources",
  ask: "/inbox/ask",
  askByLink: "/inbox/link/ask",
  undo: "/inbox/undo",
  all: "/inbox/all",
  lead: (id: string) => `/inbox/leads/${id}`,
  owner: (id: string) => `/inbox/leads/${id}/owner`,
  followUp: (id: string) => `/inbox/leads/${id}/follow-up`,
  edit: (id: string) => `/inbox/leads/${id}/edit`,
  note: (id: string) => `/inbox/leads/${id}/notes`,
  revive: (id: string, deliveryId: string) => `/inbox/leads/${id}/deliveries/${deliveryId}/revive`,
  correctNote: (id: string, noteId: string) => `/inbox/leads/${id}/notes/${noteId}`,
  calls: "/inbox/calls",
  /** Books a call; below this path, a call of the lead is changed. */
  leadCalls: (id: string) => `/inbox/leads/${id}/calls`,
  closeTime: "/inbox/closed-times",
  openTime: (id: string) => `/inbox/closed-times/${id}/open`,
  /** Lists the team; a form sent here invites. */
  team: "/inbox/team",
  teamMails: "/inbox/team/mails",
  removeMember: "/inbox/team/remove",
  endSignIns: "/inbox/team/sign-out",
  health: "/inbox/health",
  reviveDead: "/inbox/health/revive",
  person: (id: string) => `/inbox/leads/${id}/person.json`,
  erase: (id: string) => `/inbox/leads/${id}/erase`,
  delete: "/inbox/delete",
  signOut: "/inbox/sign-out",
} as const;

/** What a signed link opens; a link for one purpose opens nothing else. */
export const LINK_PURPOSES = ["answer", "show", "inbox", "schedule", "booking"] as const;
export type LinkPurpose = (typeof LINK_PURPOSES)[number];

export const LINK_PATHS: Record<LinkPurpose, string> = {
  answer: "/inbox/link/answer",
  show: "/inbox/link/show",
  inbox: SIGN_IN_PATH,
  schedule: SCHEDULE_PATH,
  booking: CALL_PATH,
};

export const TOKEN_FIELD = "token";

/** The token is a parameter, because the log has routes without their queries. */
export function linkPath(purpose: LinkPurpose, token: string): string {
  return `${LINK_PATHS[purpose]}?${TOKEN_FIELD}=${token}`;
}

/** Names of files below these paths contain a hash. */
export const ASSETS_PATH = "/assets/";
export const PICTURES_PATH = "/pictures/";

/** RFC 9116. */
export const SECURITY_TXT_PATH = "/.well-known/security.txt";
/** The icon of the inbox, and the picture with which search engines show the agency. */
export const ICON_PATH = "/favicon.svg";
export const LARGE_ICON_PATH = "/icon-512.png";

/** The picture of a shared link. @param trade the page's trade; empty for the landing page */
export const shareImagePath = (trade = ""): string => `/share-image${trade && `-${trade}`}.png`;

/** Names of the server's addresses, of the build's files, and those with a meaning for hosts. */
const RESERVED =
  "404 assets book-call content error form-start healthz inbox index metrics pictures readyz rest schedule";

/** Whether a page of the content cannot have this name, the first part of its address. */
export const isReservedName = (name: string): boolean => RESERVED.split(" ").includes(name);
