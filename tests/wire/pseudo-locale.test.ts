/**
 * Every page, state, mail, calendar entry, CSV and error with a content whose sentences are all between ⟦ and ⟧, in Greek:
 * a letter of Latin outside of them stands in code.
 */
import { expect, test } from "vitest";
import { channelOf, DELIVERY_KINDS, TO_VISITOR } from "../../contract/delivery.ts";
import { localeOf } from "../../contract/locale/locale.ts";
import { BOOK_CALL, INBOX } from "../../contract/routes.ts";
import { galleryPages } from "../../scripts/dev/gallery.ts";
import { loadContent } from "../../server/content/content.ts";
import { serverContent } from "../../server/content/server-content.ts";
import { SAMPLE_CONTENT } from "../../server/configuration/env.ts";
import { feed } from "../../server/outbox/channels/mail/invitation.ts";
import { callForAgency, callForVisitor } from "../../server/outbox/channels/mail/call-mail.ts";
import { compose, marked, type MailMessage } from "../../server/outbox/channels/mail/compose.ts";
import { createSignInMails, createTeamMails } from "../../server/outbox/channels/mail/team-mails.ts";
import { chatMessage, failingLetter, leadLetter } from "../../server/outbox/channels/webhook-channel.ts";
import { createRenderer } from "../../site/render.tsx";
import { NO_OTHER_ORIGINS } from "../../contract/build-manifest.ts";
import { bookingEvent, mailSettings, MAILED_AT, outgoing } from "../fakes/outgoing.ts";
import { pseudoFolder } from "../fakes/pseudo-content.ts";
import { booking, COMPANY, detail, EMAIL, LATER, lead, NOW, SAID, views, WHO } from "../fakes/inbox-views.ts";
import { startServer, type TestRequest } from "../fakes/server.ts";
import { mailKeeper } from "../fakes/written-mail.ts";
import { formRequest } from "./inbox-request.ts";
import { post } from "./wire-request.ts";

const words = loadContent({}, pseudoFolder());
const manifest = serverContent(words, SAMPLE_CONTENT);
const assets = {
  entry: "/entry.js",
  icon: "/icon.svg",
  fonts: [],
  themeColor: "",
  styles: [],
  theme: { own: "", letters: "" },
  apiUrl: "",
  contentFiles: "",
};
const renderer = createRenderer({ content: words, assets, otherOrigins: NO_OTHER_ORIGINS });

const settings = mailSettings({
  content: manifest.mail,
  locale: manifest.locale,
  sources: manifest.sources,
  form: manifest.form,
  site: manifest.site,
  from: { name: manifest.site.brandName, address: "desk@agency.example" },
});

/** Inside of brackets, which may hold others; in attributes and texts of HTML as in plain text. */
function outside(text: string): string {
  let depth = 0;
  return Array.from(text, (letter) => {
    if (letter === "⟦") depth++;
    const shown = depth === 0 ? letter : " ";
    if (letter === "⟧") depth--;
    return shown;
  }).join("");
}

/** Addresses; zones as the platform names them, and their cities. */
const NO_SENTENCE =
  /[\w.]+@[\w.-]+|(?:https?|mailto|tel):[^\s⟧|]*|\/[\w/.?=&%-]+|\b(?:GMT|UTC|London|Tokyo)\b/g;

function latinIn(text: string): string[] {
  const plain = text.replace(/&#x27;|&#39;/g, "'").replace(/&(?:amp|lt|gt|quot);/g, " ");
  return outside(plain.replace(NO_SENTENCE, " ")).match(/[^\n]*\p{Script=Latin}[^\n]*/gu) ?? [];
}

const SAID_ATTRIBUTES =
  / (?:title|alt|aria-label|placeholder|label|data-(?:done|copied|formula|line|money))="([^"]*)"/g;
const DESCRIBED =
  /<meta (?:name|property)="(?:description|og:\w*(?:title|description|alt|site_name))" content="([^"]*)"/g;

/** What a page says, and what it says to a screen reader and to search engines. */
function latinInPage(html: string): string[] {
  const shown = html.replace(/<(script|style)\b[\s\S]*?<\/\1>/g, " ").replace(/<code>[\s\S]*?<\/code>/g, " ");
  // A list of zones names cities.
  const listed = shown.replace(/<option value="\w+\/[^"]*"[^>]*>[^<]*/g, " ");
  const attributes = [SAID_ATTRIBUTES, DESCRIBED].flatMap((kind) => [...html.matchAll(kind)]);
  return [listed.replace(/<[^>]*>/g, "\n"), ...attributes.map(([, text = ""]) => text)].flatMap(latinIn);
}

const pages = galleryPages(Date.parse("2027-03-01T12:00:00Z"), "America/New_York", words);

test("the walk finds a letter outside, and none inside", () => {
  expect(latinInPage("<p>⟦a ⟦b⟧ c⟧ 山 Δευτέρα GMT</p>")).toEqual([]);
  expect(latinInPage('<p>⟦a⟧ b</p><i title="c">')).toHaveLength(2);
});

test.each([...pages])("page %s", async (_name, state) => {
  const html = await renderer.renderPage(state);
  expect(html).toContain('<html lang="el">');
  expect(html).toContain("⟦");
  // The state of a failed form comes from the server, and its sentences are tested below.
  const said =
    state.form.kind === "failed"
      ? [state.form.message, ...state.form.problems.map(({ message }) => message)]
      : [];
  const values = state.form.kind === "failed" ? Object.values(state.form.values) : [];
  expect(latinInPage([...said, ...values].reduce((text, one) => text.replaceAll(one, ""), html))).toEqual([]);
});

test.each(views.map((view, at) => [`${view.view} ${at}`, view] as const))("inbox page %s", (_name, view) => {
  const html = renderer.inbox.renderInbox({ now: NOW, timeZone: "America/New_York", view });
  expect(html).toContain('<html lang="el">');
  expect(latinInPage(html)).toEqual([]);
});

test("the leads as CSV", () => {
  const sheet = renderer.inbox.sheet.head() + renderer.inbox.sheet.lines([detail], "America/New_York");
  const [, ...cells] = sheet.split('"').filter((_, at) => at % 2 === 1);
  expect(cells.filter((cell) => cell !== lead.id).flatMap(latinIn)).toEqual([]);
});

/** Subject, text and HTML of a mail, and the names of its sender. */
function latinInMail({ from, subject, text, html, icalEvent, attachments }: MailMessage) {
  expect(html).toContain('<html lang="el">');
  const files = attachments
    .map(({ content }) => String(content))
    .concat(icalEvent ? [icalEvent.content] : []);
  return [from.name, subject, text]
    .flatMap(latinIn)
    .concat(latinInPage(html), files.flatMap(latinInCalendar));
}

/** In the values that a person reads. */
function latinInCalendar(text: string): string[] {
  expect(text).toContain("PRODID:-//Nightshift//Nightshift//EL");
  const lines = text.replaceAll("\r\n ", "").split("\r\n");
  return lines
    .filter((one) => /^(?:SUMMARY|DESCRIPTION|LOCATION|NAME|X-WR-CALNAME)/.test(one))
    .flatMap((one) => latinIn(one.slice(one.indexOf(":") + 1).replaceAll("\\n", "\n")));
}

const events = ["booking.created", "booking.moved", "booking.cancelled"] as const;

test.each(DELIVERY_KINDS.filter((kind) => channelOf(kind) === "mail"))("mail %s", (kind) => {
  const visit = { from: "direct", campaign: {} };
  const sent = { kind, lead, visit, wishedAt: LATER, wishedPhone: "+1 201 555 0142", test: true };
  const ofCalls = events.map((type) => ({
    ...bookingEvent(type, { phone: "" }),
    by: EMAIL,
    reason: SAID,
    movedFrom: NOW,
  }));
  for (const event of [undefined, ...ofCalls]) {
    const mail = compose(outgoing({ ...sent, ...(event && kind !== "hold" && { event }) }), settings);
    expect(mail && latinInMail(mail)).toEqual([]);
  }
  if (TO_VISITOR.includes(kind)) return;
  const letters = ofCalls.map((event) => leadLetter(outgoing({ ...sent, event }), settings));
  expect(
    letters.flatMap((letter) => latinIn(String(Object.values(chatMessage("slack", letter))[0]))),
  ).toEqual([]);
});

test("mails to the team", async () => {
  const keeper = mailKeeper();
  const team = createTeamMails(settings, () => Promise.resolve(["ana@agency.example"]), keeper);
  const week = {
    leads: 2,
    calls: 1,
    missed: 0,
    won: 1,
    medianAnswerHours: 5,
    sources: [{ source: "direct", leads: 2 }],
  };
  await team.sendWeek?.("1", { from: "2027-03-01", week, before: { ...week, medianAnswerHours: undefined } });
  await team.sendCalendars("2", [1]);
  await team.sendSkippedEvents("3", [{ number: 1, dates: ["2027-03-01"] }]);
  await team.sendFollowUps("4", [{ id: "1", name: WHO, companyName: COMPANY }]);
  await team.sendSuspected("5", 2);
  const signIn = { to: "ana@agency.example", id: "6", token: "x" };
  await createSignInMails(settings, keeper).mailSignIn(signIn, "");
  await createSignInMails(settings, keeper).mailInvited({ ...signIn, id: "7" }, undefined, NOW);
  const mails = await keeper.mails();
  expect(mails).toHaveLength(7);
  for (const { subject = "", text = "", html = "" } of mails)
    expect([subject, text].flatMap(latinIn).concat(latinInPage(html))).toEqual([]);
  const failing = failingLetter(
    { type: "delivery.failing", timestamp: NOW, data: { channel: "mail", undelivered: 2, since: NOW } },
    settings,
  );
  const letter = marked(failing, settings.content);
  expect(
    [letter.subject, ...letter.body.map((block) => ("text" in block ? block.text : ""))].flatMap(latinIn),
  ).toEqual([]);
});

test("calendar entries", () => {
  const calls = (["booked", "cancelled"] as const).flatMap((state) => {
    const of = { booking: { ...booking, state }, lead };
    return [callForVisitor(of, settings), callForAgency(of, settings)];
  });
  expect(latinInCalendar(feed(calls, localeOf(words), manifest.site.brandName))).toEqual([]);
});

const site = () =>
  startServer({
    manifest,
    render: (state) => renderer.renderPage(state),
    inbox: renderer.inbox,
    now: () => MAILED_AT,
  });

const FIELDS = {
  name: WHO,
  email: EMAIL,
  companyName: COMPANY,
  selectedService: "ai-chatbot",
  problems: SAID,
};

const REQUESTS: [string, TestRequest][] = [
  ["nothing typed", formRequest(BOOK_CALL.path, {})],
  ["too long", formRequest(BOOK_CALL.path, { ...FIELDS, problems: "山".repeat(9_000) })],
  ["an unreadable value", formRequest(BOOK_CALL.path, { ...FIELDS, name: "山\u0007" })],
  ["a mistyped address", formRequest(BOOK_CALL.path, { ...FIELDS, email: "h@gmial.com" })],
  ["an unknown service", formRequest(BOOK_CALL.path, { ...FIELDS, selectedService: "山" })],
  ["a sent form", formRequest(BOOK_CALL.path, FIELDS)],
  ["a time that cannot be read", formRequest("/schedule", { ...FIELDS, startsAt: "山" })],
  ["no such page", { path: "/nowhere" }],
  ["another method", { method: "POST", path: "/" }],
  ["a link that is not ours", { path: "/call?token=x" }],
  ["the inbox without a sign-in", { path: INBOX.path }],
];

test("the pages that answer a form, an unknown address and a wrong link", async () => {
  const server = await site();
  for (const [name, request] of REQUESTS) {
    const { body, headers } = await server.send(request);
    expect(headers["content-type"], name).toContain("text/html");
    expect(latinInPage(body), name).toEqual([]);
  }
});

test("what a script gets instead of a stored lead", async () => {
  const server = await site();
  const key = { "idempotency-key": "one" };
  const stored = { ...lead, id: undefined, created_at: undefined };
  const answers = [
    await server.send(post({ ...stored, name: 7 })),
    await server.send(post({ ...stored, email: "山" })),
    await server.send(post({ ...stored, problems: "山".repeat(90_000) })),
    await server.send(post(stored, { "idempotency-key": "two words" })),
    ...[
      await server.send(post(stored, key)),
      await server.send(post({ ...stored, name: COMPANY }, key)),
    ].slice(1),
  ];
  for (const { status, body } of answers) {
    expect(status).toBeGreaterThanOrEqual(400);
    expect(body).toContain('"message":"⟦');
    expect(latinIn(JSON.parse(body).message)).toEqual([]);
  }
});
