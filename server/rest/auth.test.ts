import { describe, expect, test } from "vitest";
import { createAuthenticate, type Credentials } from "./auth.ts";

const PUBLIC = "public-key-for-tests-0";
const SECRET = "secret-key-for-tests-0";
const authenticate = createAuthenticate({ publicKey: PUBLIC, secretKey: SECRET });

function as(credentials: Partial<Credentials>) {
  return () =>
    authenticate({ header: undefined, parameter: undefined, authorization: undefined, ...credentials });
}

/** As a JSON Web Token is written; with the claims of the role that may read everything. */
function token(header: object): string {
  const part = (json: object) => Buffer.from(JSON.stringify(json)).toString("base64url");
  return `${part(header)}.${part({ role: "service_role" })}.c2lnbmF0dXJl`;
}

describe("who is asking", () => {
  test.each<[string, Partial<Credentials>, string]>([
    ["the public key alone", { header: PUBLIC }, "anonymous"],
    ["the public key in the address", { parameter: PUBLIC }, "anonymous"],
    [
      "the public key and the same bearer",
      { header: PUBLIC, authorization: `bearer  ${PUBLIC}` },
      "anonymous",
    ],
    ["another scheme, which says nothing", { header: PUBLIC, authorization: "Basic eDp5" }, "anonymous"],
    ["the secret key", { header: SECRET, authorization: `Bearer ${SECRET}` }, "owner"],
    ["the header before the address", { header: PUBLIC, parameter: SECRET }, "anonymous"],
  ])("%s", (_name, credentials, role) => {
    expect(as(credentials)()).toBe(role);
  });

  test.each<[string, Partial<Credentials>, string]>([
    ["nothing", {}, "No API key found in request"],
    ["an empty key", { header: "" }, "No API key found in request"],
    ["a bearer alone", { authorization: `Bearer ${SECRET}` }, "No API key found in request"],
    ["another key", { header: "nope" }, "Invalid API key"],
    ["a key and a blank", { header: `${PUBLIC} ` }, "Invalid API key"],
    ["the secret key in the address", { parameter: SECRET }, "Invalid API key"],
    [
      "an empty bearer",
      { header: PUBLIC, authorization: "Bearer " },
      "Empty JWT is sent in Authorization header",
    ],
    ["a bearer of one part", { header: PUBLIC, authorization: "Bearer x" }, "Expected 3 parts in JWT; got 1"],
    [
      "a bearer of three parts",
      { header: PUBLIC, authorization: "Bearer a.b.c" },
      "JWT cryptographic operation failed",
    ],
    [
      "a token that somebody else signed",
      { header: PUBLIC, authorization: `Bearer ${token({ alg: "HS256" })}` },
      "No suitable key or wrong key type",
    ],
    [
      "a token that nobody signed",
      { header: PUBLIC, authorization: `Bearer ${token({ alg: "none" })}` },
      "Wrong or unsupported encoding algorithm",
    ],
    [
      "the other key as bearer",
      { header: PUBLIC, authorization: `Bearer ${SECRET}` },
      "Expected 3 parts in JWT; got 1",
    ],
  ])("is refused with %s", (_name, credentials, message) => {
    expect(as(credentials)).toThrow(message);
  });

  test("is found out by comparing keys that are tokens, not by reading them", () => {
    const legacy = token({ alg: "HS256" });
    const authenticateLegacy = createAuthenticate({ publicKey: legacy, secretKey: SECRET });
    const credentials = { header: legacy, parameter: undefined, authorization: `Bearer ${legacy}` };
    expect(authenticateLegacy(credentials)).toBe("anonymous");
  });
});
