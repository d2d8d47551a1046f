/**
 * In this content, each sentence stands between ⟦ and ⟧, and the locale is Greek.
 * So a Latin letter outside of the brackets comes from the code.
 */
import { expect, test, vi } from "vitest";
import {
  channelOf,
  DELIVERY_KINDS,
  TO_VISITOR,
} from "../../contract/mail/delivery.ts";
import { localeOf } from "../../contract/locale/locale.ts";
import { feed } from "../../server/calls/invitation.ts";
import { callForAgency, callForVisitor } from "../../server/calls/call-mail.ts";
import {
  marked,
  sendMail,
  type MailMessage,
  type MailTransport,
} from "../../server/deliveries/mail/compose.ts";
import { createTeamMails } from "../../server/inbox/notices/team-mails.ts";
import { createSignInMails } from "../../server/inbox/sign-in/sign-in-mails.ts";
import {
  chatMessage,
  failingLetter,
} from "../../server/deliveries/webhook-channel.ts";
import { seoFiles } from "../../server/content/seo-files.ts";
import { bookingEvent, outgoing } from "../support/outgoing.ts";
import {
  latinIn,
  latinInCalendar,
  latinInPage,
  manifest,
  renderer,
  settings,
  inboxShown,
  words,
} from "./pseudo-site.ts";
import {
  booking,
  COMPANY,
  detail,
  EMAIL,
  lead,
  NOW,
  TEXT,
  SIGN_IN,
  views,
  WHO,
  draw,
} from "./inbox-views.ts";
import { pageStates } from "./page-states.ts";
import { createLeadSheet } from "../../server/inbox/list/lead-sheet.ts";
import { mailKeeper } from "../support/written-mail.ts";
import { LETTERS, chatLetter } from "../../server/calls/letters.ts";

const pages = pageStates(
  Date.parse("2027-03-01T12:00:00Z"),
  "America/New_York",
  words,
);

test.each([...pages])(
  "page %s takes its words from the content",
  async (_name, state) => {
    const html = await renderer.renderPage(state);
    expect(html).toContain('<html lang="el">');
    expect(html).toContain("⟦");
    const { form } = state;
    // The test's state has these messages and values. answers.test.ts tests the server's messages.
    const notFromContent =
      form.kind === "failed"
        ? [
            form.message,
            ...form.problems.map(({ message }) => message),
            ...Object.values(form.values),
          ]
        : [];
    expect(
      latinInPage(
        notFromContent.reduce((text, part) => text.replaceAll(part, ""), html),
      ),
    ).toEqual([]);
  },
);

const inboxPages = views.map(
  (view, at) => [`${view.view} ${at}`, view] as const,
);
test.each(inboxPages)(
  "inbox page %s takes its words from the content",
  (_name, view) => {
    const html = draw(inboxShown.pages, view, {
      now: NOW,
      timeZone: "America/New_York",
      signIn: SIGN_IN,
    });
    expect(html).toContain('<html lang="el">');
    expect(latinInPage(html)).toEqual([]);
  },
);

test("the leads as CSV take their words from the content", () => {
  const sheet = createLeadSheet(words, "America/New_York");
  const cells = (sheet.head() + sheet.lines([detail]))
    .split('"')
    .filter((_, at) => at % 2 === 1);
  expect(cells.filter((cell) => cell !== lead.id).flatMap(latinIn)).toEqual([]);
});

function latinInMail({
  from,
  subject,
  text,
  html,
  icalEvent,
  attachments,
}: MailMessage) {
  expect(html).toContain('<html lang="el">');
  const files = attachments
    .map(({ content }) => String(content))
    .concat(icalEvent ? [icalEvent.content] : []);
  return [from.name, subject, text]
    .flatMap(latinIn)
    .concat(latinInPage(html), files.flatMap(latinInCalendar));
}

const events = [
  "booking.created",
  "booking.moved",
  "booking.cancelled",
] as const;

const mailKinds = DELIVERY_KINDS.filter((kind) => channelOf(kind) === "mail");
test.each(mailKinds)(
  "mail %s takes its words from the content",
  async (kind) => {
    const visit = { from: "direct", campaign: {} };
    const sent = { kind, lead, visit, wish: detail.wish, test: true };
    const ofCalls = events.map((type) => ({
      ...bookingEvent(type, { phone: "" }),
      by: EMAIL,
      reason: TEXT,
      movedFrom: NOW,
    }));
    for (const event of [undefined, ...ofCalls]) {
      const deliver = vi.fn<MailTransport["deliver"]>(async () => ({
        kind: "sent",
      }));
      const transport = { deliver, close: () => Promise.resolve() };
      await sendMail(
        outgoing({ ...sent, ...(event && { event }) }),
        settings,
        transport,
        LETTERS,
      );
      for (const [message] of deliver.mock.calls)
        expect(latinInMail(message)).toEqual([]);
    }
    if (TO_VISITOR.includes(kind)) return;
    const letters = ofCalls.map((event) =>
      chatLetter(outgoing({ ...sent, event }), settings),
    );
    expect(
      letters.flatMap((letter) =>
        latinIn(String(Object.values(chatMessage("slack", letter))[0])),
      ),
    ).toEqual([]);
  },
);

test("mails to the team take their words from the content", async () => {
  const keeper = mailKeeper();
  const team = createTeamMails(
    settings,
    () => Promise.resolve(["ana@agency.example"]),
    keeper,
  );
  const week = {
    leads: 2,
    calls: 1,
    came: 1,
    missed: 0,
    unsaid: 0,
    won: 1,
    medianAnswerHours: 5,
    sources: [{ source: "direct", leads: 2 }],
  };
  await team.sendWeek("1", "2027-03-01", week, {
    ...week,
    medianAnswerHours: undefined,
  });
  await team.sendCalendars("2", [{ number: 1 }]);
  await team.sendSkippedEvents("3", [{ number: 1, skipped: ["2027-03-01"] }]);
  const person = {
    id: "1",
    name: WHO,
    companyName: COMPANY,
    email: "dana@ortizhvac.example",
  };
  const waiting = (count: number) => ({
    count,
    leads: Array.from({ length: count }, () => ({ ...person, dueAt: NOW })),
  });
  const call = {
    ...person,
    leadId: "1",
    startsAt: NOW,
    endsAt: NOW,
    phone: "",
    version: 1,
  };
  const work = {
    overdue: waiting(1),
    due: waiting(2),
    calls: [call],
    followUps: [person],
    suspected: 2,
    next: 1,
  };
  await team.sendMorning("4", work);
  await team.sendReminder("5", waiting(1));
  await team.sendReminder("8", waiting(2));
  await team.sendStorm("9", {
    since: NOW,
    until: NOW,
    leads: 23,
    suspected: 3,
  });
  const link = {
    purpose: "inbox",
    subject: "6",
    expiresAt: Date.parse(NOW),
  } as const;
  const signIn = { to: "ana@agency.example", link };
  await createSignInMails(settings, keeper).mailSignIn(signIn, "");
  await createSignInMails(settings, keeper).mailInvited({
    ...signIn,
    link: { ...link, subject: "7" },
  });
  const mails = await keeper.mails();
  expect(mails).toHaveLength(9);
  for (const { subject = "", text = "", html = "" } of mails)
    expect([subject, text].flatMap(latinIn).concat(latinInPage(html))).toEqual(
      [],
    );
  const failing = failingLetter(
    {
      type: "delivery.failing",
      timestamp: NOW,
      data: { channel: "mail", undelivered: 2, since: NOW },
    },
    settings,
  );
  const letter = marked(failing, settings.content);
  expect(
    [
      letter.subject,
      ...letter.body.map((block) => ("text" in block ? block.text : "")),
    ].flatMap(latinIn),
  ).toEqual([]);
});

test("what language models read takes its words from the content", () => {
  expect(latinIn(seoFiles(words)["llms.txt"] ?? "")).toEqual([]);
});

test("calendar entries take their words from the content", () => {
  const calls = (["booked", "cancelled"] as const).flatMap((state) => {
    const call = { ...booking, state };
    return [
      callForVisitor(call, lead, settings),
      callForAgency(call, lead, settings),
    ];
  });
  expect(
    latinInCalendar(feed(calls, localeOf(words), manifest.site.brandName)),
  ).toEqual([]);
});
