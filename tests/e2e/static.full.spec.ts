/** The folder of `npm run build:static` on a plain file server books a call on a server at another origin. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { extname, join } from "node:path";
import { CONTENT_TYPES } from "../../server/http/encoded-body.ts";
import { listen } from "../machine/free-port.ts";
import { newFolder } from "../machine/new-folder.ts";
import { root } from "../../scripts/root.ts";
import { withEnv } from "../../server/settings/env.ts";
import { content } from "../content.ts";
import * as form from "./booking-form.ts";
import { followToForm, holdScript, untilHydrated } from "./hydration.ts";
import { expect, expectErrors, test as base } from "./test.ts";

const { fields } = content;

const { bookCall, pages, site: agency } = content;

/** Pages come from the static host, and leads go to the server; nothing else is contacted. */
const test = base.extend<object, { host: string }>({
  host: [
    async ({ site }, use) => {
      const folder = newFolder();
      const env = withEnv({ LEADS_API_URL: site.origin, LEADS_API_KEY: site.keys().publicKey });
      execFileSync(process.execPath, ["scripts/build-static.ts", folder], { cwd: root, env });
      const { origin, server } = await serveFolder(folder);
      await use(origin);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
    { scope: "worker" },
  ],
  baseURL: ({ host }, use) => use(host),
  allowedOrigins: ({ site }, use) => use([site.origin]),
});

test("it navigates, and sends a lead to the other origin", async ({ page, site, visitor }) => {
  expectErrors(page, /Failed to load resource|The lead was not stored/);
  await page.goto("/");
  await followToForm(page);
  await untilHydrated(page.locator("#book-call"));
  await expect(page.getByText(bookCall.needsScript.before)).toHaveCount(0);
  await form.answerOnce(page, (route) => route.continue({ postData: "{}" }));
  const calls = form.watchCalls(page);
  await form.sendForm(page, visitor);
  await expect(page.getByRole("alert")).toContainText(fields.name.missing);
  expect(await form.filledIn(page)).toEqual(visitor);
  await form.submitAndConfirm(page);
  const asked = calls.map((call) => `${call.method()} ${new URL(call.url()).origin}`);
  expect(asked).toEqual(Array(2).fill(`POST ${site.origin}`));
  expect(site.leads(visitor.email)).toMatchObject([form.leadOf(visitor)]);
});

test("the policy is on every page, and scripts call only the other origin", async ({ page, host, site }) => {
  expectErrors(page, /Content Security Policy|TrustedScript|Failed to load resource/);
  for (const path of ["/", "/book-call", "/nowhere"]) {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(path === "/nowhere" ? 404 : 200);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const policy = answer?.headers()["content-security-policy"] ?? "";
    expect(policy).toContain(`connect-src 'self' ${site.origin};`);
    expect(policy).toContain("form-action 'none'");
    expect(policy).toContain("default-src 'none'");
    expect(answer?.headers()).toMatchObject({
      "x-frame-options": "DENY",
      "x-content-type-options": "nosniff",
      "referrer-policy": "strict-origin-when-cross-origin",
    });
  }
  const tried = await page.evaluate(
    async (url) => {
      const script = document.createElement("script");
      script.append("document.title = 'taken'");
      document.head.append(script);
      const call = await fetch(url).then(String, (error: unknown) => String(error));
      return { title: document.title, call };
    },
    host.replace("127.0.0.1", "localhost"),
  );
  expect(tried).toEqual({ title: pages.error.title, call: "TypeError: Failed to fetch" });
  const entry = await page.locator("script[data-entry]").getAttribute("data-entry");
  const asset = await page.request.get(`${host}${entry}`);
  expect(asset.headers()["cache-control"]).toBe("public, max-age=31536000, immutable");
});

test("before the script has loaded, the form cannot be sent", async ({ page, site, visitor }) => {
  const release = await holdScript(page);
  await page.goto("/book-call");
  await form.fillIn(page, visitor);
  await expect(form.submitButton(page)).toBeDisabled();
  await form.field(page, "name").press("Enter");
  await expect(page).toHaveURL(/\/book-call$/);
  release();
  await expect(form.submitButton(page)).toBeEnabled();
  expect(await form.filledIn(page)).toEqual(visitor);
  await form.submitAndConfirm(page);
  expect(site.leads(visitor.email)).toHaveLength(1);
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("the form names other ways to reach us, and does not post", async ({ page }) => {
    await page.goto("/book-call");
    await expect(page.getByText(bookCall.needsScript.before)).toBeVisible();
    await expect(
      page.getByRole("main").getByRole("link", { name: agency.contactPhone }).first(),
    ).toBeVisible();
    await expect(page.getByRole("main").getByRole("link", { name: agency.contactEmail })).toHaveAttribute(
      "href",
      `mailto:${agency.contactEmail}`,
    );
    await expect(form.submitButton(page)).toBeDisabled();
    expect(await page.locator("form").getAttribute("action")).toBeNull();
  });
});

test("the form says after some seconds, not before, that its script did not arrive", async ({ page }) => {
  expectErrors(page, /Failed to load resource|Failed to fetch dynamically imported module/);
  await page.route(/\/assets\/hydrate-/, (route) => route.abort());
  await page.goto("/book-call");
  const note = page.getByText(bookCall.needsScript.before);
  await expect(note).toBeHidden();
  await expect(note).toBeVisible();
  await expect(form.submitButton(page)).toBeDisabled();
});

type Rule = { path: string; headers: [string, string][] };

/** A minimal CDN: files from a folder, pages without their extension, headers by `_headers`, and nothing else. */
async function serveFolder(folder: string): Promise<{ origin: string; server: Server }> {
  const rules = readRules(readFileSync(join(folder, "_headers"), "utf8"));
  const server = createServer((request, response) => {
    const [path = "/"] = (request.url ?? "/").split("?");
    if (request.method !== "GET" && request.method !== "HEAD") return void response.writeHead(405).end();
    const file = [path === "/" ? "/index.html" : path, `${path}.html`].find((name) =>
      existsSync(join(folder, name)),
    );
    for (const rule of rules) {
      const matches = rule.path.endsWith("*") ? path.startsWith(rule.path.slice(0, -1)) : path === rule.path;
      if (matches) for (const [name, value] of rule.headers) response.setHeader(name, value);
    }
    response.setHeader("content-type", CONTENT_TYPES[extname(file ?? "404.html")] ?? "text/plain");
    response.writeHead(file === undefined ? 404 : 200).end(readFileSync(join(folder, file ?? "404.html")));
  });
  return { origin: `http://127.0.0.1:${await listen(server)}`, server };
}

/** Each rule is a path, with its headers indented below it. */
function readRules(text: string): Rule[] {
  const rules: Rule[] = [];
  for (const line of text.split("\n")) {
    const [, name, value] = /^\s+([^:]+): (.*)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) rules.at(-1)?.headers.push([name, value]);
    else if (line !== "") rules.push({ path: line, headers: [] });
  }
  return rules;
}
