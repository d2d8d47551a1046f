import { expect, test } from "vitest";
import { readStaticBackend } from "./env.ts";

const KEY = "sb_publishable_0123456789";
const URL = "https://abcdefgh.supabase.co";

function token(claims: object): string {
  const part = (json: object) =>
    Buffer.from(JSON.stringify(json)).toString("base64url");
  return `${part({ alg: "HS256" })}.${part(claims)}.c2lnbmF0dXJl`;
}

test.each([
  [URL, `${URL}/rest/v1`],
  [`${URL}//`, `${URL}/rest/v1`],
  [`${URL}/rest/v1/`, `${URL}/rest/v1`],
  [`${URL}/rest/v1/lead_submissions`, `${URL}/rest/v1`],
  ["https://api.agency.example/leads", "https://api.agency.example/leads"],
  ["http://localhost:3000", "http://localhost:3000/rest/v1"],
])(
  "LEADS_API_URL=%s of a site without a server means %s",
  (url, leadsApiUrl) => {
    const backend = readStaticBackend({
      LEADS_API_URL: url,
      LEADS_API_KEY: KEY,
    });
    expect(backend).toEqual({ leadsApiUrl, leadsApiKey: KEY });
  },
);

test.each([
  [undefined, "LEADS_API_URL is not set"],
  [" ", "LEADS_API_URL is not set"],
  ["supabase.co", "LEADS_API_URL must be an address"],
  ["ftp://x.example", "LEADS_API_URL must be an address"],
  ["https://user:secret@x.example", "LEADS_API_URL must be an address"],
  ["https://x.example?a=b", "LEADS_API_URL must be an address"],
  ["http://x.example", "LEADS_API_URL must start with https"],
])(
  "LEADS_API_URL=%s of a site without a server is refused, and the message names it",
  (url, message) => {
    expect(() =>
      readStaticBackend({ LEADS_API_URL: url, LEADS_API_KEY: KEY }),
    ).toThrow(message);
  },
);

test("the key of a site without a server is publishable or the anonymous role's token", () => {
  for (const key of [KEY, token({ role: "anon" })])
    expect(
      readStaticBackend({ LEADS_API_URL: URL, LEADS_API_KEY: key }).leadsApiKey,
    ).toBe(key);
});

test.each([
  [undefined, "LEADS_API_KEY is not set"],
  ["short", "LEADS_API_KEY must have at least 20"],
  ['0123456789012345678"><script>', "LEADS_API_KEY may only contain"],
  ["sb_secret_01234567890123456789", "LEADS_API_KEY is a secret key"],
  ["ns_secret_01234567890123456789", "LEADS_API_KEY is a secret key"],
  [
    token({ role: "service_role" }),
    "LEADS_API_KEY is a token for the role service_role",
  ],
  [
    token({ role: "authenticated" }),
    "LEADS_API_KEY is a token for the role authenticated",
  ],
])(
  "LEADS_API_KEY=%s of a site without a server is refused, and the message does not show it",
  (key, message) => {
    const read = () =>
      readStaticBackend({ LEADS_API_URL: URL, LEADS_API_KEY: key });
    expect(read).toThrow(message);
    if (key !== undefined) expect(read).not.toThrow(key);
  },
);
