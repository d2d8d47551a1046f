import { expect, test } from "vitest";
import { createAuthenticate } from "./early-answers.ts";

const PUBLIC = "public-key-for-tests-0";
const SECRET = "secret-key-for-tests-0";
const authenticate = createAuthenticate({ publicKey: PUBLIC, secretKey: SECRET });

const from = (headers: Record<string, string>, query = "") => authenticate(headers, `/rest/v1/x${query}`);

test.each<[string, Record<string, string>, string, boolean]>([
  ["only the public key", { apikey: PUBLIC }, "", false],
  ["the public key in the address", {}, `?apikey=${PUBLIC}`, false],
  ["the public key and the same bearer", { apikey: PUBLIC, authorization: `bearer  ${PUBLIC}` }, "", false],
  ["another scheme, which says nothing", { apikey: PUBLIC, authorization: "Basic eDp5" }, "", false],
  ["the secret key", { apikey: SECRET, authorization: `Bearer ${SECRET}` }, "", true],
  ["the header before the address", { apikey: PUBLIC }, `?apikey=${SECRET}`, false],
])("the key of a request %s", (_name, headers, query, hasSecretKey) => {
  expect(from(headers, query).hasSecretKey).toBe(hasSecretKey);
});

test.each<[string, Record<string, string>, string, string]>([
  ["nothing", {}, "", "No API key found in request"],
  ["an empty key", { apikey: "" }, "", "No API key found in request"],
  ["only a bearer", { authorization: `Bearer ${SECRET}` }, "", "No API key found in request"],
  ["another key", { apikey: "nope" }, "", "Invalid API key"],
  ["a key and a blank", { apikey: `${PUBLIC} ` }, "", "Invalid API key"],
  ["the secret key in the address", {}, `?apikey=${SECRET}`, "Invalid API key"],
  ["an empty bearer", { apikey: PUBLIC, authorization: "Bearer " }, "", "The bearer token"],
  ["a token", { apikey: PUBLIC, authorization: "Bearer eyJhbGciOiJub25lIn0.e30." }, "", "The bearer token"],
  ["the other key as bearer", { apikey: PUBLIC, authorization: `Bearer ${SECRET}` }, "", "The bearer"],
])("the key of a request is refused with %s", (_name, headers, query, message) => {
  expect(() => from(headers, query)).toThrow(message);
});

test("the key of a request is not among the parameters that are parsed further", () => {
  expect([...from({}, `?select=id&apikey=${PUBLIC}`).parameters]).toEqual([["select", "id"]]);
});
