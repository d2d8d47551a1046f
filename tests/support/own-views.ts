/** The pages of the inbox that show nothing that a visitor typed. */

import { ITEM_ACTIONS } from "../../contract/inbox/site-editor.ts";
import { DEFAULT_LIST } from "../../server/inbox/list/list-query.ts";
import type { SiteBarProps } from "../../server/inbox/site/site-bar.tsx";
import {
  ANA,
  EARLIER,
  EMAIL,
  emptyList,
  LATER,
  NO_ALARMS,
  NOW,
  plain,
  signIn,
  type InboxView,
} from "./inbox-views.ts";

const calendar = { id: "x", number: 1, triedAt: NOW, skipped: [] };
const teamMember = {
  email: EMAIL,
  mails: "mine",
  role: "member",
  takesLeads: false,
  invitedAt: NOW,
  invitedBy: EMAIL,
} as const;
const settings = { inTurn: false, runner: "Ana", runnerPhone: "" };
const results = { leads: 2, calls: 1, came: 0, unsaid: 1, customers: 0 };
const row = { label: "A", value: "" };
const link = { name: "A", address: "/a", picture: "a.png" };
export const bar: SiteBarProps = {
  page: "/",
  right: "publish",
  changes: 1,
  ids: "1",
  waiting: 0,
  canWrite: true,
};

const open = {
  label: "Hero",
  help: ["Short."],
  fields: { at: "/hero" },
  problems: [],
  offer: "/offer",
  item: { actions: [...ITEM_ACTIONS], fields: "/fields" },
  part: "Hero",
  back: "/back",
};
/** The states of the bar at the foot of the editor's pages. */
export const bars: Record<string, Partial<SiteBarProps>> = {
  "a bar without changes": { changes: 0, right: "draft" },
  "a bar of a member": { right: "draft" },
  "a bar with a waiting change": { waiting: 1 },
  "a bar of a page that is read-only": {
    canWrite: false,
    ownPage: "/own",
  },
  "a bar at a text of a list and a part": { open },
  "a bar at a text of a list": {
    open: {
      ...open,
      item: { actions: ["down"], fields: undefined },
      part: undefined,
    },
  },
  "a bar at a text of a part": { open: { ...open, item: undefined } },
  "a bar at a locked text": {
    open: { ...open, locked: "Set.", problems: ["No."] },
  },
};

const edit = {
  id: "1",
  name: "Hero › Note",
  action: "set",
  before: "Old.",
  after: "New.",
  isWaiting: false,
  by: ANA,
  at: NOW,
} as const;

/** The states of the pages, by plain names. */
export const ownViews: Record<string, InboxView> = {
  "all alarms": {
    ...emptyList,
    query: { ...DEFAULT_LIST, search: "a" },
    alarms: {
      ...NO_ALARMS,
      health: {
        ...NO_ALARMS.health,
        mailToAgencyFailing: 1,
        written: 1,
        withheld: 1,
        withheldLeads: [{ id: "1", name: "Ada" }],
        purgeWaits: 1,
      },
      machine: {
        runner: { runner: "", runnerPhone: "2015550142" },
        fault: "The disk is full.",
        contentProblems: "site.yaml: brandName is missing.",
        hidesVisitors: true,
        backupAges: { local: 200_000, elsewhere: 200_000 },
        calendars: [
          { ...calendar, readAt: EARLIER, reason: "It is gone." },
          { ...calendar, reason: "Gone." },
          { ...calendar, readAt: NOW, failingSince: NOW, reason: "Empty." },
          {
            ...calendar,
            readAt: NOW,
            skipped: ["2027-03-09", "2026-12-03", "?"],
          },
        ],
      },
    },
  },
  "an old backup": {
    ...emptyList,
    alarms: {
      ...NO_ALARMS,
      machine: {
        ...NO_ALARMS.machine,
        runner: { runner: "Ana", runnerPhone: "" },
        backupAges: { local: 172_800 },
      },
    },
  },
  "asking for a link": { view: "AskPage" },
  "a link is sent": { view: "AskPage", sent: EMAIL },
  "signed out over a typed note": { view: "AskPage", typed: "Hello?" },
  "signing in by a link": { view: "SignInPage" },
  "a missing page, with a typed note": {
    view: "InboxErrorPage",
    reason: "missing",
    typed: "Hello?",
  },
  "a missing page": { view: "InboxErrorPage", reason: "missing", typed: "" },
  "a lead with faulty fields": {
    view: "EditPage",
    fields: {},
    problems: [
      { column: "email", message: "Not an email" },
      { column: "name", message: "No name" },
    ],
    back: "/",
  },
  "a mail's link to one answered before": {
    view: "AnswerPage",
    detail: { ...plain, answeredAt: NOW },
  },
  "a mail's link to one won before": {
    view: "AnswerPage",
    detail: { ...plain, answeredAt: NOW, outcome: "won" },
  },
  "a team of one": {
    view: "TeamPage",
    owner: ANA,
    isOwner: true,
    members: [{ email: EMAIL, mails: "all", role: "owner", takesLeads: true }],
    settings: { inTurn: true, runner: "", runnerPhone: "" },
    signIns: [
      { ...signIn, email: EMAIL },
      { ...signIn, email: EMAIL, id: "2", openedAt: LATER },
    ],
  },
  "a team, as a member": {
    view: "TeamPage",
    owner: EMAIL,
    isOwner: false,
    members: [ANA, EMAIL, "ben@agency.example"].map((email) => ({
      ...teamMember,
      email,
    })),
    settings,
    signIns: [signIn, { ...signIn, id: "2", email: undefined }],
  },
  "a team, as an owner": {
    view: "TeamPage",
    owner: "zoe@agency.example",
    isOwner: true,
    members: [
      teamMember,
      { ...teamMember, email: ANA, invitedBy: undefined },
      { ...teamMember, email: "ben@agency.example", invitedAt: undefined },
      { ...teamMember, email: "zoe@agency.example" },
    ],
    settings,
    signIns: [signIn, { ...signIn, id: "2" }, { ...signIn, email: undefined }],
  },
  "results of a year": {
    view: "SourcesPage",
    sources: { month: "2027", sources: [] },
    months: [{ month: "2027-03", results }],
    years: ["2027", "2026"],
  },
  "results of a month": {
    view: "SourcesPage",
    sources: {
      month: "2027-03",
      sources: [
        {
          source: "google",
          ...results,
          campaigns: [
            { source: "google", campaign: "Spring", ...results, unsaid: 0 },
          ],
        },
      ],
    },
    months: [],
    years: [],
  },
  "fields of each kind": {
    view: "FieldsPage",
    heading: "A",
    problems: [],
    hidden: {},
    rows: [
      { ...row, name: "a", rows: [], remove: "remove" },
      { ...row, name: "number", field: { kind: "number" }, problems: ["No."] },
      { ...row, name: "color", field: { kind: "color" }, locked: "Set." },
      { ...row, name: "time", field: { kind: "time" } },
      { ...row, name: "choice", field: { kind: "choice", isOptional: true } },
      { ...row, name: "days", field: { kind: "choices", options: ["A"] } },
      { ...row, name: "long", value: "A".repeat(37), field: { kind: "text" } },
      {
        ...row,
        name: "picture",
        value: "a.png",
        field: { kind: "picture", options: ["a.png"], isOptional: true },
      },
    ],
    buttons: { preview: "Try" },
    preview: "<p>A</p>",
    leaveOut: "remove/a",
    groups: [{ ...link, text: "B", more: [link] }, { name: "C" }],
    removal: [link],
    back: "/",
  },
  "one field, with a problem": {
    view: "FieldsPage",
    heading: "B",
    problems: ["No."],
    hidden: {},
    rows: [{ ...row, name: "b", field: { kind: "choice", options: ["B"] } }],
    buttons: {},
    removal: [],
    back: "/",
  },
  "changes to publish": {
    view: "ChangesPage",
    draft: [edit],
    publish: bar,
    publications: [],
    files: [link],
    problems: [],
  },
  "changes that wait, and published ones": {
    view: "ChangesPage",
    draft: [edit, { ...edit, id: "2", isWaiting: true, before: "" }],
    publish: { ...bar, changes: 2, waiting: 1, canWrite: false },
    publications: [
      { at: NOW, by: "ben@agency.example", edits: [edit] },
      { at: LATER, by: undefined, edits: [{ ...edit, after: "" }] },
    ],
    files: [],
    problems: [],
  },
  "obstacles to a launch": {
    view: "LaunchPage",
    lines: [
      { group: "own", line: "No logo.", address: "/logo" },
      { group: "claims", line: "24/7", box: "claim" },
    ],
    questions: undefined,
    problems: [],
  },
  "no obstacles, and the first questions": {
    view: "LaunchPage",
    lines: [],
    questions: { rows: [], trades: [{ box: "a", name: "A", isChosen: false }] },
    problems: ["No."],
  },
  "all texts of a page": {
    view: "TextsPage",
    page: "/",
    groups: [
      { heading: "A", links: [link], isOpen: false },
      { heading: "B", links: [], isOpen: true },
    ],
    missing: [{ at: "/faq", name: "Faq" }],
  },
  "no pictures": {
    view: "PicturesPage",
    problems: [],
    places: [],
    pictures: [],
    back: "/",
  },
};
