import { expect, test } from "vitest";
import { INBOX_FIELDS } from "./fields.ts";
import { INBOX } from "../../contract/http/routes.ts";
import { content } from "../../tests/content.ts";
import { readPage } from "../../tests/support/html-page.ts";
import {
  booking,
  detail,
  emptyList,
  lead,
  LATER,
  NOW,
  plain,
  rendered,
  renderedBar,
  signIn,
  whole,
  type InboxView,
} from "../../tests/support/inbox-views.ts";
import { views } from "../../tests/support/lead-views.ts";
import { bar, ownViews } from "../../tests/support/own-views.ts";
import { listOf } from "../../tests/support/said.tsx";

const { leadContent } = content;

test("the link of a reply to a long text is no longer than mail programs accept", () => {
  const long = { ...lead, problems: "\u044f\n".repeat(900) };
  const { [leadContent.reply]: reply = "" } = readPage(
    rendered({ view: "mail-lead", detail: { ...detail, lead: long } }),
  ).links;
  expect(reply.length).toBeLessThan(2_000);
});

test("each page of the inbox has the links, the fields and the buttons that a member needs", async () => {
  const open = {
    label: "Hero",
    help: ["Short."],
    fields: { at: "/hero" },
    problems: [],
    item: { fields: "/fields" },
    part: "Hero",
    back: "/back",
  };
  const bars = [
    { changes: 0, right: "draft" },
    { right: "draft" },
    { waiting: 1 },
    { canWrite: false, ownPage: "/own" },
    { open },
    { open: { ...open, item: { fields: undefined }, part: undefined } },
    { open: { ...open, item: undefined } },
    { open: { ...open, locked: "Set.", problems: ["No."] } },
  ] as const;
  const deed = { what: "won", count: 2, back: INBOX.path } as const;
  const { workingHours } = content;
  const other = {
    ...content,
    logo: { picture: "trades.svg", replaces: "mark" },
    workingHours: {
      ...workingHours,
      mailMissed: false,
      place: { kind: "link", url: "https://meet.example" },
    },
  } as const;
  const frames = {
    "two leads won": whole(emptyList, {
      deed: { ...deed, undo: ["1.0", "2.0"] },
    }),
    "a member after an erasure": whole(
      {
        view: "receipt",
        at: NOW,
        leads: 1,
        notes: 2,
        deliveries: 3,
        mailFiles: 4,
      },
      { deed, signIn: { ...signIn, role: "member" } },
    ),
    "a link of the command line, and other content": whole(
      {
        view: "lead",
        detail: {
          ...plain,
          owner: signIn.email,
          bookings: [{ ...booking, startsAt: NOW, state: "came" }],
        },
        query: "",
        others: [],
        openTimes: [LATER],
      },
      {
        deed: { ...deed, what: "added" },
        signIn: { ...signIn, email: undefined },
      },
      other,
    ),
    nobody: whole({ view: "ask" }, {}, other),
  };
  const states = [...views, ...ownViews].map(
    (view, at) => [`${at + 1}: ${view.view}`, rendered(view)] as const,
  );
  const shown = [...states, ...Object.entries(frames)].map(([name, html]) => [
    name,
    html.replaceAll(/<(\/?)main/g, "<$1div"),
  ]);
  for (const [, html = ""] of shown) readPage(html);
  await expect(
    listOf({
      ...Object.fromEntries(shown),
      ...Object.fromEntries(
        bars.map((one) => [
          `bar with ${JSON.stringify(one)}`,
          renderedBar({ ...bar, ...one }),
        ]),
      ),
    }),
  ).toMatchFileSnapshot("pages.said.txt");
});

const formsOf = (view: InboxView) =>
  rendered(view).match(/<form [^>]*method="post"[^>]*>[^]*?<\/form>/g) ?? [];

test("each form that changes a lead or a call says which version of the lead its page shows", () => {
  const unversioned = views
    .flatMap(formsOf)
    .filter((form) => !form.includes(`name="${INBOX_FIELDS.seen}"`));
  expect(unversioned.join()).not.toContain(` action="${INBOX.lead("")}`);
});

/** It begins with RIGHT-TO-LEFT OVERRIDE, which shows all letters after it backwards. */
const BACKWARDS = "\u202emoc.elpmaxe";
const TYPED = /^(?:name|company_?name|problems?|additional_info|leadName)$/i;

test.each(views)(
  "a visitor's text has its own direction, and does not reverse the text beside it: $view",
  (view) => {
    const turned: InboxView = JSON.parse(
      JSON.stringify(view),
      (key, value: unknown) =>
        TYPED.test(key) && typeof value === "string" ? BACKWARDS : value,
    );
    const around = [...rendered(turned).matchAll(/(<[^>]*>)[^<>]*\u202e/g)].map(
      ([, tag = ""]) => tag,
    );
    expect(around.filter((tag) => !tag.includes('dir="auto"'))).toEqual([]);
    expect(around.length > 0).toBe(JSON.stringify(turned).includes(BACKWARDS));
  },
);
