/**
 * A mailed link opens one lead for a limited
 * time. Only the page's button changes something.
 */

import { expect } from "vitest";
import { HOUR_MS } from "../../../contract/durations.ts";
import { INBOX, LINK_PATHS } from "../../../contract/http/routes.ts";
import { content } from "../../../tests/content.ts";
import {
  startServer,
  serverTest as test,
} from "../../../tests/support/server.ts";
import { mailedLink } from "../../../tests/support/sign-in-mail.ts";
import {
  browser,
  formRequest,
  newLead,
  operatorOf,
  tokenFor,
  UNKNOWN,
} from "../../../tests/wire/inbox-request.ts";
import { inboxStory } from "../../../tests/wire/inbox-story.ts";
import { leadFor } from "../../deliveries/signed-links.ts";

const { linkPages, leadContent, inbox } = content;
const { errors } = linkPages;
const SPAM = "[url=https://x.example]cheap[/url]";
const answerPath = (subject: string) =>
  `${LINK_PATHS.answer}?token=${tokenFor("answer", subject)}`;
const showPath = (id: string) =>
  `${LINK_PATHS.show}?token=${tokenFor("show", id)}`;

test("a link to a lead shows only that lead, and changes nothing", async (server) => {
  const id = await newLead(server, { name: "Ada" });
  await newLead(server, { name: "Ben" });
  const { get, open, post } = browser(server);
  const page = await open(showPath(id));
  expect(page.heading).toBe("Ada");
  expect(page.text).not.toContain("Ben");
  expect((await get(showPath(id))).headers["set-cookie"]).toBeUndefined();
  const asked = await post(showPath(id), { mark: "answered" });
  expect(asked.body).toContain(linkPages.ask.heading);
  const { text } = await (await operatorOf(server)).open(INBOX.lead(id));
  expect(text).not.toContain(linkPages.stale.changes.answered);
});

test("the link that marks a lead as answered asks first, can be taken back, and asks for a judgement of likely spam", async () => {
  const at = Date.parse("2026-02-03T15:00:00Z");
  const server = await startServer({ at });
  const { told, expectSaid } = inboxStory();
  const { open } = told(browser(server));
  const link = async (changes: object) => {
    const id = await newLead(server, { email: "dana@sample.co", ...changes });
    const expiresAt = at + HOUR_MS;
    return `${LINK_PATHS.answer}?token=${tokenFor("answer", id, { expiresAt })}`;
  };
  const path = await link({});
  for (const method of ["GET", "HEAD"])
    expect((await server.send({ method, path })).status).toBe(200);
  const page = await open(path);
  await page.press(leadContent.markAnswered);
  const answered = await page.press(leadContent.markAnswered);
  await answered.press(inbox.undo);
  // Of an old page.
  await page.press(leadContent.markAnswered);
  const judged = await open(await link({ problems: SPAM }));
  await judged.press(leadContent.notSpam);
  expect(server.log()).not.toContain(path.split("=")[1]);
  expect(server.log()).toContain(`"route":"${LINK_PATHS.answer}"`);
  await expectSaid("links");
});

test("the lead's history names the person whose mailed link was used", async (server) => {
  const { open } = await operatorOf(server);
  const historyAfter = async (subject: (id: string) => string) => {
    const id = await newLead(server);
    const mark = { mark: "answered" };
    await server.send(formRequest(answerPath(subject(id)), mark));
    return (await open(INBOX.lead(id))).text;
  };
  const { answered } = linkPages.stale.changes;
  const known = await historyAfter((id) => leadFor(id, "ANA@agency.example"));
  expect(known).toContain(`${answered} by Ana`);
  const unknown = await historyAfter((id) => id);
  expect(unknown).toContain(`${answered} by ${linkPages.stale.nobody}`);
});

test.each([
  [
    "that ran out",
    (id: string) => tokenFor("answer", id, { expiresAt: 1 }),
    410,
    errors.expired,
  ],
  ["that only shows", (id: string) => tokenFor("show", id), 403, errors.bad],
  [
    "to a lead that is not there",
    () => tokenFor("answer", UNKNOWN),
    404,
    errors.missing,
  ],
])("a link %s opens nothing", async (_which, token, status, { heading }) => {
  const server = await startServer();
  const id = await newLead(server);
  const path = `${LINK_PATHS.answer}?token=${token(id)}`;
  const { open, post } = browser(server);
  expect(await open(path)).toMatchObject({ status, heading });
  expect((await post(path, { mark: "answered" })).status).toBe(status);
  const { text } = await (await operatorOf(server)).open(INBOX.lead(id));
  expect(text).not.toContain(linkPages.stale.changes.answered);
});

test("the link to a lead opens the inbox for a signed-in person, and for others after a sign-in, whose link its reader gets at once", async (server) => {
  const id = await newLead(server);
  const known = await operatorOf(server);
  expect((await known.open(showPath(id))).path).toBe(INBOX.lead(id));
  const stranger = browser(server);
  const page = await stranger.open(showPath(id));
  const asked = await page.press(leadContent.openInInbox);
  expect(asked.fields).toMatchObject({ back: INBOX.lead(id) });
  const own = await stranger.open(showPath(leadFor(id, "ana@agency.example")));
  await own.press(leadContent.openInInbox);
  const link = await stranger.open(await mailedLink(server));
  const opened = await link.press(linkPages["sign-in"].button);
  expect(opened.path).toBe(INBOX.lead(id));
});
