import { brotliDecompressSync } from "node:zlib";
import { expect } from "vitest";
import type { Database } from "../../server/store/database.ts";
import {
  METRICS_KEY,
  PUBLIC_KEY,
  startServer,
  serverTest as test,
} from "../support/server.ts";
import { postForm } from "./form-request.ts";

const brokenStore: Database = {
  read: () => Promise.reject(new Error("the cause")),
  write: () => Promise.reject(new Error("the cause")),
  forgetDeleted: () => {},
  close: () => Promise.resolve(),
};

test("a page has the public key, and no other", async ({ send }) => {
  const { body } = await send({ path: "/book-call" });
  expect(body).toContain(`content="${PUBLIC_KEY}"`);
  expect(body).not.toContain(METRICS_KEY);
});

test("a page comes in Brotli if the browser accepts it, with another ETag than the plain page", async ({
  app,
  send,
}) => {
  const ask = (encoding: string) =>
    send({ path: "/", headers: { "accept-encoding": encoding } });
  const plain = await send({ path: "/" });
  expect(plain.headers).not.toHaveProperty("content-encoding");
  const accepted = [
    "gzip, deflate, br, zstd",
    "BR;q=0.5",
    "gzip, br;q=0.0",
    "identity",
  ];
  const answers = await Promise.all(accepted.map(ask));
  const encodings = answers.map(({ headers }) => headers["content-encoding"]);
  expect(encodings).toEqual(["br", "br", undefined, undefined]);
  expect(new Set(answers.map(({ headers }) => headers["etag"])).size).toBe(2);
  const bytesIn = async (encoding: string) =>
    (await app.inject({ url: "/", headers: { "accept-encoding": encoding } }))
      .rawPayload;
  const whole = await bytesIn("identity");
  expect(brotliDecompressSync(await bytesIn("br"))).toEqual(whole);
});

test("a page is not sent again to a browser that has the page, and HEAD has the headers of GET", async ({
  send,
}) => {
  const { headers } = await send({ path: "/" });
  const etag = String(headers["etag"]);
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
    const again = await send({
      path: "/",
      headers: { "if-none-match": known },
    });
    expect(again).toMatchObject({
      status: 304,
      body: "",
      headers: { etag, "cache-control": "no-cache" },
    });
  }
  expect(
    (await send({ path: "/", headers: { "if-none-match": '"other"' } })).status,
  ).toBe(200);
  const otherEncoding = { "if-none-match": etag, "accept-encoding": "br" };
  expect((await send({ path: "/", headers: otherEncoding })).status).toBe(200);
  const [get, head] = await Promise.all([
    send({ path: "/" }),
    send({ path: "/", method: "HEAD" }),
  ]);
  expect(head).toMatchObject({ status: 200, body: "" });
  for (const name of [
    "content-length",
    "etag",
    "content-type",
    "content-security-policy",
  ])
    expect(head.headers[name]).toBe(get.headers[name]);
});

const ADDRESSES = `
/book-call
/book-call/?from=//evil.example
/Book-CALL?from=A
http:///book-call/?from=A
/inbox/sign-in/?token=x
/privacy//
//book-call
/Book-Call/
//
//evil.example/
/\\evil.example/
/nope
/index.html
/../server/main.ts
/rest
/rest/v10
`;

test("an address with a capital or a slash too many leads on, and others have a page that says their status", async ({
  send,
}) => {
  const said: string[] = [];
  for (const path of ADDRESSES.trim().split("\n"))
    for (const method of ["GET", "HEAD", "POST", "PUT"]) {
      const { status, headers, body } = await send({ method, path });
      const { location = "", allow = "" } = headers;
      const page = /"status":\d+/.exec(body) ?? "";
      said.push([method, path, status, location, allow, page].join(" "));
    }
  await expect(said.join("\n")).toMatchFileSnapshot("pages.said.txt");
});

test("an unexpected error is in the log, and its page does not show the error", async () => {
  const { send, log } = await startServer({ store: brokenStore });
  const answer = await send(postForm());
  expect(answer.status).toBe(500);
  expect(answer.body).toContain('"status":500');
  expect(answer.body).not.toContain("the cause");
  expect(log()).toContain("the cause");
});

test("a site whose store is closed is up but not ready, and says when to ask again", async ({
  send,
  store,
}) => {
  await store.close();
  expect((await send({ path: "/healthz" })).status).toBe(200);
  const answer = await send({ path: "/readyz" });
  expect(answer).toMatchObject({
    status: 503,
    headers: { "retry-after": "5", "cache-control": "no-store" },
  });
  expect(JSON.parse(answer.body)).toEqual({
    status: "store unavailable",
    reason: "the store is not open",
  });
});
