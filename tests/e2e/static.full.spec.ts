/**
 * The folder of `npm run build:static`, served by Caddy as documented, sends
 * leads to a server at another origin.
 */

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { root } from "../../scripts/root.ts";
import { withEnv } from "../../server/settings/env.ts";
import { content } from "../content.ts";
import { freePort } from "../machine/free-port.ts";
import { newFolder } from "../machine/new-folder.ts";
import { findProgram } from "../machine/programs.ts";
import * as form from "./booking-form.ts";
import { followToForm, holdScript, untilHydrated } from "./hydration.ts";
import { startCaddy } from "./proxy.ts";
import {
  expect,
  expectErrors,
  test,
  useOwnServer,
  expectOneLead,
} from "./test.ts";

const { bookCall, fields } = content;
const read = (file: string) => readFileSync(resolve(root, file), "utf8");

test.describe.configure({ mode: "default" });
/**
 * Pages come from the static host, and leads
 * go to the server; nothing else is contacted.
 */
const host = useOwnServer((site) => {
  const folder = newFolder();
  const env = withEnv({
    LEADS_API_URL: site.origin,
    LEADS_API_KEY: site.keys().publicKey,
  });
  execFileSync(process.execPath, ["scripts/build-static.ts", folder], {
    cwd: root,
    env,
  });
  return serveFolder(folder);
});
test.use({ allowedOrigins: ({ site }, use) => use([site.origin]) });
test.skip(findProgram("caddy") === undefined, "caddy is not on this machine");

test("its pages lead to the form, which sends to the other origin", async ({
  page,
  site,
  visitor,
}) => {
  expectErrors(page, /Failed to load resource|The lead was not stored/);
  await page.goto("/");
  await followToForm(page);
  await untilHydrated(page.locator("#book-call"));
  await expect(page.getByText(bookCall.needsScript.before)).toHaveCount(0);
  await form.answerOnce(page, (route) => route.continue({ postData: "{}" }));
  const requests = form.watchLeadRequests(page);
  await form.sendForm(page, visitor);
  await expect(page.getByRole("alert")).toContainText(fields.name.missing);
  await form.submitAndConfirm(page);
  const asked = requests.map(
    (request) => `${request.method()} ${new URL(request.url()).origin}`,
  );
  expect(asked).toEqual(Array(2).fill(`POST ${site.origin}`));
  expect(site.leads(visitor.email)).toMatchObject([form.leadOf(visitor)]);
});

test("the policy of each page refuses an inline script and a third origin", async ({
  page,
  site,
}) => {
  expectErrors(page, /Failed to load resource/);
  for (const path of ["/", "/book-call", "/nowhere"]) {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(path === "/nowhere" ? 404 : 200);
    const policy = answer?.headers()["content-security-policy"] ?? "";
    expect(policy).toContain(`connect-src 'self' ${site.origin};`);
    expect(policy).not.toContain("unsafe");
  }
  const entry = await page
    .locator("script[data-entry]")
    .getAttribute("data-entry");
  const asset = await page.request.get(`${host().origin}${entry}`);
  expect(asset.headers()["cache-control"]).toBe(
    "public, max-age=31536000, immutable",
  );
});

test("the form cannot be sent before its script, and says after some seconds that it waits", async ({
  page,
  site,
  visitor,
}) => {
  const release = await holdScript(page);
  await page.goto("/book-call");
  const note = page.getByText(bookCall.needsScript.before);
  await expect(note).toBeHidden();
  await form.fillIn(page, visitor);
  await expect(form.submitButton(page)).toBeDisabled();
  await form.field(page, "name").press("Enter");
  await expect(page).toHaveURL(/\/book-call$/);
  await expect(note).toBeVisible();
  release();
  await expect(form.submitButton(page)).toBeEnabled();
  await form.submitAndConfirm(page);
  expectOneLead(site, visitor);
});

/**
 * Starts Caddy as docs/deploy/static.md says, with the policy of the folder.
 */
async function serveFolder(folder: string) {
  const port = await freePort();
  const [written = ""] =
    /^ {4}:80 \{.*?^ {4}\}$/ms.exec(read("docs/deploy/static.md")) ?? [];
  const [, policy = ""] =
    /content-security-policy: (.*)$/m.exec(read(join(folder, "_headers"))) ??
    [];
  const site = written
    .replace(":80", `http://127.0.0.1:${port}`)
    .replace("/srv/site", folder)
    .replace("…", policy);
  const { close } = await startCaddy(`{\nadmin off\n}\n${site}`, port);
  return { origin: `http://127.0.0.1:${port}`, close };
}
