import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "../../contract/durations.ts";
import { INBOX, LINK_PATHS } from "../../contract/http/routes.ts";
import { startServer } from "../support/server.ts";
import {
  browser,
  cookieOf,
  formRequest,
  newLead,
  UNKNOWN,
  operator,
  operatorToken,
  signIn,
  tokenFor,
  viewOf,
} from "./inbox-request.ts";

test("opening a sign-in link changes nothing, and pressing its button signs in", async () => {
  const server = await startServer();
  const token = await operatorToken(server);
  const page = await server.send({ path: `${INBOX.signIn}?token=${token}` });
  expect(page.status).toBe(200);
  expect(page.headers["set-cookie"]).toBeUndefined();
  expect(viewOf(page)).toEqual({ view: "sign-in", token });
  const signedIn = await server.send(formRequest(INBOX.signIn, { token }));
  expect(signedIn).toMatchObject({
    status: 303,
    headers: { location: "/inbox" },
  });
  const [cookie = ""] = [signedIn.headers["set-cookie"]].flat();
  expect(cookie).toMatch(
    /^inbox=\S+; Path=\/inbox; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/,
  );
  expect(
    await browser(server, cookieOf(signedIn)).view(INBOX.path),
  ).toMatchObject({ view: "list" });
});

test("each cookie of the inbox is for TLS alone where the site has TLS", async () => {
  for (const unconfigured of [[], ["siteUrl" as const]]) {
    const { server, get } = await operator({ manifest: { unconfigured } });
    const answers = [
      await server.send({ path: INBOX.lead(await newLead(server)) }),
      await get(`${INBOX.path}?order=left`),
    ];
    for (const { headers } of answers) {
      const [cookie = ""] = headers["set-cookie"] ?? [];
      expect(cookie).toMatch(/^(?:way|order)=/);
      expect(cookie.endsWith("; Secure")).toBe(unconfigured.length === 0);
    }
  }
});

test("a sign-in works without TLS, and a form that is open at its end is accepted for an hour", async () => {
  const clock = { now: Date.now() };
  const server = await startServer({
    now: () => clock.now,
    manifest: { unconfigured: ["siteUrl"] },
  });
  const note = INBOX.note(await newLead(server));
  const answer = await server.send(
    formRequest(INBOX.signIn, { token: await operatorToken(server) }),
  );
  expect(String(answer.headers["set-cookie"])).not.toContain("Secure");
  const { get, post } = browser(server, cookieOf(answer));
  clock.now += 7 * DAY_MS + 1_000;
  expect((await get(INBOX.path)).status).toBe(401);
  expect((await post(note, { text: "Typed" })).status).toBe(303);
  clock.now += HOUR_MS + 1_000;
  expect((await post(note, { text: "Late" })).status).toBe(401);
});

test.each([
  ["without a token", "", 403, "bad"],
  [
    "with a token that ran out",
    tokenFor("inbox", "", { expiresAt: 1 }),
    410,
    "expired",
  ],
  ["with a token for another purpose", tokenFor("show", UNKNOWN), 403, "bad"],
])("a sign-in link %s opens nothing", async (_how, token, status, reason) => {
  const server = await startServer();
  const page = await server.send({ path: `${INBOX.signIn}?token=${token}` });
  const posted = await server.send(formRequest(INBOX.signIn, { token }));
  for (const answer of [page, posted]) {
    expect(answer.status).toBe(status);
    expect(viewOf(answer)).toEqual({ view: "error", reason });
    expect(answer.headers["set-cookie"]).toBeUndefined();
  }
});

test("a link's token is no cookie, nor a cookie a token; a new LINK_SECRET ends all sign-ins", async () => {
  const server = await startServer();
  const link = { cookie: `inbox=${tokenFor("inbox")}` };
  expect(await browser(server, link).view(INBOX.path)).toEqual({
    view: "ask",
    sent: false,
  });
  const { cookie } = await signIn(server);
  const posted = await server.send(
    formRequest(INBOX.signIn, { token: cookie.replace("inbox=", "") }),
  );
  expect(posted.status).toBe(403);
  const after = await startServer({ linkSecret: "ns_link_changed-since-then" });
  expect(await browser(after, { cookie }).view(INBOX.path)).toEqual({
    view: "ask",
    sent: false,
  });
});

test("signing out deletes the cookie and ends the sign-in", async () => {
  const { view, post } = await operator();
  const answer = await post(INBOX.signOut);
  expect(answer).toMatchObject({
    status: 303,
    headers: { location: "/inbox" },
  });
  expect([answer.headers["set-cookie"]].flat()[0]).toMatch(
    /^inbox=; Path=\/inbox; Max-Age=0; HttpOnly/,
  );
  // A stolen copy of the cookie opens nothing.
  expect(await view(INBOX.path)).toEqual({ view: "ask", sent: false });
});

test("a double press on a link signs in once; later, the link is used up", async () => {
  const clock = { now: Date.now() };
  const server = await startServer({ now: () => clock.now });
  const token = await operatorToken(server);
  const press = () => server.send(formRequest(INBOX.signIn, { token }));
  const [first, second] = await Promise.all([press(), press()]);
  expect([first.status, cookieOf(second)]).toEqual([303, cookieOf(first)]);
  clock.now += 3_001;
  expect(viewOf(await press())).toEqual({ view: "error", reason: "used" });
  await browser(server, cookieOf(first)).post(INBOX.signOut);
  expect((await press()).status).toBe(410);
});

/** Every address of the inbox, with unknown ids, and the address of a mailed link. */
const ADDRESSES = [...Object.values(INBOX), LINK_PATHS.answer].map((address) =>
  typeof address === "string" ? address : address(UNKNOWN, UNKNOWN),
);
const OPEN_TO_STRANGERS: string[] = [
  INBOX.ask,
  INBOX.askByLink,
  INBOX.signIn,
  LINK_PATHS.answer,
];

test("every page is closed to strangers, and every form is closed to other sites", async () => {
  const { server, session } = await operator();
  const foreign = { ...session, "sec-fetch-site": "cross-site" };
  for (const path of ADDRESSES) {
    const [page, form, crossed] = [
      await server.send({ path }),
      await server.send(formRequest(path)),
      await server.send(formRequest(path, {}, foreign)),
    ];
    // The address of a form alone leads to its page.
    const methods =
      page.status === 303
        ? [form]
        : [page, form].filter(({ status }) => status !== 405);
    expect(methods.length, path).toBeGreaterThan(0);
    for (const answer of OPEN_TO_STRANGERS.includes(path) ? [] : methods) {
      expect(answer, path).toMatchObject({
        status: 401,
        headers: { "www-authenticate": "SignedLink" },
      });
      expect(viewOf(answer)).toEqual({ view: "ask", sent: false });
    }
    if (crossed.status === 405) continue;
    expect(crossed.status, path).toBe(403);
    expect(viewOf(crossed)).toMatchObject({ reason: "foreign" });
    expect(crossed.headers["set-cookie"]).toBeUndefined();
  }
});
