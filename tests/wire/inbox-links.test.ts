/** A mailed link opens one lead for a limited time. Only the page's button changes something. */
import { expect, test } from "vitest";
import { INBOX } from "../../contract/http/routes.ts";
import { leadFor } from "../../server/deliveries/signed-links.ts";
import { LEAD } from "../support/leads.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { toCookieValue } from "../../server/inbox/cookies.ts";
import {
  browser,
  cookieOf,
  formRequest,
  newLead,
  UNKNOWN,
  operatorToken,
  signIn,
  tokenFor,
  viewOf,
} from "./inbox-request.ts";

const SHOW = "/inbox/link/show";
const ANSWER = "/inbox/link/answer";

async function detailOf(server: TestServer, id: string) {
  const page = await browser(server, await signIn(server)).view(INBOX.lead(id));
  return page.view === "lead" ? page.detail : expect.unreachable();
}

test("a link to a lead shows only that lead, and accepts no form", async () => {
  const server = await startServer();
  const id = await newLead(server);
  const answer = await server.send({
    path: `${SHOW}?token=${tokenFor("show", id)}`,
  });
  expect(viewOf(answer)).toMatchObject({
    view: "mail-lead",
    detail: { lead: { ...LEAD, id } },
  });
  expect(answer.headers["set-cookie"]).toBeUndefined();
  expect(
    (await server.send(formRequest(`${SHOW}?token=${tokenFor("show", id)}`)))
      .status,
  ).toBe(405);
});

test("the link that marks a lead as answered asks first, and the log never has its token", async () => {
  const server = await startServer();
  const id = await newLead(server);
  const token = tokenFor("answer", id);
  const path = `${ANSWER}?token=${token}`;
  for (const method of ["GET", "HEAD", "GET"])
    expect((await server.send({ method, path })).status).toBe(200);
  const page = viewOf(await server.send({ path }));
  expect(page).toMatchObject({ view: "answer", detail: { lead: { id } } });
  expect(page.view === "answer" && page.detail.answeredAt).toBeUndefined();
  for (let times = 0; times < 2; times += 1)
    expect(await server.send(formRequest(path))).toMatchObject({
      status: 303,
      headers: { location: path },
    });
  expect(viewOf(await server.send({ path }))).toMatchObject({
    view: "answer",
    detail: { answeredAt: expect.any(String) },
  });
  expect(server.log()).not.toContain(token);
  expect(server.log()).toContain(`"route":"${ANSWER}"`);
});

test("the lead's history names the person whose mailed link was used", async () => {
  const server = await startServer();
  const [ana = ""] = await server.services.team.addresses();
  const authors = async (subject: (id: string) => string) => {
    const id = await newLead(server);
    await server.send(
      formRequest(`${ANSWER}?token=${tokenFor("answer", subject(id))}`),
    );
    return (await detailOf(server, id)).history.map((event) => event.author);
  };
  expect(await authors((id) => leadFor(id, ana.toUpperCase()))).toEqual([ana]);
  expect(await authors((id) => id)).toEqual([undefined]);
});

const leftBy = (id: string) =>
  tokenFor("answer", leadFor(id, "left@agency.example"));

test.each([
  [
    "that ran out",
    (id: string) => tokenFor("answer", id, { expiresAt: 1 }),
    410,
    "expired",
  ],
  ["that only shows", (id: string) => tokenFor("show", id), 403, "bad"],
  ["of somebody who left", leftBy, 410, "expired"],
  [
    "to a lead that is not there",
    () => tokenFor("answer", UNKNOWN),
    404,
    "missing",
  ],
])("a link %s opens nothing", async (_which, token, status, reason) => {
  const server = await startServer();
  const id = await newLead(server);
  const path = `${ANSWER}?token=${token(id)}`;
  for (const answer of [
    await server.send({ path }),
    await server.send(formRequest(path)),
  ]) {
    expect(answer.status).toBe(status);
    expect(viewOf(answer)).toEqual({ view: "error", reason });
  }
  expect((await detailOf(server, id)).answeredAt).toBeUndefined();
});

test("the link to a lead opens the lead for a signed-in person, and for others after a sign-in", async () => {
  const server = await startServer();
  const id = await newLead(server);
  const token = tokenFor("show", id);
  const known = await server.send({
    path: `${SHOW}?token=${token}`,
    headers: await signIn(server),
  });
  expect(known).toMatchObject({
    status: 303,
    headers: { location: INBOX.lead(id) },
  });
  /** Presses the button of a sign-in link in a browser with these cookies. */
  const press = async (cookies: { cookie: string }) =>
    server.send(
      formRequest(
        INBOX.signIn,
        { token: await operatorToken(server) },
        cookies,
      ),
    );
  for (const asked of [
    formRequest(INBOX.askByLink, { token }),
    { path: INBOX.lead(id) },
  ]) {
    const way = cookieOf(await server.send(asked));
    expect(await press(way)).toMatchObject({
      headers: { location: INBOX.lead(id) },
    });
  }
  const others = ["//evil.example", "https://evil.example", "/inboxes", ""].map(
    toCookieValue,
  );
  for (const way of [...others, "%", '"é'])
    expect(await press({ cookie: `way=${way}` })).toMatchObject({
      headers: { location: INBOX.path },
    });
});

test("a page of the inbox ignores a forged or broken cookie about a change", async () => {
  const server = await startServer();
  const { cookie } = await signIn(server);
  for (const deed of ["%", "e30", toCookieValue('{"what":"won"}')]) {
    const headers = { cookie: `${cookie}; deed=${deed}` };
    expect(await server.send({ path: INBOX.path, headers })).toMatchObject({
      status: 200,
    });
  }
});
