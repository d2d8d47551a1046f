/** The addresses of the services that the site uses: mail. */
import { expect, test } from "vitest";
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
