import { expect, test } from "vitest";
import { INBOX } from "../../contract/http/routes.ts";
import { content } from "../../tests/content.ts";
import { readPage } from "../../tests/support/html-page.ts";
import {
  booking,
  detail,
  emptyList,
  lead,
  LATER,
  mapped,
  NOW,
  plain,
  rendered,
  renderedBar,
  signIn,
  whole,
} from "../../tests/support/inbox-views.ts";
import { views } from "../../tests/support/lead-views.ts";
import { bar, bars, ownViews } from "../../tests/support/own-views.ts";
import { listOf } from "../../tests/support/said.tsx";

const { leadContent } = content;

test("the link of a reply to a long text is no longer than mail programs accept", () => {
  const long = { ...lead, problems: `${"\u{1f600}".repeat(900)}end` };
  const { [leadContent.reply]: reply = "" } = readPage(
    rendered({ view: "MailLeadPage", detail: { ...detail, lead: long } }),
  ).links;
  expect(reply.length).toBeLessThan(2_000);
  expect(reply).not.toContain("end");
});

const deed = { what: "won", back: INBOX.path } as const;
const other = {
  ...content,
  logo: { picture: "us.svg", replaces: "mark" },
  pictures: {
    ...content.pictures,
    "us.svg": { src: "/us.svg", width: 99, height: 33 },
  },
  workingHours: {
    ...content.workingHours,
    mailMissed: false,
    place: { kind: "link", url: "https://meet.example" },
  },
} as const;
const erased = { leads: 1, notes: 2, deliveries: 3, mailFiles: 4 };

/** Pages with their header and foot. */
const wholePages = {
  "two leads won": whole(emptyList, {
    deed: { ...deed, count: 2, undo: ["1.0", "2.0"] },
  }),
  "a member after an erasure": whole(
    { view: "ReceiptPage", at: NOW, ...erased },
    { deed, signIn: { ...signIn, role: "member" } },
  ),
  "a link of the command line, and other content": whole(
    {
      view: "LeadPage",
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
      deed: {
        ...deed,
        what: "past",
        back: "/inbox#book",
        typed: { startsAt: LATER, otherTime: NOW, callNumber: "0142" },
      },
      signIn: { ...signIn, email: undefined },
    },
    other,
  ),
  nobody: whole({ view: "AskPage" }, {}, other),
};

test("each page of the inbox has the links, the fields and the buttons that a member needs", async () => {
  const pages = {
    ...mapped({ ...views, ...ownViews }, rendered),
    ...wholePages,
  };
  for (const html of Object.values(pages)) readPage(html);
  const shown = {
    ...mapped(pages, (html) => html.replaceAll(/<(\/?)main/g, "<$1div")),
    ...mapped(bars, (one) => renderedBar({ ...bar, ...one })),
  };
  await expect(listOf(shown)).toMatchFileSnapshot("pages.said.txt");
});
