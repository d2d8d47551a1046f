/** Names for which `inbox.yaml` has a text each. */

import { LEAD_ACTIONS, STATE_CHANGES } from "./leads-admin.ts";

/**
 * `bad`: the site did not sign the link. `used`: the link
 * works only once. `foreign`: the form came from another
 * site. `unfit`: the site's texts have a mistake.
 */
export const INBOX_ERRORS = [
  "expired",
  "bad",
  "used",
  "too-many",
  "missing",
  "unreadable",
  "no-address",
  "too-large",
  "foreign",
  "not-allowed",
  "waiting",
  "unfit",
  "unavailable",
] as const;
export type InboxError = (typeof INBOX_ERRORS)[number];

/** The mark `not-spam` also reopens a lead. */
export const MARKS = [...STATE_CHANGES, "not-spam"] as const;
export type Mark = (typeof MARKS)[number];

export const MARKING_DEEDS = [...MARKS, "deleted"] as const;

export const OTHER_DEEDS = [
  "added",
  "corrected",
  "owned",
  ...LEAD_ACTIONS,
  "follow-up",
  "noted",
  // Of calls.
  "booked",
  "moved",
  "cancelled",
  "came",
  "missed",
  // Why calls are refused. `over`: the call began
  // or was cancelled; `past`: the new time began.
  "taken",
  "over",
  "past",
  "has-call",
  "number",
  "no-time",
  // Of the team.
  "invited",
  "unmailed",
  "member",
  "removed",
  "ended",
  "chosen",
  // Of the site. `unshown`: the published words cannot be shown.
  // `unpublished`: nothing is left of what the page showed.
  // `published-here`: several machines may show the site, and this one has the
  // words. `changed-since`: an edit of the history cannot be undone any more.
  // `published-since`: an edit of the draft cannot be taken back any more.
  "saved",
  "published",
  "published-here",
  "unshown",
  "unpublished",
  "taken-back",
  "changed-since",
  "published-since",
  "picture-added",
  // Of the other pages.
  "nothing",
  "undone",
  "sent",
  "revived",
  "closed",
  "opened",
] as const;
