import * as v from "valibot";
import { BOOKING_STATES } from "../call/booking.ts";
import {
  INBOX_ERRORS,
  MARKING_DEEDS,
  OTHER_DEEDS,
} from "../inbox/inbox-names.ts";
import {
  LEAD_ACTIONS,
  LEAD_FILTERS,
  LISTS,
  ROLES,
  TEAM_MAILS,
  CHANGES,
} from "../inbox/leads-admin.ts";
import { ALL_OUTCOMES, SPAM_SIGNALS } from "../inbox/outcome.ts";
import {
  DELIVERY_KINDS,
  DELIVERY_REASONS,
  DELIVERY_STATES,
} from "../mail/delivery.ts";
import { siteEditor } from "./site-editor-schema.ts";
import {
  naming,
  plainText,
  pluralText,
  saying,
  says,
  sentence,
} from "./values.ts";

/** Pages to which the header links, each at `INBOX.page`. */
const linkedPages = {
  sources: v.object({
    ...says(
      "heading",
      "source",
      "note",
      "empty",
      "months",
      "month",
      "monthsNote",
      "bySource",
    ),
    unsaid: naming("count"),
  }),
  team: v.object({
    choices: v.object({
      role: saying("label", ...ROLES),
      takesLeads: saying("label", "yes", "no"),
      mails: saying("label", ...TEAM_MAILS),
      inTurn: saying("label", "yes", "no"),
    }),
    turns: saying("heading", "text"),
    runner: saying("heading", "text", "name", "phone"),
    ...says(
      "heading",
      "text",
      "first",
      "setUp",
      "you",
      "commandLine",
      "signedOut",
      "end",
      "endOthers",
      "again",
      "remove",
      "removeYes",
      "invite",
      "inviteText",
      "label",
    ),
    invited: naming("by", "time"),
    signedIn: pluralText,
    latest: naming("time"),
  }),
};
export const LINKED_PAGES = v.keyof(v.object(linkedPages)).options;
export type LinkedPage = (typeof LINKED_PAGES)[number];

/**
 * `says` names plain texts. A text of
 * `naming("by", "time")` must contain `{by}`.
 */
export const inboxSchemas = {
  inbox: v.object({
    ...says(
      "title",
      "heading",
      "signOut",
      "filterLabel",
      "searchLabel",
      "search",
      "wholeList",
      "noMatch",
      "answered",
      "testMark",
      "deleteTicked",
      "undo",
      "contentProblems",
      "hidesVisitors",
      "storeFault",
    ),
    again: sentence(),
    waitingSince: naming("day"),
    tick: naming("name"),
    all: v.object({
      select: pluralText,
      heading: pluralText,
      more: naming("count", "total"),
    }),
    deeds: v.object({
      ...v.entriesFromList(MARKING_DEEDS, pluralText),
      ...says(...OTHER_DEEDS),
      "published-here": naming("machine"),
    }),
    edit: saying(
      "add",
      "heading",
      "emailOrPhone",
      "neitherEmailNorPhone",
      "text",
      "note",
      "from",
      "unsaid",
      "save",
      "cancel",
    ),
    sheet: v.object({
      ...pluralText.entries,
      ...says(
        "id",
        "test",
        "consent",
        "campaign",
        "owner",
        "outcomeDay",
        "yes",
        "no",
      ),
    }),
    ...linkedPages,
    call: naming("time"),
    filters: saying(...LEAD_FILTERS),
    empty: saying(...LISTS, "all"),
    columns: saying("tick", "time", "who", "came"),
    ...v.entriesFromList(["overdue", "left"], sentence("time")),
    ...v.entriesFromList(["failedDeliveries", "purgeWaits"], sentence("count")),
    lateBackup: saying("local", "elsewhere"),
    calendar: v.object({
      failing: naming("number"),
      emptied: naming("number"),
      copy: naming("time"),
      never: sentence(),
      skipped: naming("dates", "number"),
    }),
    withheld: pluralText,
    today: saying("heading", "followUp"),
    owned: naming("by"),
    ofOwner: naming("by"),
    ...v.entriesFromList(
      ["mailFailing", "mailWritten", "givenUp", "tryAgain"],
      pluralText,
    ),
    pages: v.object({
      ...says("label", "previous", "next"),
      of: sentence("page", "pages"),
    }),
  }),
  siteEditor,
  calls: v.object({
    ...says(
      "heading",
      "past",
      "none",
      "when",
      "number",
      "suspected",
      "unmailed",
      "one",
      "came",
      "asked",
      "feed",
    ),
    changes: v.object(
      v.entriesFromList(
        ["move", "cancel", "missed"],
        saying("open", "button", "mailed"),
      ),
    ),
    theirs: naming("time"),
    book: saying(
      "open",
      "openTime",
      "otherTime",
      "mailed",
      "unmailed",
      "button",
    ),
    ...says(
      "closed",
      "noClosed",
      "stillBooked",
      "notClosed",
      "from",
      "to",
      "close",
      "closeDay",
      "open",
    ),
    states: saying(...BOOKING_STATES),
  }),
  leadContent: v.object({
    ...says(
      "title",
      "back",
      "due",
      "answeredAt",
      "markAnswered",
      "noAnswer",
      "about",
      "goodbye",
      "reply",
      "notes",
      "history",
      "noteLabel",
      "correct",
      "take",
      "others",
      "unfold",
      "greetingWithoutName",
      "erasePerson",
    ),
    ...says(...LEAD_ACTIONS),
    call: sentence("number"),
    followUp: saying("heading", "otherDay", "save"),
    ...says(
      "addNote",
      "correctNote",
      "deliveries",
      "revive",
      "delete",
      "cameFrom",
      "visit",
      "wished",
      "otherConsent",
      "notSpam",
      "openInInbox",
      "outcome",
      "replySubject",
      "waitsForReview",
      "callState",
      "suspicion",
    ),
    outcomes: saying(...ALL_OUTCOMES),
    outcomeSet: naming("outcome", "time"),
    spamSignals: saying(...SPAM_SIGNALS),
    sources: v.object({
      ...says("direct", "other", "customer", "phone"),
      paid: naming("source"),
    }),
    greeting: naming("name"),
    consent: naming("version"),
    by: naming("by"),
    tries: pluralText,
    states: saying(...DELIVERY_STATES),
    why: saying(...DELIVERY_REASONS),
    kinds: saying(...DELIVERY_KINDS),
  }),
  linkPages: v.object({
    ...says("answered", "typed"),
    ...v.entriesFromList(["answer", "judge"], saying("heading", "text")),
    callOver: naming("name", "time"),
    /**
     * Warns before a lead with a coming call is
     * deleted. `{addresses}` get the cancellation.
     */
    cancels: naming("addresses", "time"),
    delete: saying("heading", "button"),
    /** Everything about a person, to read and to print. */
    person: v.object({
      ...says("heading", "file", "placesHeading"),
      text: naming("time"),
      lead: naming("time"),
      places: v.array(plainText),
    }),
    erase: v.object({
      ...says("heading", "copies", "button", "receiptHeading", "keep"),
      receipt: naming("time", "leads", "notes", "deliveries", "mailFiles"),
      text: naming("leads", "notes", "calls", "deliveries"),
    }),
    stale: v.object({
      ...says("heading", "text", "visitor", "nobody", "anyway", "keep"),
      who: naming("by", "time"),
      changes: saying(...CHANGES),
    }),
    "sign-in": saying("heading", "text", "button"),
    ask: v.object({
      ...says("heading", "text", "label", "button", "noCookie"),
      sent: saying("heading", "text", "again"),
    }),
    errors: v.object(
      v.entriesFromList(INBOX_ERRORS, saying("heading", "text")),
    ),
  }),
};
