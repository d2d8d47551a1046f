import { expect, test } from "vitest";
import { authenticate } from "./rest.ts";

const PUBLIC = "public-key-for-tests-0";
const OTHER = "another-key-for-tests-0";

const from = (headers: Record<string, string>) =>
  authenticate(headers, "/rest/v1/x", PUBLIC);

test.each([
  ["only the public key", { apikey: PUBLIC }],
  [
    "the public key and the same bearer",
    { apikey: PUBLIC, authorization: `bearer  ${PUBLIC}` },
  ],
])("a request is let in with %s", (_name, headers) => {
  expect(() => from(headers)).not.toThrow();
});

test.each<[string, Record<string, string>, string]>([
  ["an empty key", { apikey: "" }, "No API key found in request"],
  [
    "only a bearer",
    { authorization: `Bearer ${OTHER}` },
    "No API key found in request",
  ],
  ["a key and a blank", { apikey: `${PUBLIC} ` }, "Invalid API key"],
  [
    "the other key as bearer",
    { apikey: PUBLIC, authorization: `Bearer ${OTHER}` },
    "The bearer",
  ],
])("a request is refused with %s", (_name, headers, message) => {
  expect(() => from(headers)).toThrow(message);
});
