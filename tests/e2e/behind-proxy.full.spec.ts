/** Visitors reach the site by its name, with TLS, through Caddy with `deploy/Caddyfile`. */
import { readFileSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import {
  createServer as createHttp,
  request as httpRequest,
  type IncomingMessage,
} from "node:http";
import type { OutgoingHttpHeaders } from "node:http2";
import { createServer } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { connect as connectTls } from "node:tls";
import { LEAD_COLUMNS, LEADS_TABLE } from "../../contract/lead/lead.ts";
import { MAX_BODY_BYTES } from "../../contract/limits.ts";
import { REST_PATH } from "../../contract/http/routes.ts";
import { freePort, listen } from "../machine/free-port.ts";
import { newFolder } from "../machine/new-folder.ts";
import { findProgram } from "../machine/programs.ts";
import { LEAD } from "../support/leads.ts";
import { ask, PUBLIC_HOST, startProxy, type Proxy } from "./proxy.ts";
import { exampleVisitor, sendAndConfirm } from "./booking-form.ts";
import { openForm } from "./hydration.ts";
import { enterInbox } from "./operator.ts";
import { copyBuild } from "./site.ts";
import { expect, test as base, type Site } from "./test.ts";
import { content } from "../content.ts";

const { inbox, leadContent } = content;

const ORIGIN = `https://${PUBLIC_HOST}`;
const METRICS_KEY = "ns_metrics_for-tests-only-0000";
const LEADS_PATH = `${REST_PATH}/${LEADS_TABLE}`;

const test = base.extend<object, { front: Proxy }>({
  // The build's manifest with this public address, which saves another build.
  siteEnv: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const folder = newFolder();
      copyBuild(folder);
      const file = join(folder, "manifest.json");
      const manifest = JSON.parse(readFileSync(file, "utf8"));
      manifest.site.siteUrl = ORIGIN;
      manifest.unconfigured = [];
      writeFileSync(file, JSON.stringify(manifest));
      await use({
        TEST_DIST: folder,
        TRUST_PROXY: "1",
        ALLOW_SAMPLES: "yes",
        METRICS_KEY,
      });
    },
    { scope: "worker" },
  ],

  front: [
    async ({ site }, use) => {
      const front = await startProxy(Number(new URL(site.origin).port));
      await use(front);
      await front.close();
    },
    { scope: "worker" },
  ],

  launchOptions: [
    async ({ launchOptions, front }, use) => {
      const rule = `--host-resolver-rules=MAP ${PUBLIC_HOST}:443 127.0.0.1:${front.httpsPort}`;
      await use({
        ...launchOptions,
        args: [...(launchOptions.args ?? []), rule],
      });
    },
    { scope: "worker" },
  ],

  baseURL: ORIGIN,
  ignoreHTTPSErrors: true,
});

const FORM_HEADERS = {
  ":method": "POST",
  ":path": "/book-call",
  "content-type": "application/x-www-form-urlencoded",
};
const LONGEST = "\u00e9".repeat(LEAD_COLUMNS.problems.maxLength);
const FOREIGN = {
  origin: "https://evil.example",
  "x-forwarded-host": "evil.example",
};

/** Sends one lead, or several, to the REST API. */
function sendLead(
  front: Proxy,
  site: Site,
  from: string,
  forged: OutgoingHttpHeaders = {},
  lead: object = LEAD,
) {
  const { publicKey: apikey } = site.keys();
  const headers = {
    ":method": "POST",
    ":path": LEADS_PATH,
    apikey,
    "content-type": "application/json",
  };
  return ask(front, {
    from,
    headers: { ...headers, ...forged },
    body: JSON.stringify(lead),
  });
}

/** A TLS client that ignores errors. */
const connect = ({ httpsPort: port, ca }: Proxy) =>
  connectTls({ host: "127.0.0.1", port, ca, servername: PUBLIC_HOST }).on(
    "error",
    () => {},
  );

const GET = `GET / HTTP/1.1\r\nHost: ${PUBLIC_HOST}\r\n`;
const FORM = `POST /book-call HTTP/1.1\r\nHost: ${PUBLIC_HOST}\r\nContent-Type: application/x-www-form-urlencoded\r\n`;
const IN_PIECES = `Transfer-Encoding: chunked\r\n\r\n${"1\r\na\r\n".repeat(100_000)}0\r\n\r\n`;

/** Attacks that Node's own limits do not stop without a proxy (SECURITY.md). */
const ATTACKS: [what: string, bytes: string, clients: number][] = [
  ["2,000 requests in one go", `${GET}\r\n`.repeat(2_000), 50],
  ["a body in 100,000 pieces", FORM + IN_PIECES, 20],
  ["a GET with a body in pieces", GET + IN_PIECES, 20],
  [
    "a body that never ends",
    `${FORM}Content-Length: 60000\r\n\r\n${"x".repeat(50_000)}`,
    100,
  ],
];

// The tests share one site.
test.describe.configure({ mode: "default" });
test.skip(findProgram("caddy") === undefined, "caddy is not on this machine");

test("pages come by HTTP/2 over TLS, compressed, with the site's headers", async ({
  front,
}) => {
  const { headers } = await ask(front, {
    headers: { ":path": "/", "accept-encoding": "br" },
  });
  expect(headers).toMatchObject({
    "content-encoding": "br",
    "strict-transport-security": "max-age=31536000",
    "content-security-policy": expect.stringContaining(
      "upgrade-insecure-requests",
    ),
  });
});

test("the proxy hides metrics, however a request spells their path", async ({
  front,
  site,
}) => {
  const authorization = `Bearer ${METRICS_KEY}`;
  const open = await fetch(`${site.origin}/metrics`, {
    headers: { authorization },
  });
  expect(open.status).toBe(200);
  for (const path of [
    "/metrics",
    "/metrics?a=1",
    "//metrics",
    "/%6detrics",
    "/x/../metrics",
  ])
    for (const method of ["GET", "POST"]) {
      const { headers } = await ask(front, {
        headers: { ":method": method, ":path": path, authorization },
      });
      expect([path, headers[":status"]]).toEqual([path, 404]);
    }
});

test("plain HTTP redirects to the same page over TLS, and hides the proxy's version", async ({
  front,
}) => {
  const asked = httpRequest({
    port: front.httpPort,
    path: "/book-call?from=mail",
    headers: { host: PUBLIC_HOST },
  });
  const [answer]: IncomingMessage[] = await once(asked.end(), "response");
  expect([301, 308]).toContain(answer?.statusCode);
  expect(answer?.headers.location).toBe(`${ORIGIN}/book-call?from=mail`);
  expect(answer?.headers.server).not.toMatch(/\d/);
});

test("a lead is sent, and answered in the inbox", async ({
  page,
  site,
  visitor,
}) => {
  await openForm(page);
  await sendAndConfirm(page, visitor);
  expect(site.leads(visitor.email)).toHaveLength(1);
  await enterInbox(page, site);
  expect(await page.context().cookies()).toContainEqual(
    expect.objectContaining({ name: "inbox", secure: true }),
  );
  await page.goto(
    `/inbox/leads/${String(site.leads(visitor.email)[0]?.["id"])}`,
  );
  await page.getByRole("button", { name: leadContent.markAnswered }).click();
  await expect(
    page.getByText(inbox.answered, { exact: true }).first(),
  ).toBeVisible();
});

test("no forged header is taken for a visitor's address, and this machine has no limit", async ({
  front,
  site,
}) => {
  const minutesWorth = Array.from({ length: 10 }, () => LEAD);
  for (const forged of [
    {},
    { "x-forwarded-for": "203.0.113.9" },
    { "x-forwarded-for": "203.0.113.9" },
    { forwarded: "for=203.0.113.9" },
    { forwarded: "for=203.0.113.9" },
  ]) {
    const answer = await sendLead(
      front,
      site,
      "127.0.2.2",
      forged,
      minutesWorth,
    );
    expect(answer.headers[":status"]).toBe(201);
  }
});

test("no log has a token, a key or an address", async ({ front, site }) => {
  const [token, from, { publicKey: apikey }] = [
    "hush-4711",
    "127.0.4.4",
    site.keys(),
  ];
  const referer = `${ORIGIN}/inbox/link/show?token=${token}`;
  await ask(front, {
    headers: { ":path": `/inbox/sign-in?token=${token}`, referer },
    from,
  });
  const { headers } = await ask(front, {
    headers: { ":path": LEADS_PATH, apikey },
  });
  await expect.poll(front.logs).toContain(String(headers["x-request-id"]));
  const broken = createServer((socket) =>
    socket.on("error", () => {}).once("data", () => socket.destroy()),
  );
  const behind = await startProxy(await listen(broken));
  for (const path of ["/inbox/link/answer", "/schedule/call", "/favicon.svg"]) {
    const posted = {
      ":method": "POST",
      ":path": `${path}?token=${token}`,
      referer,
    };
    expect(
      (await ask(behind, { headers: posted, from })).headers[":status"],
    ).toBe(502);
    await expect.poll(behind.logs).toContain(path);
  }
  for (const secret of [token, from, apikey])
    expect(front.logs() + behind.logs()).not.toContain(secret);
  await behind.close();
  broken.close();
});

for (const [index, [what, bytes, clients]] of ATTACKS.entries())
  test(`during ${what}, a page comes and a lead is stored`, async ({
    front,
    site,
  }) => {
    const sockets = Array.from({ length: clients }, () =>
      connect(front).resume(),
    );
    for (const socket of sockets) socket.write(bytes);
    const from = `127.1.${index}.1`;
    expect(
      (await ask(front, { from, headers: { ":path": "/" } })).headers[
        ":status"
      ],
    ).toBe(200);
    expect((await sendLead(front, site, from)).headers[":status"]).toBe(201);
    for (const socket of sockets) socket.destroy();
    // The next attack must find a site that is calm again.
    await expect
      .poll(async () => (await sendLead(front, site, from)).headers[":status"])
      .toBe(201);
  });

test("a request with two hosts is refused", async ({ front }) => {
  const socket = connect(front);
  socket.write(`${GET}Host: y\r\nConnection: close\r\n\r\n`);
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /);
});

test("the site answers the longest form, a foreign form and a form too large", async ({
  front,
}) => {
  const longest = String(
    new URLSearchParams({ ...exampleVisitor("a"), problems: LONGEST }),
  );
  for (const [headers, body, status] of [
    [{}, longest, 200],
    [FOREIGN, "name=A", 403],
    [{}, "x".repeat(MAX_BODY_BYTES + 1), 413],
  ] as const) {
    // From another address, since attacks use up what this machine's address may send in a minute.
    const asked = {
      from: "127.0.6.1",
      headers: { ...FORM_HEADERS, ...headers },
      body,
    };
    expect.soft((await ask(front, asked)).headers[":status"]).toBe(status);
  }
});

base("behind Caddy, requests wait while the site restarts", async () => {
  base.skip(findProgram("caddy") === undefined, "caddy is not on this machine");
  const port = await freePort();
  const front = await startProxy(port);
  const asked = ask(front, {
    headers: { ":path": "/", ":authority": PUBLIC_HOST },
  });
  await new Promise((resolve) => setTimeout(resolve, 300));
  const site = createHttp((_request, response) =>
    response.end("here again"),
  ).listen(port, "127.0.0.1");
  expect((await asked).body).toBe("here again");
  await front.close();
  site.closeAllConnections();
  site.close();
});
