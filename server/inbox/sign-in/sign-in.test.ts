import { expect } from "vitest";
import { DAY_MS, HOUR_MS } from "../../../contract/durations.ts";
import { INBOX } from "../../../contract/http/routes.ts";
import { content } from "../../../tests/content.ts";
import { readPage } from "../../../tests/support/html-page.ts";
import {
  startServer,
  serverTest as test,
} from "../../../tests/support/server.ts";
import { mailedLink } from "../../../tests/support/sign-in-mail.ts";
import {
  browser,
  cookieOf,
  formRequest,
  member,
  newLead,
  operator,
  operatorToken,
  operatorOf,
  tokenFor,
  UNKNOWN,
} from "../../../tests/wire/inbox-request.ts";

const { ask, errors, "sign-in": words } = content.linkPages;
const linkOf = (token: string) => `${INBOX.signIn}?token=${token}`;

test("who opens a lead without a sign-in is asked for an address, signs in, and sees the lead", async (server) => {
  const id = await newLead(server, { name: "Ada" });
  const asked = await browser(server).open(INBOX.lead(id));
  expect(asked).toMatchObject({ status: 401, heading: ask.heading });
  expect(asked.text).not.toContain("Ada");
  const empty = await asked.press(ask.button, { email: " " });
  expect(empty.heading).toBe(ask.heading);
  await empty.press(ask.button, { email: "ana@agency.example" });
  const page = await browser(server).open(await mailedLink(server));
  expect(page.heading).toBe(words.heading);
  const opened = await page.press(words.button);
  expect(opened).toMatchObject({ heading: "Ada", path: INBOX.lead(id) });
  const left = await opened.press(content.inbox.signOut);
  expect(left).toMatchObject({ status: 401, heading: ask.heading });
  const note = await opened.press(content.leadContent.addNote, { text: "Hi" });
  expect(note.buttons[0]?.fields).toContainEqual(["back", INBOX.lead(id)]);
});

test("opening a link uses up nothing; pressed again it leads on, and is refused on another device", async (server) => {
  const { clock } = server;
  const { get, open } = browser(server);
  const link = linkOf(await operatorToken(server));
  expect((await get(link)).headers["set-cookie"]).toBeUndefined();
  const page = await open(link);
  expect((await page.press(words.button)).path).toBe(INBOX.path);
  // The second half of a double press.
  const device = cookieOf(await server.send(formRequest(link)));
  clock.now += 3_001;
  const used = { status: 410, heading: errors.used.heading };
  const other = await operatorOf(server);
  expect(await other.open(link)).toMatchObject(used);
  expect(await page.press(words.button)).toMatchObject(used);
  clock.now += HOUR_MS;
  const again = await browser(server, device).open(link);
  expect(again.path).toBe(INBOX.path);
  const headers = { referer: `https://agency.example${link}` };
  const asked = async () =>
    readPage((await server.send({ path: INBOX.path, headers })).body).text;
  expect(await asked()).toContain(ask.noCookie);
  await again.press(content.inbox.signOut);
  expect(await asked()).not.toContain(ask.noCookie);
});

test.each([
  ["without a token", "", 403, errors.bad],
  [
    "that claims to work for longer than an invitation",
    tokenFor("inbox", UNKNOWN, { expiresAt: Date.now() + 4 * DAY_MS }),
    410,
    errors.expired,
  ],
] as const)(
  "a sign-in link %s opens nothing",
  async (_how, token, status, { heading }) => {
    const server = await startServer();
    const answer = await server.send(formRequest(linkOf(token)));
    expect(answer.status).toBe(status);
    expect(answer.body).toContain(heading.split("'")[0]);
    expect(answer.headers["set-cookie"]).toBeUndefined();
  },
);

test("a mailed link works for a quarter of an hour, and one of the command line for twelve hours", async (server) => {
  const { open, post } = browser(server);
  await post(INBOX.ask, { email: "ana@agency.example" });
  const begin = server.clock.now;
  for (const [link, worksMs] of [
    [await mailedLink(server), HOUR_MS / 4],
    [linkOf(await operatorToken(server)), 12 * HOUR_MS],
  ] as const) {
    server.clock.now = begin + worksMs - 1_000;
    expect((await open(link)).heading).toBe(words.heading);
    server.clock.now += 2_000;
    expect((await open(link)).heading).toBe(errors.expired.heading);
  }
});

test("a sign-in lasts a week, and a form that is open at its end is taken for three days more", async (server) => {
  const { clock } = server;
  const note = INBOX.lead(await newLead(server));
  const token = await operatorToken(server);
  const answer = await server.send(formRequest(linkOf(token)));
  const { get, post } = browser(server, cookieOf(answer));
  clock.now += 7 * DAY_MS - 1_000;
  expect((await get(INBOX.path)).status).toBe(200);
  clock.now += 2_000;
  expect((await get(INBOX.path)).status).toBe(401);
  expect((await post(note, { text: "Typed" })).status).toBe(303);
  clock.now += 3 * DAY_MS;
  for (const [path, field] of [
    [note, "text"],
    [INBOX.add, "problems"],
    [INBOX.sitePage, "address"],
  ] as const)
    expect(await post(path, { [field]: "Late" })).toMatchObject({
      status: 401,
      body: expect.stringContaining(">Late<"),
    });
});

test("the cookie is kept from scripts, other sites and pages outside the inbox, and ends with the sign-out", async (server) => {
  const token = await operatorToken(server);
  const signedIn = await server.send(formRequest(linkOf(token)));
  expect([signedIn.headers["set-cookie"]].flat()[0]).toMatch(
    /^inbox=\S+; Path=\/inbox; Max-Age=864000; HttpOnly; SameSite=Lax; Secure$/,
  );
  const { get, post } = browser(server, cookieOf(signedIn));
  const out = await post(INBOX.signOut);
  expect([out.headers["set-cookie"]].flat()[0]).toBe(
    "inbox=; Path=/inbox; Max-Age=0; HttpOnly; SameSite=Lax; Secure",
  );
  // A stolen copy of the cookie opens nothing.
  expect((await get(INBOX.path)).status).toBe(401);
});

test("a link's token is no cookie, nor a cookie a token; a new LINK_SECRET and a lost address end sign-ins", async (server) => {
  const status = async (of: typeof server, cookie: string) =>
    (await browser(of, { cookie }).get(INBOX.path)).status;
  expect(await status(server, `inbox=${tokenFor("inbox")}`)).toBe(401);
  const { cookie } = (await operatorOf(server)).session;
  const token = cookie.replace("inbox=", "");
  expect((await server.send(formRequest(linkOf(token)))).status).toBe(403);
  const { store } = server;
  const secret = await startServer({ store, linkSecret: "ns_link_changed" });
  expect(await status(secret, cookie)).toBe(401);
  const { session } = await member(server, "ana@agency.example");
  const notifyEmail = ["ben@agency.example"];
  const without = await startServer({ store, outbox: { notifyEmail } });
  expect(await status(without, session.cookie)).toBe(401);
});

test("after a sign-in, no link leads to another site", async (server) => {
  const { post } = browser(server);
  for (const back of ["//evil.example", "https://evil.example", "/inboxes", ""])
    expect(
      await post(`${linkOf(await operatorToken(server))}&back=${back}`),
    ).toMatchObject({ headers: { location: INBOX.path } });
});

test("each cookie of the inbox is for TLS alone where the site has TLS", async () => {
  // Without TLS, a browser would drop a secure cookie.
  for (const unconfigured of [[], ["siteUrl" as const]]) {
    const { post } = await operator({ manifest: { unconfigured } });
    const answers = [
      await post(INBOX.mark, { mark: "won" }),
      await post(INBOX.signOut),
    ];
    for (const { headers } of answers) {
      const [cookie = ""] = headers["set-cookie"] ?? [];
      expect(cookie).toMatch(/^(?:deed=.*Max-Age=60;|inbox=)/);
      expect(cookie.endsWith("; Secure")).toBe(unconfigured.length === 0);
    }
  }
});

test("the first sign-in of a new site opens the launch list unless a link asked for a page, and no later one does", async () => {
  const server = await startServer({
    manifest: { unconfigured: ["brandName"] },
  });
  const { open } = browser(server);
  const home = [];
  for (const back of [INBOX.calls, INBOX.path, INBOX.path]) {
    const token = await operatorToken(server);
    const page = await open(`${linkOf(token)}&back=${back}`);
    home.push((await page.press(words.button)).path);
  }
  expect(home).toEqual([INBOX.calls, `${INBOX.launch}?first`, INBOX.path]);
});
