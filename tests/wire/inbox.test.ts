/** The inbox: who gets in, what the pages hold, and what the forms on them do. */
import { MAX_NOTE_LENGTH } from "../../contract/limits.ts";
import { describe, expect, test } from "vitest";
import { INBOX } from "../../contract/inbox.ts";
import { LEAD } from "../fakes/leads.ts";
import { startServer, type TestServer } from "../fakes/server.ts";
import { newLead, viewOf, signIn, submit, tokenFor } from "./inbox-request.ts";

const NOBODY = "019aa0b1-7c1e-7a66-8d9c-2d0a3b4c5d6e";

async function open(server: TestServer, path: string, headers: Record<string, string>) {
  return viewOf(await server.send({ path, headers }));
}

describe("the way in", () => {
  test("opening the link changes nothing and shows a button, pressing it signs the device in", async () => {
    const server = await startServer();
    const token = tokenFor("inbox");
    const page = await server.send({ path: `${INBOX.signIn}?token=${token}` });
    expect(page.status).toBe(200);
    expect(page.headers["set-cookie"]).toBeUndefined();
    expect(viewOf(page)).toEqual({ view: "sign-in", action: INBOX.signIn, token });

    const signedIn = await server.send(submit(INBOX.signIn, { token }));
    expect(signedIn).toMatchObject({ status: 303, headers: { location: "/inbox" } });
    const [cookie = ""] = [signedIn.headers["set-cookie"]].flat();
    expect(cookie).toMatch(/^inbox=\S+; Path=\/inbox; Max-Age=\d+; HttpOnly; SameSite=Strict; Secure$/);
    expect(await open(server, INBOX.path, { cookie: cookie.split(";")[0] ?? "" })).toMatchObject({
      view: "list",
    });
  });

  test("a site without TLS has a cookie that travels without, and every cookie ends with its link", async () => {
    const server = await startServer({ manifest: { unconfigured: ["siteUrl"] } });
    const expiresAt = Date.now() + 90_000;
    const answer = await server.send(submit(INBOX.signIn, { token: tokenFor("inbox", "", { expiresAt }) }));
    const [cookie = ""] = [answer.headers["set-cookie"]].flat();
    expect(cookie).not.toContain("Secure");
    const seconds = Number(/Max-Age=(\d+)/.exec(cookie)?.[1]);
    expect(seconds).toBeGreaterThan(60);
    expect(seconds).toBeLessThanOrEqual(90);
  });

  test("a session is over when its link is, whatever the browser still sends", async () => {
    let time = Date.now();
    const server = await startServer({ now: () => time });
    const session = await signIn(server);
    expect(await open(server, INBOX.path, session)).toMatchObject({ view: "list" });
    time += 61 * 60 * 1000;
    expect(await open(server, INBOX.path, session)).toEqual({ view: "ask", sent: false });
  });

  test.each([
    ["without a token", "", 403, "bad"],
    ["with a token that ran out", tokenFor("inbox", "", { expiresAt: 1 }), 410, "expired"],
    ["with a token of another secret", tokenFor("inbox", "", { secret: "another" }), 403, "bad"],
    ["with a token for another purpose", tokenFor("show", NOBODY), 403, "bad"],
    ["with a token that was cut off", tokenFor("inbox").slice(0, -1), 403, "bad"],
  ])("%s the door stays shut", async (_how, token, status, reason) => {
    const server = await startServer();
    const page = await server.send({ path: `${INBOX.signIn}?token=${token}` });
    const posted = await server.send(submit(INBOX.signIn, { token }));
    for (const answer of [page, posted]) {
      expect(answer.status).toBe(status);
      expect(viewOf(answer)).toEqual({ view: "error", reason, signedIn: false });
      expect(answer.headers["set-cookie"]).toBeUndefined();
    }
  });

  test("no link is a cookie, and no cookie a link", async () => {
    const server = await startServer();
    const link = { cookie: `inbox=${tokenFor("inbox")}` };
    expect(await open(server, INBOX.path, link)).toEqual({ view: "ask", sent: false });
    const { cookie } = await signIn(server);
    const posted = await server.send(submit(INBOX.signIn, { token: cookie.replace("inbox=", "") }));
    expect(posted.status).toBe(403);
  });

  test("changing LINK_SECRET signs every device out", async () => {
    const before = await startServer();
    const after = await startServer({ linkSecret: "ns_link_changed-since-then" });
    expect(await open(after, INBOX.path, await signIn(before))).toEqual({ view: "ask", sent: false });
  });

  test("a cookie is found among others, and a forged one beside it does no harm", async () => {
    const server = await startServer();
    const { cookie } = await signIn(server);
    const headers = { cookie: `a=b; inbox=forged; ${cookie}; inboxes=x` };
    expect(await open(server, INBOX.path, headers)).toMatchObject({ view: "list" });
  });

  test("signing out takes the cookie away", async () => {
    const server = await startServer();
    const session = await signIn(server);
    const answer = await server.send(submit(INBOX.signOut, {}, session));
    expect(answer).toMatchObject({ status: 303, headers: { location: "/inbox" } });
    expect([answer.headers["set-cookie"]].flat()[0]).toMatch(/^inbox=; Path=\/inbox; Max-Age=0; HttpOnly/);
    // Kept by somebody, it opens nothing.
    expect(await open(server, INBOX.path, session)).toEqual({ view: "ask", sent: false });
  });
});

describe("who is not signed in", () => {
  const pages = [INBOX.path, INBOX.lead(NOBODY), `${INBOX.delete}?lead=${NOBODY}`];
  const forms = [
    INBOX.answer(NOBODY),
    INBOX.reopen(NOBODY),
    INBOX.note(NOBODY),
    INBOX.revive(NOBODY, NOBODY),
    INBOX.outcome(NOBODY),
    INBOX.delete,
    INBOX.signOut,
  ];

  test.each(pages)("sees nothing at %s", async (path) => {
    const server = await startServer();
    const answer = await server.send({ path });
    expect(answer).toMatchObject({ status: 401, headers: { "www-authenticate": "SignedLink" } });
    expect(viewOf(answer)).toEqual({ view: "ask", sent: false });
  });

  test.each(forms)("changes nothing at %s", async (path) => {
    const server = await startServer();
    expect((await server.send(submit(path, { text: "x" }))).status).toBe(401);
  });
});

describe("every page", () => {
  test("loads no script, leaves no trace and stands in no frame", async () => {
    const server = await startServer();
    const session = await signIn(server);
    const id = await newLead(server);
    const paths = [INBOX.path, INBOX.lead(id), INBOX.lead(NOBODY), `${INBOX.signIn}?token=x`];
    for (const path of paths) {
      const { headers } = await server.send({ path, headers: session });
      const policy = String(headers["content-security-policy"]).split("; ");
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("form-action 'self'");
      expect(policy.join()).not.toContain("unsafe");
      expect(headers).toMatchObject({
        "cache-control": "no-store",
        "x-robots-tag": "noindex, nofollow",
        "referrer-policy": "same-origin",
        "x-frame-options": "DENY",
        "x-content-type-options": "nosniff",
        "content-type": "text/html; charset=utf-8",
      });
    }
  });

  test("answers HEAD as GET, and other methods with 405", async () => {
    const server = await startServer();
    const headers = await signIn(server);
    const head = await server.send({ method: "HEAD", path: INBOX.path, headers });
    expect(head).toMatchObject({ status: 200, body: "" });
    const put = await server.send({ method: "PUT", path: INBOX.path, headers });
    expect(put).toMatchObject({ status: 405, headers: { allow: "GET, HEAD" } });
    const got = await server.send({ path: INBOX.answer(NOBODY), headers });
    expect(got).toMatchObject({ status: 405, headers: { allow: "POST" } });
  });

  test("is named in no log line with anything of its address", async () => {
    const server = await startServer();
    const token = tokenFor("inbox");
    const session = await signIn(server);
    await server.send({ path: `${INBOX.signIn}?token=${token}` });
    await server.send({ path: `${INBOX.path}?search=zebra-4711`, headers: session });
    await server.send({ path: INBOX.lead(NOBODY), headers: session });
    for (const secret of [token, session.cookie.slice(6), "zebra", NOBODY]) {
      expect(server.log()).not.toContain(secret);
    }
    expect(server.log()).toContain('"route":"/inbox/leads/:id"');
  });
});

describe("the list", () => {
  test("has the open leads by time left, 25 a page, and how the agency stands", async () => {
    const server = await startServer();
    const session = await signIn(server);
    for (let count = 0; count < 26; count += 1) await newLead(server, { name: `Lead ${count}` });
    const page = await open(server, INBOX.path, session);
    if (page.view !== "list") throw new Error(`This is ${page.view}.`);
    expect(page.list).toMatchObject({ filter: "open", search: "", page: 1, pages: 2, total: 26 });
    expect(page.list.leads.map(({ name }) => name).slice(0, 2)).toEqual(["Lead 0", "Lead 1"]);
    expect(page.list.leads).toHaveLength(25);
    expect(page.overview).toMatchObject({ open: 26, overdue: 0 });
    expect(page.overview.days).toHaveLength(30);
    const next = await open(server, `${INBOX.path}?page=2`, session);
    expect(next).toMatchObject({ list: { page: 2, leads: [{ name: "Lead 25" }] } });
    const past = await server.send({ path: `${INBOX.path}?search=lead&page=9`, headers: session });
    expect(past).toMatchObject({ status: 303, headers: { location: "/inbox?search=lead&page=2" } });
  });

  test("is searched by words and filtered by what was answered", async () => {
    const server = await startServer();
    const session = await signIn(server);
    const id = await newLead(server, { name: "Ben Plumber" });
    await newLead(server);
    await server.send(submit(INBOX.answer(id), {}, session));
    const names = async (query: string) => {
      const page = await open(server, `${INBOX.path}?${query}`, session);
      return page.view === "list" ? page.list.leads.map(({ name }) => name) : page;
    };
    expect(await names("filter=answered")).toEqual(["Ben Plumber"]);
    expect(await names("filter=all&search=plumb")).toEqual(["Ben Plumber"]);
    expect(await names("filter=all&search=%25")).toEqual([]);
    expect(await names("filter=open")).toEqual([LEAD.name]);
  });

  test.each([
    ["a page before the first", "page=0", { page: 1 }],
    ["a filter that is none", "page=-1&filter=nonsense", { page: 1, filter: "open" }],
    ["a page without end", "page=99999999999", { page: 1 }],
    ["two pages", "page=1e3&page=2", { page: 1 }],
    ["a search that is a book", `search=${"x".repeat(5000)}`, { search: "x".repeat(100) }],
    ["control characters", "search=%00a%07%0Ab%FF", { search: "a b\uFFFD" }],
    ["a stray sign", "search=%", { search: "%" }],
  ])("takes %s for what can be read of it", async (_what, query, list) => {
    const server = await startServer();
    const session = await signIn(server);
    expect(await open(server, `${INBOX.path}?${query}`, session)).toMatchObject({ view: "list", list });
  });
});

describe("a lead", () => {
  test("is shown whole, and answered and not answered after all", async () => {
    const server = await startServer();
    const session = await signIn(server);
    const id = await newLead(server);
    const path = INBOX.lead(id);
    expect(await open(server, path, session)).toMatchObject({
      view: "lead",
      detail: { lead: { ...LEAD, id }, notes: [], test: false },
    });
    const answered = await server.send(submit(INBOX.answer(id), {}, session));
    expect(answered).toMatchObject({ status: 303, headers: { location: path } });
    expect(await open(server, path, session)).toMatchObject({
      detail: { answeredAt: expect.stringMatching(/^\d{4}-.*Z$/) },
    });
    await server.send(submit(INBOX.reopen(id), {}, session));
    const again = await open(server, path, session);
    expect(again.view === "lead" && again.detail.answeredAt).toBeUndefined();
  });

  test("is booked, won, lost or spam, and nothing else", async () => {
    const server = await startServer();
    const session = await signIn(server);
    const id = await newLead(server);
    for (const outcome of ["booked", "spam"]) {
      const answer = await server.send(submit(INBOX.outcome(id), { outcome }, session));
      expect(answer).toMatchObject({ status: 303, headers: { location: INBOX.lead(id) } });
      expect(await open(server, INBOX.lead(id), session)).toMatchObject({ detail: { outcome } });
    }
    for (const outcome of ["suspected", "x", ""]) {
      expect((await server.send(submit(INBOX.outcome(id), { outcome }, session))).status).toBe(400);
    }
    const spam = await open(server, `${INBOX.path}?filter=spam`, session);
    expect(spam).toMatchObject({ list: { leads: [{ id, outcome: "spam" }] } });
  });

  test("keeps notes as they were written, and nothing of an empty one", async () => {
    const server = await startServer();
    const session = await signIn(server);
    const id = await newLead(server);
    for (const text of ["Called.\r\n<b>Wants</b> a quote", " \r\n "]) {
      const answer = await server.send(submit(INBOX.note(id), { text }, session));
      expect(answer).toMatchObject({ status: 303, headers: { location: INBOX.lead(id) } });
    }
    expect(await open(server, INBOX.lead(id), session)).toMatchObject({
      detail: { notes: [{ text: "Called.\n<b>Wants</b> a quote" }] },
    });
  });

  test.each([
    ["too long", { text: "x".repeat(MAX_NOTE_LENGTH + 1) }, {}],
    ["with what no keyboard types", { text: "a\0b" }, {}],
    ["in another form", { text: "a" }, { "content-type": "text/plain" }],
  ])("takes no note that is %s", async (_how, fields, headers) => {
    const server = await startServer();
    const session = await signIn(server);
    const id = await newLead(server);
    const answer = await server.send(submit(INBOX.note(id), fields, { ...session, ...headers }));
    expect(answer.status).toBe(400);
    expect(viewOf(answer)).toEqual({ view: "error", reason: "unreadable", signedIn: true });
    expect(await open(server, INBOX.lead(id), session)).toMatchObject({ detail: { notes: [] } });
  });

  test("takes a note of the greatest length, in any alphabet", async () => {
    const server = await startServer();
    const session = await signIn(server);
    const id = await newLead(server);
    const text = "🦉".repeat(MAX_NOTE_LENGTH);
    expect((await server.send(submit(INBOX.note(id), { text }, session))).status).toBe(303);
  });

  test.each([NOBODY, "1", "%2e%2e", "x".repeat(90), `${NOBODY}'`])("%s is none", async (id) => {
    const server = await startServer();
    const session = await signIn(server);
    const page = await server.send({ path: INBOX.lead(id), headers: session });
    const posted = await server.send(submit(INBOX.answer(id), {}, session));
    for (const answer of [page, posted]) {
      expect(answer.status).toBe(404);
      expect(viewOf(answer)).toEqual({ view: "error", reason: "missing", signedIn: true });
    }
  });
});

describe("deleting", () => {
  test("asks first, with the leads that were ticked, and then takes them and no other", async () => {
    const server = await startServer();
    const session = await signIn(server);
    const names = ["Ada", "Ben", "Cleo"];
    const [ada = "", ben = "", cleo = ""] = await Promise.all(names.map((name) => newLead(server, { name })));
    const query = [ada, cleo, ada, NOBODY, "x"].map((id) => `lead=${id}`).join("&");
    const asked = await open(server, `${INBOX.delete}?${query}`, session);
    expect(asked).toMatchObject({ view: "delete", leads: [{ lead: { id: ada } }, { lead: { id: cleo } }] });
    expect(await open(server, INBOX.path, session)).toMatchObject({ list: { total: 3 } });
    const answer = await server.send(submit(INBOX.delete, { lead: `${ada} ${cleo}` }, session));
    expect(answer).toMatchObject({ status: 303, headers: { location: INBOX.path } });
    expect(await open(server, INBOX.path, session)).toMatchObject({
      list: { leads: [{ id: ben }], total: 1 },
    });
    expect((await server.send({ path: INBOX.lead(ada), headers: session })).status).toBe(404);
  });

  test("with nothing ticked leads back to the list, and a form without leads is none", async () => {
    const server = await startServer();
    const session = await signIn(server);
    const asked = await server.send({ path: INBOX.delete, headers: session });
    expect(asked).toMatchObject({ status: 303, headers: { location: INBOX.path } });
    expect((await server.send(submit(INBOX.delete, {}, session))).status).toBe(400);
  });

  test("is not done for another site's page", async () => {
    const server = await startServer();
    const session = await signIn(server);
    const id = await newLead(server);
    const headers = { ...session, "sec-fetch-site": "cross-site" };
    expect((await server.send(submit(INBOX.delete, { lead: id }, headers))).status).toBe(403);
    expect(await open(server, INBOX.path, session)).toMatchObject({ list: { total: 1 } });
  });
});

describe("a delivery that was given up", () => {
  const target = "https://hooks.example/lead";

  /** A lead whose webhook its receiver refused for good, and the id of that delivery. */
  async function refusedWebhook(server: TestServer): Promise<{ lead: string; delivery: string }> {
    const lead = await newLead(server);
    const now = new Date().toISOString();
    const lease = { leaseId: NOBODY, now, leaseUntil: new Date(Date.now() + 60_000).toISOString() };
    const claim = { channel: "webhook", limit: 1, confirmedAfter: now, ...lease } as const;
    const claimed = await server.store.outbox.claim(claim);
    const [held] = claimed.kind === "claimed" ? claimed.deliveries : [];
    if (!held) throw new Error("Nothing was planned for the webhook.");
    const outcome = { kind: "dead", at: now, reason: "It answered 400." } as const;
    await server.store.outbox.recordResult({ deliveryId: held.id, leaseId: NOBODY, outcome });
    return { lead, delivery: held.id };
  }

  test("is shown with its reason, and due again when it is revived", async () => {
    const server = await startServer({ deliverySettings: { webhookUrls: [target] } });
    const session = await signIn(server);
    const { lead, delivery } = await refusedWebhook(server);
    const line = async () => {
      const page = await open(server, INBOX.lead(lead), session);
      return page.view === "lead" && page.detail.deliveries.find(({ id }) => id === delivery);
    };
    expect(await line()).toMatchObject({ state: "dead", lastError: "It answered 400." });
    expect(await open(server, INBOX.path, session)).toMatchObject({
      list: { leads: [{ troubled: 1 }] },
      overview: { dead: 1 },
    });
    const answer = await server.send(submit(INBOX.revive(lead, delivery), {}, session));
    expect(answer).toMatchObject({ status: 303, headers: { location: INBOX.lead(lead) } });
    expect(await line()).toMatchObject({ state: "due", attempts: 0 });
  });

  test("is revived on the page of its own lead only", async () => {
    const server = await startServer({ deliverySettings: { webhookUrls: [target] } });
    const session = await signIn(server);
    const { delivery } = await refusedWebhook(server);
    const other = await newLead(server, { name: "Ben" });
    for (const path of [
      INBOX.revive(other, delivery),
      INBOX.revive(other, NOBODY),
      INBOX.revive(other, "x"),
    ]) {
      expect((await server.send(submit(path, {}, session))).status).toBe(404);
    }
  });
});

describe("a form that another site sent", () => {
  const foreign = [
    { "sec-fetch-site": "cross-site" },
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: "http://127.0.0.1:1" },
  ];

  test.each(foreign)("with %j changes nothing, cookie or not", async (headers) => {
    const server = await startServer();
    const session = await signIn(server);
    const id = await newLead(server);
    const answers = await Promise.all([
      server.send(submit(INBOX.answer(id), {}, { ...session, ...headers })),
      server.send(submit(INBOX.note(id), { text: "x" }, { ...session, ...headers })),
      server.send(submit(INBOX.signOut, {}, { ...session, ...headers })),
      server.send(submit(INBOX.signIn, { token: tokenFor("inbox") }, headers)),
      server.send(submit(`/inbox/link/answer?token=${tokenFor("answer", id)}`, {}, headers)),
    ]);
    for (const answer of answers) {
      expect(answer.status).toBe(403);
      expect(viewOf(answer)).toMatchObject({ reason: "foreign" });
      expect(answer.headers["set-cookie"]).toBeUndefined();
    }
    const page = await open(server, INBOX.lead(id), session);
    expect(page).toMatchObject({ detail: { notes: [] } });
    expect(page.view === "lead" && page.detail.answeredAt).toBeUndefined();
  });

  test("is told from one of ours", async () => {
    const server = await startServer();
    const session = await signIn(server);
    const id = await newLead(server);
    const own = { origin: `http://127.0.0.1:${server.port}`, "sec-fetch-site": "same-origin" };
    expect((await server.send(submit(INBOX.answer(id), {}, { ...session, ...own }))).status).toBe(303);
    const proxied = { ...own, host: "127.0.0.1:3000", origin: "https://www.example.org" };
    expect((await server.send(submit(INBOX.answer(id), {}, { ...session, ...proxied }))).status).toBe(303);
  });
});

describe("while the store cannot be read", () => {
  test("every page says so and says when to come back", async () => {
    const server = await startServer();
    const session = await signIn(server);
    const id = await newLead(server);
    await server.store.close();
    for (const path of [INBOX.path, INBOX.lead(id), `/inbox/link/show?token=${tokenFor("show", id)}`]) {
      const answer = await server.send({ path, headers: session });
      expect(answer).toMatchObject({ status: 503, headers: { "retry-after": "5" } });
      expect(viewOf(answer)).toMatchObject({ reason: "unavailable" });
    }
  });
});
