import { expect, test } from "vitest";
import { authenticate } from "./rest.ts";

const PUBLIC = "public-key-for-tests-0";
const OTHER = "another-key-for-tests-0";

const from = (headers: Record<string, string>, query = "") =>
  authenticate(headers, `/rest/v1/x${query}`, PUBLIC);

test.each<[string, Record<string, string>, string]>([
  ["only the public key", { apikey: PUBLIC }, ""],
  ["the public key in the address", {}, `?apikey=${PUBLIC}`],
  [
    "the public key and the same bearer",
    { apikey: PUBLIC, authorization: `bearer  ${PUBLIC}` },
    "",
  ],
  [
    "an authorization scheme that is ignored",
    { apikey: PUBLIC, authorization: "Basic eDp5" },
    "",
  ],
  [
    "the key as a header, and another in the address",
    { apikey: PUBLIC },
    `?apikey=${OTHER}`,
  ],
])("a request is let in with %s", (_name, headers, query) => {
  expect(() => from(headers, query)).not.toThrow();
});

test.each<[string, Record<string, string>, string, string]>([
  ["nothing", {}, "", "No API key found in request"],
  ["an empty key", { apikey: "" }, "", "No API key found in request"],
  [
    "only a bearer",
    { authorization: `Bearer ${OTHER}` },
    "",
    "No API key found in request",
  ],
  ["another key", { apikey: "nope" }, "", "Invalid API key"],
  ["a key and a blank", { apikey: `${PUBLIC} ` }, "", "Invalid API key"],
  [
    "an empty bearer",
    { apikey: PUBLIC, authorization: "Bearer " },
    "",
    "The bearer token",
  ],
  [
    "a token",
    { apikey: PUBLIC, authorization: "Bearer eyJhbGciOiJub25lIn0.e30." },
    "",
    "The bearer token",
  ],
  [
    "the other key as bearer",
    { apikey: PUBLIC, authorization: `Bearer ${OTHER}` },
    "",
    "The bearer",
  ],
])("a request is refused with %s", (_name, headers, query, message) => {
  expect(() => from(headers, query)).toThrow(message);
});
