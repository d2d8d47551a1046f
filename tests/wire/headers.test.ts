import { expect, test } from "vitest";
import { NO_ANALYTICS } from "../../contract/http/build-manifest.ts";
import { INBOX, linkPath } from "../../contract/http/routes.ts";
import {
  METRICS_KEY,
  PUBLIC_KEY,
  startServer,
  type TestRequest,
  type TestResponse,
} from "../support/server.ts";
import { postForm } from "./form-request.ts";
import { formRequest, operatorToken } from "./inbox-request.ts";
import { get, post } from "./wire-request.ts";

const withKey = (key: string) => ({
  path: "/metrics",
  headers: { authorization: `Bearer ${key}` },
});

const PREFLIGHT = {
  ...get(),
  method: "OPTIONS",
  headers: {
    origin: "https://other.example",
    "access-control-request-method": "POST",
  },
};

const ANSWERS: [what: string, request: TestRequest][] = [
  ["a page", { path: "/" }],
  ["the scheduling page", { path: "/schedule" }],
  ["open times", { path: "/schedule/times?from=2027-03-01&days=14" }],
  ["an asset", { path: "/assets/entry-1a2b3c4d.js" }],
  ["a picture", { path: "/pictures/van-1a2b3c4d.avif" }],
  ["a file that others may show", { path: "/robots.txt" }],
  ["a redirect", { path: "/book-call/" }],
  ["a missing page", { path: "/nope", headers: { "if-none-match": "*" } }],
  ["an unreadable address", { path: "/%zz" }],
  [
    "a method that pages do not allow",
    { path: "/book-call", method: "DELETE" },
  ],
  ["the form, sent", postForm()],
  ["the form, refused", postForm({ email: "x" })],
  [
    "the form, from another site",
    postForm({}, { origin: "https://evil.example" }),
  ],
  ["the REST API, read", get()],
  ["the REST API, written", post()],
  ["the REST API, refused", post({})],
  ["the REST API, without a key", post({}, { apikey: "" })],
  ["a preflight", PREFLIGHT],
  ["the inbox, signed out", { path: INBOX.path }],
  ["a missing page of the inbox", { path: `${INBOX.path}/nope/nope` }],
  ["a link that opens nothing", formRequest(linkPath("inbox", "cut"))],
  ["the metrics", withKey(METRICS_KEY)],
  ["the metrics, with a key of others", withKey(PUBLIC_KEY)],
  ["health", { path: "/healthz" }],
];

/** Without what differs from one request to the next. */
const linesOf = ({ status, headers }: TestResponse) =>
  [status, ...Object.entries(headers).map((one) => one.join(": "))]
    .join("\n  ")
    .replaceAll(
      /(?<=etag: |date: |length: |-id: |inbox=|token=)[^;\n]+/g,
      "...",
    );

/** Other origins that the owner names. */
const NAMED = {
  html: "<script>1</script>",
  hashes: ["'sha256-abc='"],
  origins: ["https://count.example", "wss://live.example"],
};

test.each([
  ["alone", NO_ANALYTICS],
  ["with a vendor", NAMED],
])(
  "every kind of answer of a site %s has its headers, and those that Mozilla's HTTP Observatory requires, even a 304",
  async (which, analytics) => {
    const server = await startServer({ manifest: { analytics } });
    const signIn = formRequest(linkPath("inbox", await operatorToken(server)));
    const { etag } = (await server.send({ path: "/" })).headers;
    const known = { path: "/", headers: { "if-none-match": String(etag) } };
    const lines: string[] = [];
    for (const [what, request] of [
      ...ANSWERS,
      ["a sign-in", signIn] as const,
      ["a page that is known", known] as const,
    ]) {
      const answer = await server.send(request);
      expectStrict(answer, what);
      lines.push(`${what}: ${linesOf(answer)}\n`);
    }
    const list = `headers.${which.replaceAll(" ", "-")}.said.txt`;
    await expect(lines.join("\n")).toMatchFileSnapshot(list);
  },
);

/** Source: the rules for grade A+ of mdn/mdn-http-observatory. */
function expectStrict(
  { headers }: Pick<TestResponse, "headers">,
  what: string,
): void {
  expect(headers, what).toMatchObject({
    "referrer-policy": expect.stringMatching(
      "^(?:no-referrer|same-origin|strict-origin.*)$",
    ),
    "x-content-type-options": "nosniff",
    "strict-transport-security": "max-age=31536000",
    "cross-origin-resource-policy": expect.stringMatching(/./),
  });
  const policy = String(headers["content-security-policy"]);
  for (const needed of ["default-src 'none'", "frame-ancestors 'none'"])
    expect(policy, what).toContain(needed);
  // The policy allows no wildcard host, no
  // inline script and no script of `data:`.
  expect(policy, what).not.toMatch(
    /unsafe| \*|https?:(?!\/\/)|script-src [^;]*data:/,
  );
  for (const cookie of [headers["set-cookie"] ?? []].flat())
    expect(cookie, what).toMatch(/; HttpOnly; SameSite=Lax; Secure$/);
}

test("a site without TLS does not ask browsers for TLS", async () => {
  const manifest = { unconfigured: ["siteUrl" as const] };
  const { headers } = await (
    await startServer({ manifest })
  ).send({ path: "/" });
  expect(JSON.stringify(headers)).not.toMatch(/upgrade-insecure|transport/);
});
