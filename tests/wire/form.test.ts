/** The form without script: the same validation and storage as in the REST API, answered with a page. */
import { LEAD_COLUMNS, leadColumns } from "../../contract/lead.ts";
import { MAILBOX_MAILS_A_DAY } from "../../contract/limits.ts";
import { CONFIRMATION_HEADER } from "../../contract/rest-api.ts";
import { claimDue } from "../support/results.ts";
import { expect, test } from "vitest";
import { LEAD } from "../support/leads.ts";
import { PUBLIC_KEY, startServer, type TestResponse } from "../support/server.ts";
import { postForm } from "./form-request.ts";
import { RATE_LIMIT } from "./schedule-request.ts";
import { post, stored } from "./wire-request.ts";
import { content } from "../content.ts";

const { fields } = content;

function state({ body }: TestResponse) {
  return JSON.parse(/<script[^>]*>(.*)<\/script>/s.exec(body)?.[1] ?? "null");
}

test("posting the form stores the lead and answers with the confirmation", async () => {
  const server = await startServer();
  const answer = await server.send(postForm({ name: " Dana Ortiz ", email: "Dana@OrtizHVAC.example" }));
  expect(state(answer)).toEqual({
    path: "/book-call",
    status: 200,
    form: { kind: "submitted", email: LEAD.email, offer: expect.any(String) },
  });
  expect(answer).toMatchObject({
    status: 200,
    headers: { "cache-control": "private, no-cache", "content-type": "text/html; charset=utf-8" },
  });
  expect(answer.headers["content-security-policy"]).toContain("form-action 'self'");
  expect(answer.body).toContain(`content="${PUBLIC_KEY}"`);
  expect(await stored(server)).toMatchObject([LEAD]);
});

const PITCH =
  "I found your site. We offer SEO services and guest posts: https://a.example https://b.example \
https://c.example https://d.example. Reply for a free quote, first page of Google guaranteed.";

test.each<[string, Record<string, string>, number]>([
  ["a request that looks like spam", { problems: PITCH }, 0],
  ["a mailbox that had its mails of the day", {}, MAILBOX_MAILS_A_DAY],
])("the answer to %s promises no mail, as does the REST API's", async (_what, changes, earlier) => {
  const server = await startServer();
  for (let n = 0; n < earlier; n++) {
    await server.send(postForm({ name: `Dana ${n}`, problems: `Calls at ${n}` }));
    await claimDue(server.store, "mail");
  }
  const { form } = state(await server.send(postForm(changes)));
  expect(form).toEqual({ kind: "submitted", isUnmailed: true, offer: expect.any(String) });
  const request = post({ ...LEAD, problems: `${changes["problems"] ?? LEAD.problems} Once more.` });
  const { status, headers } = await server.send(request);
  expect([status, headers[CONFIRMATION_HEADER]]).toEqual([201, "none"]);
});

test("beyond sixty an hour, strangers' addresses get no mail, and the answer says so", async () => {
  const server = await startServer({ trustProxy: 1, rateLimit: RATE_LIMIT });
  const answers = [];
  for (let n = 0; n < 62; n++) {
    const headers = { "x-forwarded-for": `${n + 1}.0.0.1` };
    answers.push(await server.send(postForm({ email: `dana${n}@ortiz${n}.example` }, headers)));
  }
  expect(answers.map((answer) => state(answer).form.isUnmailed)).toEqual([
    ...Array.from({ length: 60 }, () => undefined),
    true,
    true,
  ]);
});

test.each(["dana@business", "dana@gmial.com", "dana@ortizhvac.con"])(
  "posting the form asks once whether %s is right",
  async (email) => {
    const server = await startServer();
    const asked = await server.send(postForm({ email }));
    expect(asked.status).toBe(422);
    const { form } = state(asked);
    expect(form).toMatchObject({ kind: "failed", values: { name: LEAD.name, email } });
    expect(form.problems).toEqual([
      { input: "email", message: fields.email.doubtful?.replace("{text}", email) },
    ]);
    expect(await stored(server)).toEqual([]);
    const other = await server.send(postForm({ email: "dana@yaho.com", askedEmail: email }));
    expect(other.status).toBe(422);
    expect((await server.send(postForm({ email, askedEmail: email }))).status).toBe(200);
    expect(await stored(server)).toMatchObject([{ email }]);
  },
);

test("posting the form with errors restores exactly the typed text, and names each error", async () => {
  const server = await startServer();
  const typed = { name: " ", email: "Dana@Ortiz ", problems: '<script>alert("x")</script>\r\n' };
  const answer = await server.send(postForm(typed));
  expect(answer.status).toBe(400);
  expect(state(answer)).toEqual({
    path: "/book-call",
    status: 400,
    form: {
      kind: "failed",
      message: fields.name.missing,
      problems: [{ input: "name", message: fields.name.missing }],
      values: {
        ...Object.fromEntries(leadColumns.map((column) => [LEAD_COLUMNS[column].input, ""])),
        name: " ",
        email: "Dana@Ortiz ",
        companyName: LEAD.company_name,
        selectedService: LEAD.selected_service,
        problems: '<script>alert("x")</script>\r\n',
        additionalInfo: "",
      },
    },
  });
  expect(await stored(server)).toEqual([]);
  const empty = await server.send({ ...postForm(), body: "" });
  expect(empty.status).toBe(400);
  expect(state(empty).form).toMatchObject({
    kind: "failed",
    message: fields.name.missing,
    values: { name: "" },
  });
  expect(state(empty).form.problems).toHaveLength(5);
});

test("posting the form with too much text restores that, too", async () => {
  const server = await startServer();
  const problems = "x".repeat(100_000);
  const answer = await server.send(postForm({ problems }));
  expect(answer.status).toBe(413);
  expect(state(answer).form).toMatchObject({
    message: content.messages.bodyTooLarge,
    values: { name: LEAD.name, problems },
  });
  const endless = await server.send(postForm({ problems: "x".repeat(1_000_000) }));
  expect({ status: endless.status, form: state(endless).form }).toEqual({
    status: 413,
    form: { kind: "empty" },
  });
});

test("posting the form while the store cannot write keeps the typed text and asks to try again", async () => {
  const server = await startServer();
  await server.store.close();
  const answer = await server.send(postForm());
  expect(answer).toMatchObject({ status: 503, headers: { "retry-after": "5" } });
  expect(state(answer).form).toMatchObject({
    message: content.messages.storeUnavailable,
    values: { name: LEAD.name },
  });
});

test("posting the form too often keeps the typed text and says when to try again", async () => {
  const server = await startServer({ rateLimit: { perMinute: 1, includeLoopback: true } });
  await server.send(postForm());
  const answer = await server.send(postForm({ name: "Ben" }));
  expect(answer).toMatchObject({ status: 429, headers: { "retry-after": "60" } });
  expect(state(answer).form).toMatchObject({
    message: content.messages.tooManyRequests,
    values: { name: "Ben" },
  });
});

test("a post from another site is refused", async () => {
  const server = await startServer();
  for (const headers of [
    { "sec-fetch-site": "cross-site" },
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: "http://localhost.evil.example" },
  ])
    expect((await server.send(postForm({}, headers))).status).toBe(403);
  expect(await stored(server)).toEqual([]);
});

test("a post from this site is accepted, also behind a proxy with another name", async () => {
  const server = await startServer();
  const own = { origin: `http://127.0.0.1:${server.port}`, "sec-fetch-site": "same-origin" };
  expect((await server.send(postForm({}, own))).status).toBe(200);
  expect((await server.send(postForm({}, { origin: "https://agency.example" }))).status).toBe(200);
  const proxied = { host: "127.0.0.1:3000", origin: "https://www.example.org" };
  const said = { ...proxied, "sec-fetch-site": "same-origin" };
  expect((await server.send(postForm({}, said))).status).toBe(200);
  expect((await server.send(postForm({}, { ...proxied, "sec-fetch-site": "same-site" }))).status).toBe(403);
  // When the browser sends no header, a trusted proxy's counts.
  const forwarded = { ...proxied, "x-forwarded-host": "www.example.org" };
  expect((await server.send(postForm({}, forwarded))).status).toBe(403);
  const trusting = await startServer({ trustProxy: ["loopback"] });
  expect((await trusting.send(postForm({}, forwarded))).status).toBe(200);
});

test("a post in another type is refused with 415, and with another body with 400", async () => {
  const server = await startServer();
  for (const type of ["text/plain", "application/json", "multipart/form-data; boundary=x", ""])
    expect((await server.send(postForm({}, { "content-type": type }))).status, type).toBe(415);
  for (const body of ["name=%ff", "name=a&name=b", "name=%"])
    expect((await server.send({ ...postForm(), body })).status, body).toBe(400);
});
