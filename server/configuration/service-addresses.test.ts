/** The addresses of the services that the site uses: mail and the agency's calendar. */
import { expect, test } from "vitest";
import { readEnv } from "./env.ts";
import { parseSmtpUrl } from "./values.ts";

test.each([
  ["smtps://mail.example", "mail.example", 465, "implicit"],
  ["smtps://mail.example:8465/", "mail.example", 8465, "implicit"],
  ["smtp://mail.example", "mail.example", 587, "required"],
  ["smtp://mail.example:25", "mail.example", 25, "required"],
  ["smtp://mail.example:465", "mail.example", 465, "implicit"],
  ["smtp://relay.internal:25?tls=none", "relay.internal", 25, "none"],
  ["smtp://localhost:1025", "localhost", 1025, "offered"],
  ["smtp://127.0.0.1:1025", "127.0.0.1", 1025, "offered"],
  ["smtp://[::1]:1025", "::1", 1025, "offered"],
  ["smtp://[2001:db8::1]", "2001:db8::1", 587, "required"],
])("SMTP_URL %s", (url, host, port, tls) => {
  expect(parseSmtpUrl(url)).toEqual({ host, port, tls, credentials: undefined });
});

test("SMTP_URL may hold credentials, percent-encoded", () => {
  expect(parseSmtpUrl("smtp://a%40b.example:%2F%3A%25@mail.example")?.credentials).toEqual({
    user: "a@b.example",
    password: "/:%",
  });
});

test("the agency's calendar has a user and a password, which no error shows", () => {
  const read = (CALDAV_URL: string, more = {}) => readEnv({ CALDAV_URL, ...more }).outbox.caldav;
  expect(read("https://ana%40a.example:p%3Ass@dav.example/ana/calls")).toEqual({
    url: "https://dav.example/ana/calls/",
    user: "ana@a.example",
    password: "p:ss",
  });
  expect(read("")).toBeUndefined();
  const plain = "http://ana:secret@dav.internal/ana/";
  expect(read(plain, { WEBHOOK_ALLOW_HOSTS: "dav.internal" })).toMatchObject({ user: "ana" });
  for (const wrong of [plain, "https://dav.example/secret", "https://ana:se%ret@dav.example/", "secret"])
    expect(() => read(wrong)).toThrow(/^CALDAV_URL must (?!.*(?:secret|se%ret))/);
});
