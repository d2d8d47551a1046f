/**
 * Visitors reach the site by its name, with
 * TLS, through Caddy with `deploy/Caddyfile`.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { createServer as createHttp } from "node:http";
import { createServer } from "node:net";
import { join } from "node:path";
import { REST_PATH } from "../../contract/http/routes.ts";
import { LEADS_TABLE } from "../../contract/lead/lead.ts";
import { freePort, listen } from "../machine/free-port.ts";
import { newFolder } from "../machine/new-folder.ts";
import { findProgram } from "../machine/programs.ts";
import { LEAD } from "../support/leads.ts";
import { sendAndConfirm } from "./booking-form.ts";
import { openForm } from "./hydration.ts";
import { enterInbox } from "./operator.ts";
import { ask, PUBLIC_HOST, startProxy, type Proxy } from "./proxy.ts";
import { copyBuild } from "./site.ts";
import { expect, test as base, expectOneLead } from "./test.ts";

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

// The tests share one site.
test.describe.configure({ mode: "default" });
test.skip(findProgram("caddy") === undefined, "caddy is not on this machine");

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
      const { status } = await ask(front, path, {
        method,
        headers: { authorization },
      });
      expect([path, status]).toEqual([path, 404]);
    }
});

test("a lead is sent, and the inbox is opened", async ({
  page,
  site,
  visitor,
}) => {
  const served = page.waitForResponse(`${ORIGIN}/book-call`);
  await openForm(page);
  expect((await served).headers()).toMatchObject({
    "content-encoding": "br",
    "strict-transport-security": "max-age=31536000",
    "content-security-policy": expect.stringContaining(
      "upgrade-insecure-requests",
    ),
  });
  await sendAndConfirm(page, visitor);
  expectOneLead(site, visitor);
  await enterInbox(page, site);
  expect(await page.context().cookies()).toContainEqual(
    expect.objectContaining({ name: "inbox", secure: true }),
  );
});

test("no forged header is taken for a visitor's address, and this machine has no limit", async ({
  front,
  site,
}) => {
  const body = JSON.stringify(Array.from({ length: 10 }, () => LEAD));
  const { publicKey: apikey } = site.keys();
  for (const forged of [
    {},
    { "x-forwarded-for": "203.0.113.9" },
    { "x-forwarded-for": "203.0.113.9" },
    { forwarded: "for=203.0.113.9" },
    { forwarded: "for=203.0.113.9" },
  ]) {
    const { status } = await ask(front, LEADS_PATH, {
      from: "127.0.2.2",
      method: "POST",
      headers: { apikey, "content-type": "application/json", ...forged },
      body,
    });
    expect(status).toBe(201);
  }
});

test("no log has a token, a key or an address", async ({ front, site }) => {
  const [token, from, { publicKey: apikey }] = [
    "hush-4711",
    "127.0.4.4",
    site.keys(),
  ];
  const referer = `${ORIGIN}/inbox/link/show?token=${token}`;
  const signIn = `/inbox/sign-in?token=${token}`;
  await ask(front, signIn, { headers: { referer }, from });
  const { headers } = await ask(front, LEADS_PATH, { headers: { apikey } });
  await expect.poll(front.logs).toContain(String(headers["x-request-id"]));
  const broken = createServer((socket) =>
    socket.on("error", () => {}).once("data", () => socket.destroy()),
  );
  const behind = await startProxy(await listen(broken));
  for (const path of ["/inbox/link/answer", "/schedule/call", "/favicon.svg"]) {
    const { status } = await ask(behind, `${path}?token=${token}`, {
      method: "POST",
      headers: { referer },
      from,
    });
    expect(status).toBe(502);
    await expect.poll(behind.logs).toContain(path);
  }
  for (const secret of [token, from, apikey])
    expect(front.logs() + behind.logs()).not.toContain(secret);
  await behind.close();
  broken.close();
});

base("behind Caddy, requests wait while the site restarts", async () => {
  base.skip(findProgram("caddy") === undefined, "caddy is not on this machine");
  const port = await freePort();
  const front = await startProxy(port);
  const asked = ask(front, "/");
  await new Promise((resolve) => setTimeout(resolve, 300));
  const site = createHttp((_request, response) =>
    response.end("here again"),
  ).listen(port, "127.0.0.1");
  expect((await asked).body).toBe("here again");
  await front.close();
  site.closeAllConnections();
  site.close();
});
