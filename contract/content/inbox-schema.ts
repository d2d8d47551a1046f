import * as v from "valibot";
import { BOOKING_STATES } from "../call/booking.ts";
import {
  DELIVERY_NAMES,
  DELIVERY_REASONS,
  DELIVERY_STATES,
} from "../mail/delivery.ts";
import {
  INBOX_ERRORS,
  MARKING_DEEDS,
  OTHER_DEEDS,
} from "../inbox/inbox-names.ts";
import { ALL_OUTCOMES, SPAM_SIGNALS } from "../inbox/outcome.ts";
import {
  LEAD_FILTERS,
  LISTS,
  ROLES,
  TEAM_MAILS,
  CHANGES,
} from "../inbox/leads-admin.ts";
import { naming, says, sentence, plainText } from "./placeholders.ts";
import {
  CHANGE_ACTIONS,
  LAUNCH_GROUPS,
  LAUNCH_SENTENCES,
  PICTURE_FAULTS,
  SAMPLE_PAGES,
  SETTING_NAMES,
} from "../inbox/site-editor.ts";

/**
 * The plural forms of a sentence with a number. English has only `one` and `many`. The content of
 * other languages may add forms. `many` replaces each form that the content leaves out.
 */
const withCount = sentence("count");
const otherForms = v.entriesFromList(
  ["zero", "two", "few", "other"],
  v.exactOptional(withCount),
);
const plural = v.object({ one: withCount, many: withCount, ...otherForms });

const question = v.object(says("heading", "text", "button"));

/** `says` names plain texts. A text of `naming("by", "time")` must contain `{by}`. */
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
    ),
    ...says(
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
      select: plural,
      heading: plural,
      more: naming("count", "total"),
    }),
    deeds: v.object({
      ...v.entriesFromList(MARKING_DEEDS, plural),
      ...says(...OTHER_DEEDS),
    }),
    edit: v.object({
      ...says(
        "add",
        "heading",
        "emailOrPhone",
        "neitherEmailNorPhone",
        "note",
        "from",
        "unsaid",
        "moreSources",
      ),
      ...says("save", "cancel"),
    }),
    sheet: v.object({
      ...plural.entries,
      ...says(
        "id",
        "test",
        "consent",
        "source",
        "campaign",
        "owner",
        "followUp",
        "outcomeDay",
      ),
      ...says("yes", "no"),
    }),
    units: v.object({
      days: naming("count"),
      hours: naming("count"),
      minutes: naming("count"),
    }),
    call: naming("time"),
    filters: v.object(says(...LEAD_FILTERS)),
    empty: v.object(says(...LISTS, "all")),
    columns: v.object(says("tick", "time", "who", "came")),
    spans: naming("days"),
    sources: v.object({
      ...says("heading", "source", "note", "empty"),
      ...says("months", "month", "monthsNote", "bySource"),
      unsaid: naming("count"),
    }),
    ...v.entriesFromList(["overdue", "left"], sentence("time")),
    ...v.entriesFromList(["failedDeliveries", "purgeWaits"], sentence("count")),
    team: v.object({
      choices: v.object({
        role: v.object(says("label", ...ROLES)),
        takesLeads: v.object(says("label", "yes", "no")),
        mails: v.object(says("label", ...TEAM_MAILS)),
        inTurn: v.object(says("label", "yes", "no")),
      }),
      turns: v.object(says("heading", "text")),
      runner: v.object(says("heading", "text", "name", "phone")),
      ...says(
        "heading",
        "text",
        "first",
        "setUp",
        "you",
        "change",
        "save",
        "commandLine",
        "signedOut",
        "end",
        "endOthers",
      ),
      ...says("again", "remove", "removeYes", "invite", "inviteText", "label"),
      invited: naming("by", "time"),
      signedIn: plural,
      latest: naming("time"),
    }),
    lateBackup: v.object(says("local", "elsewhere")),
    calendar: v.object({
      failing: naming("number"),
      emptied: naming("number"),
      copy: naming("time"),
      never: sentence(),
      skipped: naming("dates", "number"),
    }),
    withheld: plural,
    today: v.object(says("heading", "followUp")),
    owned: naming("by"),
    ofOwner: naming("by"),
    ...v.entriesFromList(
      ["mailFailing", "mailWritten", "givenUp", "tryAgain"],
      plural,
    ),
    pages: v.object({
      ...says("label", "previous", "next"),
      of: sentence("page", "pages"),
    }),
  }),
  /** The editor of the site. `{text}` is a text of the site. */
  siteEditor: v.object({
    ...says("heading", "tap", "publish", "changes", "texts", "inbox", "save"),
    ...says("cancel", "up", "down", "copy", "remove", "allFields", "more"),
    ...says("changed", "readOnly", "askOwner", "locked", "filled", "empty"),
    ...says("pagesHeading", "otherTexts", "left", "putBack"),
    ...says("filesHeading", "yes", "no", "draftHeading", "noDraft", "takeBack"),
    ...says(
      "discard",
      "historyHeading",
      "noHistory",
      "undo",
      "before",
      "after",
    ),
    ...says("downloads", "choose", "group", "another", "preview", "readable"),
    ...says("settingsHeading", "launchHeading", "noObstacles", "confirm"),
    ...says("sendOn", "send"),
    request: naming("site"),
    first: v.object(says("heading", "text", "trades", "skip")),
    launchLines: v.object({
      ...v.entriesFromList(LAUNCH_SENTENCES, sentence("name")),
    }),
    launchGroups: v.object(says(...LAUNCH_GROUPS)),
    settings: v.object(says(...SETTING_NAMES)),
    /** The words for values of choices, such as `monday`. */
    options: v.record(v.string(), sentence()),
    contrast: naming("use", "ratio", "least"),
    pictures: v.object({
      ...says("heading", "file", "help", "description", "add"),
      ...says("places", "all", "none", "change"),
      usedIn: naming("places"),
      faults: v.object(says(...PICTURE_FAULTS)),
    }),
    page: v.object({
      ...says("heading", "open", "beginHeading", "begin", "name", "nameless"),
      ...says("text", "help", "preview", "address", "addressHelp", "taken"),
      ...says("removeHeading", "links", "noLinks", "remove"),
    }),
    unpublished: plural,
    waiting: plural,
    stands: naming("name", "value"),
    leaveOut: naming("part"),
    otherText: naming("text"),
    lockedBy: naming("variable"),
    by: naming("by", "time"),
    pages: v.object(says(...SAMPLE_PAGES)),
    actions: v.object(says(...CHANGE_ACTIONS)),
  }),
  calls: v.object({
    ...says(
      "heading",
      "today",
      "past",
      "none",
      "when",
      "who",
      "number",
      "suspected",
    ),
    ...says("unmailed", "one", "coming", "came", "asked", "feed"),
    changes: v.object(
      v.entriesFromList(
        ["move", "cancel", "missed"],
        v.object(says("open", "button", "mailed")),
      ),
    ),
    theirs: naming("time"),
    book: v.object(
      says("open", "openTime", "otherTime", "mailed", "unmailed", "button"),
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
      "closeHoliday",
    ),
    ...says("otherDay", "open"),
    states: v.object(says(...BOOKING_STATES)),
  }),
  leadContent: v.object({
    ...says(
      "title",
      "back",
      "due",
      "answeredAt",
      "markAnswered",
      "reached",
      "noAnswer",
      "about",
      "goodbye",
      "reply",
      "reopen",
    ),
    ...says("notes", "history", "noteLabel", "near", "previous", "next"),
    ...says(
      "correct",
      "take",
      "giveBack",
      "others",
      "part",
      "unfold",
      "greetingWithoutName",
      "erasePerson",
    ),
    call: sentence("number"),
    followUp: v.object(says("heading", "otherDay", "save")),
    ...says(
      "addNote",
      "correctNote",
      "deliveries",
      "revive",
      "delete",
      "exportPerson",
    ),
    ...says(
      "cameFrom",
      "visit",
      "wished",
      "otherConsent",
      "notSpam",
      "openInInbox",
    ),
    ...says(
      "outcome",
      "replySubject",
      "waitsForReview",
      "callTime",
      "callState",
      "agreedTo",
      "callNumber",
      "suspicion",
    ),
    outcomes: v.object(says(...ALL_OUTCOMES)),
    outcomeSet: naming("outcome", "time"),
    spamSignals: v.object(says(...SPAM_SIGNALS)),
    sources: v.object({
      ...says("direct", "other", "customer"),
      paid: naming("source"),
    }),
    greeting: naming("name"),
    consent: naming("version"),
    by: naming("by"),
    tries: plural,
    states: v.object(says(...DELIVERY_STATES)),
    why: v.object(says(...DELIVERY_REASONS)),
    kinds: v.object(says(...DELIVERY_NAMES)),
  }),
  linkPages: v.object({
    ...says("answered"),
    answer: question,
    judge: v.object(says("heading", "text")),
    callOver: v.object({ heading: naming("name", "time"), ...says("text") }),
    /** Warns before a lead with a coming call is deleted. `{addresses}` get the cancellation. */
    cancels: naming("addresses", "time"),
    delete: v.object({ ...question.entries, ...says("keep") }),
    /** Everything about a person, to read and to print. */
    person: v.object({
      ...says("heading", "file", "sent", "placesHeading"),
      text: naming("time"),
      lead: naming("time"),
      places: v.array(plainText),
    }),
    erase: v.object({
      ...says("heading", "copies", "button", "receiptHeading", "keep"),
      receipt: naming("time", "leads", "notes", "deliveries", "mailFiles"),
      text: naming("leads", "notes", "calls", "deliveries"),
      numbers: naming("numbers"),
    }),
    stale: v.object({
      ...says("heading", "text", "visitor", "nobody", "anyway", "keep"),
      who: naming("by", "time"),
      changes: v.object(says(...CHANGES)),
    }),
    "sign-in": question,
    ask: v.object({
      ...says("heading", "text", "label", "button", "open"),
      sent: v.object(says("heading", "text", "again")),
    }),
    errors: v.object(
      v.entriesFromList(INBOX_ERRORS, v.object(says("heading", "text"))),
    ),
  }),
};
