/** The links in mails: each opens one lead for a limited time, and changes nothing until a button is pressed. */
import { expect, test } from "vitest";
import { INBOX } from "../../contract/routes.ts";
import { leadFor } from "../../server/deliveries/signed-links.ts";
import { LEAD } from "../support/leads.ts";
import { startServer } from "../support/server.ts";
import { newLead, NOBODY, viewOf, signIn, formRequest, tokenFor } from "./inbox-request.ts";

const SHOW = "/inbox/link/show";
const ANSWER = "/inbox/link/answer";

test("the link that shows a lead shows that lead, opens nothing else and accepts no form", async () => {
  const server = await startServer();
  const id = await newLead(server);
  const answer = await server.send({ path: `${SHOW}?token=${tokenFor("show", id)}` });
  expect(viewOf(answer)).toMatchObject({ view: "mail-lead", detail: { lead: { ...LEAD, id } } });
  expect(answer.headers["set-cookie"]).toBeUndefined();
  expect((await server.send(formRequest(`${SHOW}?token=${tokenFor("show", id)}`))).status).toBe(405);
});

test("the link that marks a lead as answered asks first, and is in no log line", async () => {
  const server = await startServer();
  const id = await newLead(server);
  const token = tokenFor("answer", id);
  const path = `${ANSWER}?token=${token}`;
  for (const method of ["GET", "HEAD", "GET"]) expect((await server.send({ method, path })).status).toBe(200);
  const page = viewOf(await server.send({ path }));
  expect(page).toMatchObject({ view: "answer", detail: { lead: { id } } });
  expect(page.view === "answer" && page.detail.answeredAt).toBeUndefined();
  for (let times = 0; times < 2; times += 1)
    expect(await server.send(formRequest(path))).toMatchObject({ status: 303, headers: { location: path } });
  expect(viewOf(await server.send({ path }))).toMatchObject({
    view: "answer",
    detail: { answeredAt: expect.any(String) },
  });
  expect(server.log()).not.toContain(token);
  expect(server.log()).toContain(`"route":"${ANSWER}"`);
});

test("who presses the button of their own mail is named in the lead's history", async () => {
  const server = await startServer();
  const [ana = ""] = await server.services.team.addresses();
  const by = async (subject: (id: string) => string) => {
    const id = await newLead(server);
    await server.send(formRequest(`${ANSWER}?token=${tokenFor("answer", subject(id))}`));
    const lead = viewOf(await server.send({ path: INBOX.lead(id), headers: await signIn(server) }));
    return lead.view === "lead" && lead.detail.history.map((event) => event.author);
  };
  expect(await by((id) => leadFor(id, ana.toUpperCase()))).toEqual([ana]);
  expect(await by((id) => id)).toEqual([undefined]);
});

test.each([
  ["that ran out", (id: string) => tokenFor("answer", id, { expiresAt: 1 }), 410, "expired"],
  ["of another secret", (id: string) => tokenFor("answer", id, { secret: "another" }), 403, "bad"],
  ["that only shows", (id: string) => tokenFor("show", id), 403, "bad"],
  ["that opens the inbox", () => tokenFor("inbox"), 403, "bad"],
  [
    "of somebody who left",
    (id: string) => tokenFor("answer", leadFor(id, "left@agency.example")),
    410,
    "expired",
  ],
  ["without a token", () => "", 403, "bad"],
  ["to a lead that is not there", () => tokenFor("answer", NOBODY), 404, "missing"],
])("a link %s opens nothing", async (_which, token, status, reason) => {
  const server = await startServer();
  const id = await newLead(server);
  const path = `${ANSWER}?token=${token(id)}`;
  for (const answer of [await server.send({ path }), await server.send(formRequest(path))]) {
    expect(answer.status).toBe(status);
    expect(viewOf(answer)).toEqual({ view: "error", reason });
  }
  const lead = viewOf(await server.send({ path: INBOX.lead(id), headers: await signIn(server) }));
  expect(lead.view === "lead" && lead.detail.answeredAt).toBeUndefined();
});

test("the link to a lead leads a signed-in person there at once, and others after their sign-in", async () => {
  const server = await startServer();
  const id = await newLead(server);
  const token = tokenFor("show", id);
  const known = await server.send({ path: `${SHOW}?token=${token}`, headers: await signIn(server) });
  expect(known).toMatchObject({ status: 303, headers: { location: INBOX.lead(id) } });
  for (const [index, asked] of [
    await server.send(formRequest(INBOX.askByLink, { token })),
    await server.send({ path: INBOX.lead(id) }),
  ].entries()) {
    // A link opens once, and two of one millisecond are the same.
    const expiresAt = Date.now() + 120_000 + index * 10_000;
    const [way = ""] = String(asked.headers["set-cookie"]).split(";");
    const press = formRequest(INBOX.signIn, { token: tokenFor("inbox", "", { expiresAt }) }, { cookie: way });
    expect(await server.send(press)).toMatchObject({ headers: { location: INBOX.lead(id) } });
  }
  for (const [index, way] of ["//evil.example", "https://evil.example", "/inboxes", "%", ""].entries()) {
    const press = formRequest(
      INBOX.signIn,
      { token: tokenFor("inbox", "", { expiresAt: Date.now() + 60_000 + index * 10_000 }) },
      { cookie: `way=${encodeURIComponent(way)}` },
    );
    expect(await server.send(press)).toMatchObject({ headers: { location: INBOX.path } });
  }
});
