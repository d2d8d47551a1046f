/** `npm run dev` on a copy of the project: a changed file changes the page, and typed text stays. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { freePort } from "../machine/free-port.ts";
import { FORM_START_PATH, SCHEDULE_PATH } from "../../contract/routes.ts";
import { newFolder } from "../machine/new-folder.ts";
import { root } from "../../scripts/root.ts";
import { withEnv } from "../../server/settings/env.ts";
import { content } from "../content.ts";
import { copyProject } from "../support/project.ts";
import { field, fillIn, submitButton } from "./booking-form.ts";
import { followToForm, openForm, openHome, untilHydrated } from "./hydration.ts";
import type { Page } from "@playwright/test";
import { expect as quickly, expectErrors, test, useOwnServer } from "./test.ts";

const { bookCall } = content;

/** A new start takes a second, and on a busy machine much longer. */
const expect = quickly.configure({ timeout: 60_000 });

test.describe.configure({ mode: "serial", timeout: 240_000 });

const dev = useOwnServer(async () => {
  const folder = newFolder();
  copyProject(folder);
  const env = withEnv({
    PORT: String(await freePort()),
    DATA_DIR: join(folder, "data"),
    PATH: [join(root, "node_modules", ".bin"), withEnv({})["PATH"]].join(delimiter),
    SMTP_URL: "smtp://127.0.0.1:1",
  });
  const server = spawn(process.execPath, ["scripts/setup.mjs", "dev"], { cwd: folder, env });
  let said = "";
  for (const output of [server.stdout, server.stderr])
    output.on("data", (chunk: Buffer) => (said += chunk.toString()));
  await expect.poll(() => said).toContain("show at once");
  const [origin = ""] = /http:\/\/localhost:\d+/.exec(said) ?? [];
  return {
    folder,
    origin,
    said: () => said,
    async close() {
      server.kill("SIGTERM");
      await once(server, "exit");
    },
  };
});

function edit(file: string, before: string, after: string): void {
  const path = join(dev().folder, file);
  const text = readFileSync(path, "utf8");
  expect(text).toContain(before);
  writeFileSync(path, text.replace(before, after));
}

test("the server starts without a build, at one address, with a store of its own", () => {
  const named =
    dev()
      .said()
      .match(/https?:\/\/\S+/g) ?? [];
  expect(new Set(named.map((url) => new URL(url).origin))).toEqual(new Set([dev().origin]));
  expect(existsSync(join(dev().folder, "dist", "manifest.json"))).toBe(false);
  expect(existsSync(join(dev().folder, "data", "dev", "leads.db"))).toBe(true);
  expect(existsSync(join(dev().folder, "data", "leads.db"))).toBe(false);
});

test("a page shows a changed word or style at once, and keeps typed text", async ({ page, visitor }) => {
  await openHome(page);
  await followToForm(page);
  await fillIn(page, visitor);
  edit("content/book-call.yaml", bookCall.heading, "Tell us where it hurts");
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText("Tell us where it hurts");
  edit("content/book-call.yaml", content.services[0]?.label ?? "", "A CRM that fits");
  await expect(field(page, "selectedService").locator("option:checked")).toHaveText("A CRM that fits");
  edit("site/pages/book-call/book-call-page.module.css", "", "h1 { outline: 1px solid rgb(1, 2, 3) }\n");
  await expect(heading).toHaveCSS("outline-color", "rgb(1, 2, 3)");
  await expect(field(page, "problems")).toHaveValue(visitor.problems);

  await submitButton(page).click();
  await expect(heading).toHaveText(content.confirmation.heading);
  // The agency's own mail may wait for its morning.
  const mails = () => globSync("*confirmation*", { cwd: join(dev().folder, "data", "dev", "mail") });
  await expect.poll(mails).toHaveLength(1);
});

test("a page shows a new analytics snippet, and none once it is removed", async ({ page }) => {
  const file = join(dev().folder, "content", "analytics.html");
  await page.goto(SCHEDULE_PATH);
  writeFileSync(file, "<script>document.title = 'Counted'</script>");
  await expect(page).toHaveTitle("Counted");
  rmSync(file);
  await expect(page).not.toHaveTitle("Counted");
});

test("a page shows a picture at once, and its new version", async ({ page }) => {
  const picture = (color: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40" fill="${color}"/></svg>`;
  const file = join(dev().folder, "content", "pictures", "mark.svg");
  await openForm(page);
  await field(page, "name").fill("Nora");
  writeFileSync(file, picture("red"));
  edit("content/site.yaml", "logo: null", "logo: { picture: mark.svg, replaces: mark }");
  const logo = page.getByRole("banner").locator("img");
  await expect(logo).toHaveJSProperty("naturalWidth", 40);
  const first = (await logo.getAttribute("src")) ?? "";
  writeFileSync(file, picture("blue"));
  await expect(logo).not.toHaveAttribute("src", first);
  await expect(logo).toHaveJSProperty("naturalWidth", 40);
  await expect(field(page, "name")).toHaveValue("Nora");
});

test("open and new pages name a mistake in the content until it is corrected", async ({ page, context }) => {
  const overlay = (shown: Page) => shown.locator("vite-error-overlay");
  await openForm(page);
  edit("content/home.yaml", "menuLabel: Sections", "menuLabel: Sections: all");
  await expect(overlay(page)).toContainText("a text has a colon in it");
  await expect(overlay(page)).toContainText(/content\/home\.yaml:\d+:14/);
  const other = await context.newPage();
  await other.goto("/");
  await expect(overlay(other)).toContainText("a text has a colon in it");
  edit("content/home.yaml", "menuLabel: Sections: all", "menuLabel: Sections");
  await expect(overlay(page)).toHaveCount(0);
  await untilHydrated(other.locator("#headline"));
  await expect(overlay(other)).toHaveCount(0);
});

test("a component that throws shows its message until it is mended", async ({ page }) => {
  expectErrors(page, /The lamp is broken|500|Failed to fetch/);
  const overlay = page.locator("vite-error-overlay");
  const heading = page.getByRole("heading", { level: 1 });
  const [whole, broken] = [
    "(about: AboutContent) {",
    "(about: AboutContent) { if (about) throw new Error('The lamp is broken');",
  ];
  await openHome(page);
  edit("site/pages/home/about.tsx", whole, broken);
  await expect(page.locator("#root")).toContainText("The lamp is broken");
  // The page may just load itself again, which ends `goto`.
  await expect(() => page.goto("/")).toPass();
  await expect(overlay).toContainText("The lamp is broken");
  edit("site/pages/home/about.tsx", broken, whole);
  await expect(heading).toBeVisible();
  await untilHydrated(page.locator("#headline"));
});

// A request during the restart fails, or is answered by a Vite that still bundles; the page is reloaded.
test("the server restarts when its own code changes", async ({ page }) => {
  expectErrors(page, /ERR_CONNECTION_RE|Outdated Optimize Dep|dynamically imported module/);
  await openForm(page);
  // The first typed letter sends a request, which the server must answer before it restarts.
  await Promise.all([page.waitForResponse(`**${FORM_START_PATH}`), field(page, "name").fill("Nora")]);
  edit("contract/limits.ts", "64 * 1024", "65 * 1024");
  const { said } = dev();
  const starts = () => said().match(/The site is at/g)?.length;
  await expect.poll(starts).toBe(2);
  await expect(async () => {
    await openForm(page);
    await expect(field(page, "name")).toHaveValue("Nora");
  }).toPass();
});
