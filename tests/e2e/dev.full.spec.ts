/** `npm run dev` on a copy of the project: a changed file changes the page, and typed text stays. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { freePort } from "../machine/free-port.ts";
import { PAGE_DATA_ID } from "../../contract/page.ts";
import { FORM_START_PATH } from "../../contract/routes.ts";
import { newFolder } from "../machine/new-folder.ts";
import { root } from "../../scripts/root.ts";
import { withEnv } from "../../server/settings/env.ts";
import { content } from "../content.ts";
import { copyProject } from "../fakes/project.ts";
import { expectNoViolation } from "./axe.ts";
import { field, fillIn, submitButton } from "./booking-form.ts";
import { expectFits } from "./misfits.ts";
import { openForm, openHome, untilHydrated } from "./hydration.ts";
import { expect, expectErrors, test as base } from "./test.ts";

interface Dev {
  folder: string;
  origin: string;
  said: () => string;
  /** Replaces a text in a file. */
  edit: (file: string, before: string, after: string) => void;
}

const { bookCall, hero } = content;

const test = base.extend<object, { dev: Dev }>({
  dev: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const folder = newFolder();
      copyProject(folder);
      const env = withEnv({
        PORT: String(await freePort()),
        DATA_DIR: join(folder, "data"),
        PATH: [join(root, "node_modules", ".bin"), withEnv({})["PATH"]].join(delimiter),
        SMTP_URL: "smtp://127.0.0.1:1",
      });
      const server = spawn(process.execPath, ["scripts/dev.ts"], { cwd: folder, env });
      let said = "";
      for (const output of [server.stdout, server.stderr])
        output.on("data", (chunk: Buffer) => (said += chunk.toString()));
      await expect.poll(() => said, { timeout: 60_000 }).toContain("/dev/mails");
      const [origin = ""] = /http:\/\/localhost:\d+/.exec(said) ?? [];
      await use({
        folder,
        origin,
        said: () => said,
        edit: (file, before, after) => {
          const path = join(folder, file);
          const text = readFileSync(path, "utf8");
          expect(text).toContain(before);
          writeFileSync(
            path,
            text.replace(before, () => after),
          );
        },
      });
      server.kill("SIGTERM");
      await once(server, "exit");
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: ({ dev }, use) => use(dev.origin),
});

test.describe.configure({ mode: "serial" });

test("starts without a build, at one address, with a store of its own", async ({ dev }) => {
  const named = dev.said().match(/https?:\/\/\S+/g) ?? [];
  expect(new Set(named.map((url) => new URL(url).origin))).toEqual(new Set([dev.origin]));
  expect(existsSync(join(dev.folder, "dist", "manifest.json"))).toBe(false);
  expect(existsSync(join(dev.folder, "data", "dev", "leads.db"))).toBe(true);
  expect(existsSync(join(dev.folder, "data", "leads.db"))).toBe(false);
});

test("reports what production's security policy would refuse, and refuses nothing", async ({ page, dev }) => {
  expectErrors(page, /Content Security Policy/);
  await openHome(page);
  const reported = page.waitForEvent("console", (message) =>
    /inline script.*report-only/.test(message.text()),
  );
  await page.evaluate(() => {
    const inline = document.createElement("script");
    inline.textContent = "document.title = 'ran'";
    document.body.append(inline);
  });
  await reported;
  await expect(page).toHaveTitle("ran");
  const { headers } = await fetch(dev.origin);
  expect(headers.get("content-security-policy")).toBeNull();
});

test("shows a changed word or style at once, and keeps typed text", async ({ page, dev, visitor }) => {
  await openForm(page);
  await fillIn(page, visitor);
  dev.edit("content/book-call.yaml", bookCall.heading, "Tell us where it hurts");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Tell us where it hurts");
  dev.edit("content/book-call.yaml", content.services[0]?.label ?? "", "A CRM that fits");
  await expect(field(page, "selectedService").locator("option:checked")).toHaveText("A CRM that fits");
  const heading = page.getByRole("heading", { level: 1 });
  dev.edit("site/pages/book-call/book-call-page.module.css", "", "h1 { outline: 1px solid rgb(1, 2, 3) }\n");
  await expect(heading).toHaveCSS("outline-color", "rgb(1, 2, 3)");
  await expect(field(page, "problems")).toHaveValue(visitor.problems);

  await submitButton(page).click();
  await expect(heading).toHaveText(content.confirmation.heading);
  const mail = page.frameLocator("iframe").first();
  await expect(async () => {
    await page.goto("/dev/mails");
    expect(await page.locator("iframe").count()).toBe(2);
  }).toPass();
  await expect(mail.locator("body")).toContainText("Nora");
});

test("shows a changed word also below the first screen and after navigation", async ({ page, dev }) => {
  await openHome(page);
  dev.edit("content/home.yaml", content.about.heading, "We answer");
  await expect(page.getByRole("heading", { name: "We answer" })).toBeVisible();
  await page.getByRole("banner").getByRole("link", { name: content.header.bookCall }).click();
  await field(page, "name").fill("Half a na");
  dev.edit("content/book-call.yaml", bookCall.lead, "Keep it short.");
  await expect(page.getByText("Keep it short.")).toBeVisible();
  await expect(field(page, "name")).toHaveValue("Half a na");
  await page.goBack();
  dev.edit("content/home.yaml", hero.eyebrow, "Never miss one.");
  await expect(page.getByText("Never miss one.")).toBeVisible();
});

test("shows a picture at once, and its new version", async ({ page, dev }) => {
  const picture = (color: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40" fill="${color}"/></svg>`;
  const file = join(dev.folder, "content", "pictures", "mark.svg");
  await openForm(page);
  await field(page, "name").fill("Nora");
  writeFileSync(file, picture("red"));
  dev.edit("content/site.yaml", "logo: null", "logo: { picture: mark.svg, replaces: mark }");
  const logo = page.getByRole("banner").locator("img");
  await expect(logo).toHaveJSProperty("naturalWidth", 40);
  const first = (await logo.getAttribute("src")) ?? "";
  writeFileSync(file, picture("blue"));
  await expect(logo).not.toHaveAttribute("src", first);
  await expect(logo).toHaveJSProperty("naturalWidth", 40);
  await expect(field(page, "name")).toHaveValue("Nora");
});

test("names the error in the content, and continues once it is corrected", async ({ page, dev }) => {
  await openForm(page);
  dev.edit("content/home.yaml", 'value: "{minutes} minutes"', 'value: ""');
  await expect(page.locator("vite-error-overlay")).toContainText(
    /content\/home\.yaml:\d+:\d+: contact\.terms/,
  );
  // Vite loads a page anew whose first news was an error.
  const loaded = page.waitForEvent("load");
  dev.edit("content/home.yaml", 'value: ""', 'value: "{minutes} minutes"');
  await loaded;
  await expect(page.locator("vite-error-overlay")).toHaveCount(0);
  await untilHydrated(page.locator("#book-call"));
  dev.edit("content/book-call.yaml", bookCall.required, "Stars are needed.");
  await expect(page.getByText("Stars are needed.")).toBeVisible();
});

test("a page that is opened with a mistake in the content names it in plain words, and comes back by itself", async ({
  page,
  dev,
}) => {
  expectErrors(page, /500/);
  dev.edit("content/home.yaml", "menuLabel: Sections", "menuLabel: Sections: all");
  await expect(async () => {
    await page.goto("/");
    await expect(page.locator("vite-error-overlay")).toContainText("a text has a colon in it", {
      timeout: 1_000,
    });
  }).toPass();
  await expect(page.locator("vite-error-overlay")).toContainText(/content\/home\.yaml:\d+:14/);
  dev.edit("content/home.yaml", "menuLabel: Sections: all", "menuLabel: Sections");
  await untilHydrated(page.locator("#headline"));
  await expect(page.locator("vite-error-overlay")).toHaveCount(0);
});

test("a component that throws shows its message, on an open page and on a new one, until it is mended", async ({
  page,
  dev,
}) => {
  expectErrors(page, /The lamp is broken|500|Failed to fetch/);
  const overlay = page.locator("vite-error-overlay");
  const heading = page.getByRole("heading", { level: 1 });
  const [whole, broken] = [
    "(about: AboutContent) {",
    "(about: AboutContent) { if (about) throw new Error('The lamp is broken');",
  ];
  await openHome(page);
  dev.edit("site/pages/home/about.tsx", whole, broken);
  await expect(overlay).toContainText("The lamp is broken");
  await page.goto("/");
  await expect(overlay).toContainText("The lamp is broken");
  dev.edit("site/pages/home/about.tsx", broken, whole);
  await expect(heading).toBeVisible();
  await untilHydrated(page.locator("#headline"));

  // A page without a script of its own, whose document has none of its modules.
  dev.edit(
    "site/pages/trade/trade-page.tsx",
    "const { header, hero,",
    "if (content) throw new Error('The lamp is broken');\n  const { header, hero,",
  );
  await expect(async () => {
    await page.goto("/hvac");
    await expect(overlay).toContainText("The lamp is broken", { timeout: 1_000 });
  }).toPass();
  dev.edit("site/pages/trade/trade-page.tsx", "if (content) throw new Error('The lamp is broken');\n", "");
  await expect(heading).toBeVisible();
  await expect(overlay).toHaveCount(0);
});

test("shows each state of each page in a gallery, and the document of the API", async ({ request }) => {
  const html = async (path: string) => (await request.get(path, { headers: { accept: "text/html" } })).text();
  const names = (await html("/dev/gallery")).match(/(?<=<iframe src=")[^"]+/g) ?? [];
  expect(names.length).toBeGreaterThan(50);
  for (const name of ["form-failed", "schedule-kept-taken", "inbox-ask"]) {
    expect(names).toContain(`/dev/gallery/${name}`);
    expect(await html(`/dev/gallery/${name}`)).toContain("<h1");
  }
  expect(await (await request.get("/dev/openapi.json")).json()).toHaveProperty("openapi", "3.1.1");
});

test("each state of the scheduling page and of a call is accessible and fits", async ({ page, request }) => {
  test.slow();
  await page.emulateMedia({ reducedMotion: "reduce" });
  const gallery = await request.get("/dev/gallery", { headers: { accept: "text/html" } });
  const states = (await gallery.text()).match(/(?<=<iframe src=")[^"]+schedule-[^"]+/g) ?? [];
  expect(states.length).toBeGreaterThan(30);
  for (const state of states) {
    await page.goto(state);
    await expect(page.getByRole("heading", { level: 1 })).toHaveCSS("font-family", /Shoulders/);
    // Vite brings the styles of a page with its code.
    const hasCode = (await page.locator(`#${PAGE_DATA_ID}`).count()) > 0;
    if (hasCode) await untilHydrated(page.locator("main"));
    const isWide = /-(?:chosen|call-booked|link-wrong)$/.test(state);
    await expectNoViolation(page, isWide ? [1280, 360] : [360]);
    await expectFits(page);
  }
});

// A page's request at that moment fails, or is answered by a Vite that still bundles; the page is reloaded.
test("restarts when the server's own code changes", async ({ page, dev }) => {
  expectErrors(page, /ERR_CONNECTION_RE|Outdated Optimize Dep|dynamically imported module/);
  await openForm(page);
  // The server before the change answers the first letter.
  await Promise.all([page.waitForResponse(`**${FORM_START_PATH}`), field(page, "name").fill("Nora")]);
  dev.edit("contract/messages.ts", "The server's sentences for visitors", "Sentences for visitors");
  await expect.poll(() => dev.said().match(/The site is at/g)?.length).toBe(2);
  await expect(async () => {
    await openForm(page);
    await expect(field(page, "name")).toHaveValue("Nora");
  }).toPass();
});
