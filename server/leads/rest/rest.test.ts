import { expect, test } from "vitest";
import { authenticate } from "./rest.ts";

const PUBLIC = "public-key-for-tests-0";

const from = (headers: Record<string, string>) =>
  authenticate(headers, "/rest/v1/x", PUBLIC);

test("a request is let in with the public key and the same bearer", () => {
  const authorization = `bearer  ${PUBLIC}`;
  expect(() => from({ apikey: PUBLIC, authorization })).not.toThrow();
});

test.each<[string, Record<string, string>, string]>([
  ["an empty key", { apikey: "" }, "No API key found in request"],
  ["a key and a blank", { apikey: `${PUBLIC} ` }, "Invalid API key"],
])("a request is refused with %s", (_name, headers, message) => {
  expect(() => from(headers)).toThrow(message);
});
