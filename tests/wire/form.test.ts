/**
 * The form without script stores a lead as the
 * REST API does, and is answered with a page.
 */

import { expect } from "vitest";
import { CONFIRMATION_HEADER } from "../../contract/http/rest-api.ts";
import { MAILBOX_MAILS_A_DAY } from "../../contract/limits.ts";
import { content } from "../content.ts";
import { LEAD } from "../support/leads.ts";
import { claimDue } from "../support/results.ts";
import {
  PUBLIC_KEY,
  startServer,
  serverTest as test,
} from "../support/server.ts";
import { postForm } from "./form-request.ts";
import { stateOf } from "./schedule-request.ts";
import { post, stored } from "./wire-request.ts";

const { fields, messages } = content;

test("posting the form stores the lead and answers with the confirmation", async (server) => {
  const answer = await server.send(
    postForm({ name: " Dana Ortiz ", email: "Dana@OrtizHVAC.example" }),
  );
  const form = {
    kind: "submitted",
    email: LEAD.email,
    offer: expect.any(String),
  };
  expect(stateOf(answer)).toEqual({ path: "/book-call", status: 200, form });
  expect(answer.body).toContain(`content="${PUBLIC_KEY}"`);
  expect(await stored(server)).toMatchObject([LEAD]);
});

const CODE = "[url=https://x.example]cheap[/url]";

test.each([
  ["a request that looks like spam", CODE, 0],
  [
    "a mailbox that had its mails of the day",
    LEAD.problems,
    MAILBOX_MAILS_A_DAY,
  ],
])(
  "neither the form nor the REST API promises a mail to %s",
  async (_what, problems, earlier) => {
    const server = await startServer();
    for (let n = 0; n < earlier; n++) {
      await server.send(
        postForm({ name: `Dana ${n}`, problems: `Calls at ${n}` }),
      );
      await claimDue(server.store, "mail");
    }
    const { form } = stateOf(await server.send(postForm({ problems })));
    expect(form).toEqual({
      kind: "submitted",
      isUnmailed: true,
      offer: expect.any(String),
    });
    const { status, headers } = await server.send(
      post({ ...LEAD, problems: `${problems} Once more.` }),
    );
    expect([status, headers[CONFIRMATION_HEADER]]).toEqual([201, "none"]);
  },
);

test.each(
  "a@business a@icloud.co a@gmial.com a@ortizhvac.cpm a@ortizhvac.con www.a@ortiz.example a.@ortiz.example b|a@ortiz.example a@ortiz.com1".split(
    " ",
  ),
)(
  "posting the form asks once whether the address %s is right",
  async (email) => {
    const server = await startServer();
    const asked = await server.send(postForm({ email }));
    const message = fields.email.doubtful?.replace("{text}", email);
    expect(stateOf(asked)).toMatchObject({
      status: 422,
      form: { problems: [{ input: "email", message }] },
    });
    expect(await stored(server)).toEqual([]);
    const confirmed = { "asked-email": email };
    const sendAgain = (typed: string) =>
      server.send(postForm({ email: typed }, {}, confirmed));
    expect(stateOf(await sendAgain("dana@yaho.com"))).toMatchObject({
      status: 422,
      form: { values: confirmed },
    });
    expect((await sendAgain(email)).status).toBe(200);
    expect(await stored(server)).toMatchObject([{ email }]);
  },
);

test("posting the form with errors keeps the typed text exactly, and names each error", async (server) => {
  const typed = {
    name: " ",
    email: "Dana@Ortiz ",
    problems: '<script>alert("x")</script>\r\n',
  };
  const request = postForm(typed);
  const values = Object.fromEntries(new URLSearchParams(String(request.body)));
  const message = fields.name.missing;
  const problems = [{ input: "name", message }];
  const form = { kind: "failed", message, problems, values };
  const refused = { path: "/book-call", status: 400, form };
  expect(stateOf(await server.send(request))).toEqual(refused);
  const empty = await server.send({ ...postForm(), body: "" });
  expect(empty.status).toBe(400);
  const needed = "name email companyName selectedService problems".split(" ");
  expect(stateOf(empty).form).toMatchObject({
    kind: "failed",
    problems: needed.map((input) => ({ input })),
  });
  expect(await stored(server)).toEqual([]);
});

test.each([
  ["while the store cannot write", 503, "5", messages.storeUnavailable],
  ["too often", 429, "60", messages.tooManyRequests],
])(
  "posting the form %s keeps the typed text and says when to try again",
  async (_when, status, after, message) => {
    const server = await startServer({
      rateLimit: { perMinute: 1, includeLoopback: true },
    });
    if (status === 429) await server.send(postForm());
    else await server.store.close();
    const answer = await server.send(postForm({ name: "Ben" }));
    expect(answer).toMatchObject({ status, headers: { "retry-after": after } });
    const kept = { message, values: { name: "Ben" } };
    expect(stateOf(answer).form).toMatchObject(kept);
  },
);

const PROXIED = { host: "127.0.0.1:3000", origin: "https://www.example.org" };
const FORWARDED = { ...PROXIED, "x-forwarded-host": "www.example.org" };

test.each<
  [
    from: string,
    headers: Record<string, string>,
    status: number,
    trustProxy?: string[],
  ]
>([
  [
    "another site, as the browser says",
    { "sec-fetch-site": "cross-site" },
    403,
  ],
  ["another origin", { origin: "https://evil.example" }, 403],
  ["no origin", { origin: "null" }, 403],
  ["an origin like ours", { origin: "http://localhost.evil.example" }, 403],
  [
    "this site",
    {
      host: "127.0.0.1:1",
      origin: "http://127.0.0.1:1",
      "sec-fetch-site": "same-origin",
    },
    200,
  ],
  ["this site at its own address", { origin: "https://agency.example" }, 200],
  [
    "a program that spaces what it says",
    { "content-type": "application/X-WWW-form-urlencoded ; charset=utf-8" },
    200,
  ],
  [
    "this site behind a proxy",
    { ...PROXIED, "sec-fetch-site": "same-origin" },
    200,
  ],
  ["a sister of this site", { ...PROXIED, "sec-fetch-site": "same-site" }, 403],
  ["this site, as an unknown proxy says", FORWARDED, 403],
  ["this site, as a trusted proxy says", FORWARDED, 200, ["loopback"]],
])(
  "a post from %s is accepted or refused",
  async (_from, headers, status, trustProxy = []) => {
    const server = await startServer({ trustProxy });
    expect((await server.send(postForm({}, headers))).status).toBe(status);
    expect(await stored(server)).toHaveLength(status === 200 ? 1 : 0);
  },
);

test("a post of another content type is refused with 415, and an unreadable post with 400", async (server) => {
  for (const type of [
    "text/plain",
    "application/json",
    "multipart/form-data; boundary=x",
    "",
  ])
    expect(
      (await server.send(postForm({}, { "content-type": type }))).status,
      type,
    ).toBe(415);
  const fields200 = Array.from({ length: 200 }, (_, n) => n).join("&");
  const tooMany = `${String(postForm().body)}&${fields200}`;
  for (const body of ["name=%ff", "name=a&name=b", "name=%", tooMany])
    expect((await server.send({ ...postForm(), body })).status, body).toBe(400);
});
