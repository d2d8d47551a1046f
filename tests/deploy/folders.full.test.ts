/** One release serves any folder: three brands at once, and a folder that breaks while its site runs. */
import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { buildWhenStale } from "../../scripts/build/build-folder.ts";
import { root } from "../../scripts/root.ts";
import { SAMPLE_CONTENT } from "../../server/configuration/env.ts";
import { languageOf } from "../../contract/locale/locale.ts";
import { content } from "../content.ts";
import { runCommand } from "../fakes/command-line.ts";
import { startMailServer } from "../fakes/mail-server.ts";
import { startProcess } from "../fakes/process.ts";
import { wholeRelease } from "../fakes/releases.ts";
import { sendRequest } from "../fakes/server.ts";
import { newFolder } from "../machine/new-folder.ts";
import { through } from "../outbox/environment.ts";
import { formRequest } from "../wire/inbox-request.ts";

beforeAll(buildWhenStale, 300_000);

const DIST_DIR = join(root, "dist");

/** An own folder with other texts in place of the sample's. */
function ownFolder(changes: [file: string, from: string, to: string][] = []): string {
  const folder = join(newFolder(), "content");
  cpSync(SAMPLE_CONTENT, folder, { recursive: true });
  for (const change of changes) changed(folder, ...change);
  return folder;
}

function changed(folder: string, file: string, from: string, to: string): void {
  const text = readFileSync(join(folder, file), "utf8");
  expect(text).toContain(from);
  writeFileSync(
    join(folder, file),
    text.replace(from, () => to),
  );
}

const environment = (contentDir: string, more: Record<string, string> = {}) => ({
  CONTENT_DIR: contentDir,
  DATA_DIR: newFolder(),
  DIST_DIR,
  LOG_LEVEL: "warn",
  ...more,
});

const BRANDS = [
  { brand: "Moonlight", signal: "#ff7a1a", locale: "en-US", time: /<time[^>]*>[^<]*\d:\d\d\s[AP]M/ },
  {
    brand: "Łódź Nachtschicht",
    signal: "#3fa7ff",
    locale: "de-DE",
    time: /<time[^>]*>[^<]*\d\d:\d\d(?!\s?[AP]M)/,
  },
  { brand: "Sûr & Net", signal: "#f2c230", locale: "fr-FR", time: /<time[^>]*>[^<]*\d\d:\d\d(?!\s?[AP]M)/ },
];

test("one release started with three folders is three brands, colors and locales with the same scripts, and stays as it was unpacked", async () => {
  const { home } = wholeRelease();
  const sites = await Promise.all(
    BRANDS.map(async ({ brand, signal, locale, time }) => {
      const folder = ownFolder([
        ["site.yaml", "brandName: Nightshift", `brandName: ${brand}`],
        ["site.yaml", `locale: ${content.locale}`, `locale: ${locale}`],
        ["site.yaml", `signal: "${content.colors.signal}"`, `signal: "${signal}"`],
      ]);
      const env = { PATH: "/usr/bin:/bin", CONTENT_DIR: folder, DATA_DIR: newFolder() };
      const { port } = await startProcess(env, { shell: `exec ${home}/bin/nightshift start` });
      const read = async (path: string) => (await sendRequest(port, { path })).body;
      return { brand, signal, locale, time, page: await read("/"), missing: await read("/nowhere"), read };
    }),
  );
  const scripts = new Set<string>();
  for (const { brand, signal, locale, time, page, missing, read } of sites) {
    const shown = brand.replace("&", "&amp;");
    expect(page).toContain(`<title>${shown}: `);
    expect(missing).toContain(`| ${shown}</title>`);
    for (const html of [page, missing, await read("/inbox")]) {
      expect(html).toContain(`--signal:${signal};`);
      expect(html).toContain(`<html lang="${languageOf(locale)}">`);
    }
    expect(await read("/schedule")).toMatch(time);
    expect(await read("/favicon.svg")).toContain(`fill="${signal}"`);
    scripts.add(String(/data-entry="([^"]+)"/.exec(page)?.[1]));
  }
  expect([...scripts]).toEqual([expect.stringMatching(/^\/assets\/main-[\w-]{6}\.js$/)]);
  const check = ["--check", "--quiet", "SHA256SUMS"];
  expect(spawnSync("sha256sum", check, { cwd: home, encoding: "utf8" })).toMatchObject({
    status: 0,
    stdout: "",
  });
}, 180_000);

test("a folder that breaks is named in the inbox and in one mail for each mistake, and the site stays up", async () => {
  const mailServer = await startMailServer("none");
  const folder = ownFolder([["site.yaml", "brandName: Nightshift", "brandName: Moonlight"]]);
  const env = environment(folder, { ...through(mailServer), TEAM_EMAILS: "owner@agency.example" });
  const { port } = await startProcess(env);
  const { stdout } = await runCommand(["inbox", "--json"], { ...env, PORT: String(port) });
  const token = new URL(JSON.parse(stdout).url).searchParams.get("token") ?? "";
  const entered = await sendRequest(port, formRequest("/inbox/sign-in", { token }));
  const cookie = String(entered.headers["set-cookie"]).split(";")[0] ?? "";
  const inbox = async () => (await sendRequest(port, { path: "/inbox", headers: { cookie } })).body;
  const main = join(root, "cli", "content-main.ts");
  /** What the delivered units do when the folder has changed. */
  const apply = async () => {
    const { code } = await runCommand(["apply", "--service", "true"], env, "", main);
    if (code !== 0)
      expect(await runCommand(["report", "nightshift-content"], env)).toMatchObject({ code: 0 });
  };
  const mails = () => mailServer.mails.map(({ parsed }) => parsed.text?.match(/content\/\S+ .*/)?.[0]);
  expect(await inbox()).not.toContain(content.inbox.contentProblems);

  changed(folder, "home.yaml", "menuLabel: Sections", "menuLabel: Sections: all");
  await apply();
  const colon = expect.stringMatching(/^content\/home\.yaml:\d+:14: a text has a colon in it/);
  expect(mails()).toEqual([colon]);
  expect(await inbox()).toMatch(
    /<p class="alarm">[^<]* content\/home\.yaml:\d+:14: a text has a colon in it/,
  );
  expect((await sendRequest(port, { path: "/" })).body).toContain("<title>Moonlight: ");
  await apply();
  expect(mails()).toEqual([colon]);

  changed(folder, "home.yaml", "Sections: all", "");
  await apply();
  const empty = expect.stringMatching(/^content\/home\.yaml:\d+:3: header\.menuLabel must not be empty/);
  expect(mails()).toEqual([colon, empty]);

  changed(folder, "home.yaml", "menuLabel: ", "menuLabel: Parts");
  await apply();
  expect(await inbox()).not.toContain(content.inbox.contentProblems);
  changed(folder, "home.yaml", "menuLabel: Parts", "menuLabel: ");
  await apply();
  expect(mails()).toEqual([colon, empty, empty]);
}, 180_000);

test("what open pages fetch stays for three versions of the content", async () => {
  const folder = ownFolder([["site.yaml", "brandName: Nightshift", "brandName: Moonlight"]]);
  const env = environment(folder);
  const contentFile = (page: string) =>
    String(/\/assets\/\*-content-[\w-]+\.json/.exec(page)).replace("*", "home");
  const versions: string[] = [];
  const changes = ["Parts", "Chapters", "Rooms", "Places"];
  for (const [index, label] of changes.entries()) {
    changed(folder, "home.yaml", `menuLabel: ${changes[index - 1] ?? "Sections"}`, `menuLabel: ${label}`);
    const site = await startProcess(env);
    const read = (path: string) => sendRequest(site.port, { path });
    versions.push(contentFile((await read("/")).body));
    const answers = await Promise.all(versions.map(read));
    const known = answers.map(({ status, body }) =>
      status === 200 ? JSON.parse(body).header.menuLabel : status,
    );
    expect(known).toEqual(index < 3 ? changes.slice(0, index + 1) : [404, ...changes.slice(1)]);
    await site.kill("SIGTERM");
  }
}, 180_000);
