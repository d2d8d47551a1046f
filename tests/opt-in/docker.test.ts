/** `Dockerfile` and `compose.yaml`, built and run by Docker: `npm run test:docker`. */
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "../../scripts/free-port.ts";
import { root } from "../../scripts/root.ts";
import { withEnv } from "../../server/configuration/env.ts";
import { LEAD } from "../fakes/leads.ts";
import { send } from "../fakes/server.ts";

/** A copy, so that no `.env` of somebody's is touched. */
const folder = mkdtempSync(join(tmpdir(), "nightshift-docker-"));
const LEFT_BEHIND = [".git", "data", "dist", "node_modules", "test-results"].map((name) => join(root, name));
const project = `nightshift-test-${randomBytes(4).toString("hex")}`;
let port = 0;

/** @returns what it printed. @throws {Error} with what went wrong. */
function compose(...args: string[]): string {
  const words = ["compose", "--project-name", project, "--profile", "try", ...args];
  const options = { cwd: folder, encoding: "utf8", env: withEnv({ PORT: String(port) }) } as const;
  const { status, stdout, stderr, error } = spawnSync("docker", words, options);
  if (status !== 0) throw new Error(`docker ${words.join(" ")}: ${error?.message ?? stderr}`);
  return stdout;
}

function inSite(...command: string[]): string {
  return compose("exec", "-T", "site", ...command);
}

function keys(): { publicKey: string; secretKey: string } {
  return JSON.parse(inSite("cat", "/data/keys.json"));
}

async function untilReady(): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const answer = await send(port, { path: "/readyz" }).catch(() => undefined);
    if (answer?.status === 200) return;
    await wait(100);
  }
  throw new Error(`The site did not get ready: ${compose("logs")}`);
}

function sendLead(email: string) {
  const headers = { apikey: keys().publicKey, "content-type": "application/json" };
  const body = JSON.stringify({ ...LEAD, email });
  return send(port, { method: "POST", path: "/rest/v1/lead_submissions", headers, body });
}

beforeAll(async () => {
  port = await freePort();
  cpSync(root, folder, { recursive: true, filter: (path) => !LEFT_BEHIND.includes(path) });
  writeFileSync(
    join(folder, ".env"),
    [
      `POSTGRES_PASSWORD=${randomBytes(16).toString("hex")}`,
      "SMTP_URL=smtp://mail:1025?tls=none",
      "SITE_URL=https://www.agency.example",
      'BRAND_NAME="Night & Day"',
      "LOG_LEVEL=debug",
    ].join("\n"),
  );
  compose("up", "--build", "--detach");
  await untilReady();
});

afterAll(() => {
  compose("down", "--volumes", "--remove-orphans");
  rmSync(folder, { recursive: true, force: true });
});

test("the pages have what .env says", async () => {
  const { body, headers } = await send(port, { path: "/" });
  expect(body).toContain("Night &amp; Day");
  expect(body).toContain('<link rel="canonical" href="https://www.agency.example/"');
  expect(headers["strict-transport-security"]).toBeDefined();
});

test("a lead is stored in PostgreSQL, and the command line reads it there", async () => {
  expect((await sendLead("first@visitor.example")).status).toBe(201);
  expect(inSite("node", "cli/main.ts", "list", "--json")).toContain("Dana Ortiz");
});

test("its mails reach the mail catcher", () => {
  expect(inSite("node", "cli/main.ts", "test")).toContain("Notification to you: sent");
});

test("the site has no rights, and writes to its volume and to /tmp only", () => {
  expect(inSite("id", "-u").trim()).not.toBe("0");
  expect(inSite("grep", "CapEff", "/proc/1/status")).toMatch(/0{16}/);
  expect(inSite("sh", "-c", "touch /app/x 2>&1 || touch /home/node/x 2>&1 || true")).toMatch(/Read-only/);
});

test("the image says when it is healthy", () => {
  const id = compose("ps", "--quiet", "site").trim();
  const inspected = spawnSync("docker", ["inspect", "--format", "{{json .Config.Healthcheck}}", id], {
    encoding: "utf8",
  });
  const { Test: [kind, ...command] = [] }: { Test?: string[] } = JSON.parse(inspected.stdout);
  expect(kind).toBe("CMD");
  expect(() => inSite(...command)).not.toThrow();
});

test("new containers have the same keys and leads", async () => {
  const before = keys();
  compose("up", "--detach", "--force-recreate");
  await untilReady();
  expect(keys()).toEqual(before);
  expect(
    inSite("node", "cli/main.ts", "list", "--show", "all", "--search", "first@visitor.example"),
  ).toContain("Dana Ortiz");
});
