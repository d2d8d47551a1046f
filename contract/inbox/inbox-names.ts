/** Names for which `inbox.yaml` has a text each. */
import { OUTCOMES } from "./outcome.ts";

/** `bad`: the site did not sign the link. `used`: the link works only once. */
const LINK_ERRORS = ["expired", "bad", "used", "too-many"] as const;
/** `foreign`: the form came from another site. */
const FORM_ERRORS = [
  "missing",
  "unreadable",
  "too-large",
  "foreign",
  "not-allowed",
  "waiting",
] as const;
export const INBOX_ERRORS = [
  ...LINK_ERRORS,
  ...FORM_ERRORS,
  "unavailable",
] as const;
export type InboxError = (typeof INBOX_ERRORS)[number];

/** The mark `not-spam` also reopens a lead. `reached`: a member spoke with the person. */
export const MARKS = [
  "answered",
  "reopened",
  "not-spam",
  "reached",
  ...OUTCOMES,
] as const;
export type Mark = (typeof MARKS)[number];

export const MARKING_DEEDS = [...MARKS, "deleted"] as const;

const LEAD_DEEDS = [
  "added",
  "corrected",
  "owned",
  "given-back",
  "follow-up",
  "parted",
  "noted",
] as const;
/** Why calls are refused. `over`: the call began or was cancelled; `past`: the new time began. */
const CALL_REFUSALS = [
  "taken",
  "over",
  "past",
  "has-call",
  "number",
  "no-time",
] as const;
const CALL_DEEDS = [
  "booked",
  "moved",
  "cancelled",
  "came",
  "missed",
  ...CALL_REFUSALS,
] as const;
const TEAM_DEEDS = [
  "invited",
  "unmailed",
  "member",
  "removed",
  "ended",
  "chosen",
] as const;
/**
 * `unshown`: the published words cannot be shown. `changed-since`: an edit of the history cannot be
 * undone any more.
 */
const SITE_DEEDS = [
  "saved",
  "published",
  /** Several machines may show the site, and this one has the words. */
  "published-here",
  "unshown",
  "taken-back",
  "changed-since",
  "picture-added",
] as const;
const PAGE_DEEDS = [
  "nothing",
  "undone",
  "erased",
  "sent",
  "revived",
  "closed",
  "opened",
] as const;
export const OTHER_DEEDS = [
  ...LEAD_DEEDS,
  ...CALL_DEEDS,
  ...TEAM_DEEDS,
  ...SITE_DEEDS,
  ...PAGE_DEEDS,
] as const;
