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
import {
  sendMail,
  type MailMessage,
  type MailTransport,
} from "../../server/deliveries/mail/compose.ts";
import { chatMessage } from "../../server/deliveries/webhook-channel.ts";
import { bookingEvent, outgoing } from "../support/outgoing.ts";
import {
  latinIn,
  latinInCalendar,
  inboxShown,
  latinInPage,
  renderer,
  settings,
  words,
} from "./pseudo-site.ts";
import {
  detail,
  draw,
  EMAIL,
  lead,
  NOW,
  SIGN_IN,
  TEXT,
  views,
} from "./inbox-views.ts";
import { pageStates } from "./page-states.ts";
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
