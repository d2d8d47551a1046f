/** The folder of `npm run build:static` on a plain file server books a call on a server at another origin. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { newFolder } from "../machine/new-folder.ts";
import { root } from "../../scripts/root.ts";
import { withEnv } from "../../server/settings/env.ts";
import { content } from "../content.ts";
import * as form from "./booking-form.ts";
import { followToForm, holdScript, untilHydrated } from "./hydration.ts";
import { serveFolder } from "./static-host.ts";
import { expect, expectErrors, test as base } from "./test.ts";

const { fields } = content;

const { bookCall, pages, site: agency } = content;

/** Pages come from the static host, and leads go to the server; nothing else is contacted. */
const test = base.extend<object, { host: string }>({
  host: [
    async ({ site }, use) => {
      const folder = newFolder();
      const env = { LEADS_API_URL: site.origin, LEADS_API_KEY: site.keys().publicKey };
      const built = buildStatic(folder, env);
      expect(built.stderr).toBe("");
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

test("is not built without an address for its leads", async () => {
  const env = { LEADS_API_URL: "", LEADS_API_KEY: "" };
  const { status, stderr } = buildStatic(newFolder(), env);
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: expect.stringMatching(/^LEADS_API_URL is not set/),
  });
});

function buildStatic(folder: string, env: Record<string, string>) {
  return spawnSync(process.execPath, [join(root, "scripts", "build-static.ts"), folder], {
    cwd: root,
    encoding: "utf8",
    env: withEnv(env),
  });
}
