import { readdirSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listen } from "../machine/free-port.ts";
import { refuseSamples } from "../../server/lifecycle/content-watch.ts";
import { readEnv } from "../../server/settings/env.ts";
import { MANIFEST, writeBuild } from "../support/build.ts";
import { KEYS, newHome, startProcess } from "../support/process.ts";
import { LINK_SECRET } from "../support/outgoing.ts";
import { sendRequest, temporaryFolder } from "../support/server.ts";

const messages = (log: string) =>
  log
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line).msg);

test("a start makes a folder that is closed to others, and says where everything is", async () => {
  const env = newHome({ BRAND_NAME: "Dayshift", CONTACT_EMAIL: "hello@agency.example" });
  const server = await startProcess(env);
  expect(messages(server.stdout())).toEqual([
    `The site is at http://localhost:${server.port}`,
    `leads ${env.DATA_DIR}/leads.db`,
    `mail is written to ${env.DATA_DIR}/mail; SMTP_URL sends it`,
    "webhooks none: WEBHOOK_URLS names the receivers of each lead",
    "inbox at /inbox for hello@agency.example; the link that opens it comes from `npm run leads -- inbox`",
    "3 samples and placeholders remain before launch: npm run launch-check",
  ]);
  expect(server.stderr()).toBe("");
  expect(statSync(env.DATA_DIR).mode & 0o777).toBe(0o700);
  for (const file of readdirSync(env.DATA_DIR))
    expect(statSync(join(env.DATA_DIR, file)).mode & 0o777).toBe(0o600);
});

test("with all secrets in the environment, a site starts where it cannot make a folder", async () => {
  const folder = temporaryFolder();
  const server = await startProcess({
    ...KEYS,
    TEST_DIST: writeBuild(folder),
    DATA_DIR: join(folder, "dist", "manifest.json", "data"),
    DATABASE_URL: "postgres://nobody@127.0.0.1:1/nothing",
    LINK_SECRET,
    WEBHOOK_SECRET: `whsec_${Buffer.alloc(32).toString("base64")}`,
    SMTP_URL: "smtp://127.0.0.1:1",
  });
  expect((await sendRequest(server.port, { path: "/" })).status).toBe(200);
  expect(await server.kill("SIGTERM")).toBe(0);
});

test("a public site with sample testimonials starts only with ALLOW_SAMPLES", async () => {
  const folder = temporaryFolder();
  const TEST_DIST = writeBuild(folder, { sampleTestimonials: true });
  const env = newHome({ TEST_DIST, SMTP_URL: "smtp://127.0.0.1:1" });
  const refused = await startProcess(env);
  expect(await refused.exited).toBe(1);
  expect(refused.stderr()).toMatch(/^SITE_URL is public, and the testimonials .*ALLOW_SAMPLES=yes.*\.\n$/);
  const manifest = { ...MANIFEST, sampleTestimonials: true };
  expect(() => refuseSamples(readEnv({ ALLOW_SAMPLES: "yes" }), manifest)).not.toThrow();
});

test("a taken port ends the start with one sentence", async () => {
  await using other = createServer();
  const port = await listen(other);
  const server = await startProcess(newHome({ PORT: String(port) }));
  expect(await server.exited).toBe(1);
  expect(server.stderr()).toBe(`listen EADDRINUSE: address already in use 127.0.0.1:${port}\n`);
});
