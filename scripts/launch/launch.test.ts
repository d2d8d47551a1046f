/** The launch check, part by part against real servers, and the whole command. */
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { readEnv, withEnv } from "../../server/settings/env.ts";
import { calendarId } from "../../server/calls/calendars/calendars.ts";
import { readManifest } from "../../server/http/built-site.ts";
import { backupPath } from "../../server/store/backups.ts";
import { localeOf } from "../../contract/locale/locale.ts";
import { openStore } from "../../server/store/open-store.ts";
import { content } from "../../tests/content.ts";
import { writeBuild } from "../../tests/fakes/build.ts";
import { certificateFor } from "../../tests/fakes/certificate.ts";
import { startMailServer } from "../../tests/fakes/mail-server.ts";
import { serve } from "../../tests/fakes/receiver.ts";
import { temporaryFolder } from "../../tests/fakes/server.ts";
import { trust } from "../../tests/fakes/trust.ts";
import { root } from "../root.ts";
import { builtPages, checkAddress, findHeavyPages, findBrokenLinks } from "./address.ts";
import { checkBackups, checkCalendars, checkMail, checkProxy } from "./operation.ts";
import { keepCalendarCopy } from "../../server/calls/calendar-copies.ts";

const SITE = "https://agency.example";

describe("links", () => {
  const check = (pages: Record<string, string>, paths?: string[]) =>
    findBrokenLinks(
      (path) => Promise.resolve({ status: path in pages ? 200 : 404, html: pages[path] ?? "" }),
      SITE,
      paths,
    );

  test("inside the site are followed from page to page, and broken ones are reported", async () => {
    const broken = await check({
      "/": '<a href="/terms?a=1&amp;b=2">T</a><a href="#top">X</a><a href="#">#</a><a href="mailto:a@b.example">M</a>',
      "/terms?a=1&b=2": '<h1 id="top"></h1><a href="/#nowhere">N</a><a href="gone">G</a><a href="#top">T</a>',
    });
    expect(broken).toEqual([
      "/terms?a=1&b=2: links to /#nowhere, but that page has no such section: change the link",
      "/terms?a=1&b=2: links to /gone, which does not exist: change the link, or add the page",
      "/: links to /#top, but that page has no such section: change the link",
    ]);
  });

  test("of a page to which none leads are followed too", async () => {
    const pages = { "/": "", "/alone": '<a href="/gone">' };
    expect(await check(pages)).toEqual([]);
    expect(await check(pages, Object.keys(pages))).toEqual([
      expect.stringContaining("/alone: links to /gone,"),
    ]);
  });

  test("to pictures are followed too, in every size, including those of link previews", async () => {
    const broken = await check({
      "/": `<img src="/a.png" srcset="/b.png 1x, /c.png 2x"><meta property="og:image" content="${SITE}/d.png"><meta content="http://localhost:2/api">`,
      "/a.png": "",
      "/c.png": "",
    });
    expect(broken.map((line) => /links to (\S+),/.exec(line)?.[1])).toEqual(["/b.png", "/d.png"]);
  });

  test("that differ in their query alone are tried ten times, and who is not let in has checked nothing", async () => {
    const asked: string[] = [];
    const days = Array.from({ length: 30 }, (_, day) => `<a href="/schedule?day=${day}">`).join("");
    const statuses: Record<string, number> = { "/": 200, "/inbox": 401, "/broken": 500 };
    const broken = await findBrokenLinks(async (path) => {
      asked.push(path);
      const html = path === "/" ? `${days}<a href="/inbox"><a href="/broken">` : "";
      return { status: statuses[path] ?? (asked.length > 3 ? 429 : 200), html };
    }, SITE);
    expect(asked.filter((path) => path.startsWith("/schedule"))).toHaveLength(10);
    expect(broken).toEqual([
      "/: links to /broken, which answers with 500: look at the log",
      expect.stringMatching(
        /^Not checked, .*: \/schedule\?day=2 \(429\), .*, \/inbox \(401\)\. Run this again/,
      ),
    ]);
  });

  test("to other sites, like the scheduling page, are requested once each: a missing page is reported, a refusal is not", async () => {
    const asked: string[] = [];
    const port = await serve((request, response) => {
      asked.push(request.url ?? "");
      response.writeHead(Number(request.url?.slice(1))).end();
    });
    const other = `http://127.0.0.1:${port}`;
    const links = ["200", "403", "404", "404", "503"].map((status) => `<a href="${other}/${status}">`);
    const broken = await check({
      "/": `${links.join("")}<a href="http://localhost:2/call?a=1&amp;b"><a href="tel:+1">`,
    });
    expect(asked.toSorted()).toEqual(["/200", "/403", "/404", "/503"]);
    expect(broken).toEqual([
      `/: links to ${other}/404, which answers with 404: check the link`,
      `/: links to ${other}/503, which answers with 503: check the link`,
      "/: links to http://localhost:2/call?a=1&b, which does not answer (ECONNREFUSED): check the link",
    ]);
  });

  test("of a build are looked up in it", async () => {
    const dist = writeBuild(temporaryFolder());
    const ask = builtPages(dist, await readManifest(dist));
    expect(await ask("/book-call")).toMatchObject({
      status: 200,
      html: expect.stringContaining("Book a call"),
    });
    expect(await ask("/robots.txt")).toMatchObject({ status: 200 });
    expect(await ask("/nope")).toMatchObject({ status: 404 });
  });
});

describe("the public address", () => {
  test("must be https, and must answer", async () => {
    expect((await checkAddress("http://agency.example")).problems).toEqual([
      expect.stringContaining("is not https"),
    ]);
    const { problems, ask } = await checkAddress("https://localhost:2/");
    expect(problems).toEqual([
      expect.stringMatching(/^localhost: nothing answers at its port 443: .*\(ECONNREFUSED\)$/),
    ]);
    expect(ask).toBeUndefined();
  });

  test("must answer correctly, and with HSTS; then links are checked there", async () => {
    const certificate = certificateFor("localhost");
    trust(certificate);
    let headers: Record<string, string> = { "content-type": "text/html" };
    let status = 502;
    const server = createServer({ ...certificate }, (_request, response) => {
      response.writeHead(status, headers).end("<p>Hi");
    });
    await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    if (typeof address !== "object" || !address) throw new Error("There is no port.");
    const check = () => checkAddress(`https://localhost:${address.port}/`);
    expect((await check()).problems).toEqual([expect.stringContaining("answers with 502")]);
    status = 200;
    expect((await check()).problems).toEqual([expect.stringContaining("(HSTS)")]);
    headers = { ...headers, "strict-transport-security": "max-age=31536000" };
    const { problems, ask } = await check();
    expect(problems).toEqual([]);
    expect(await ask?.("/")).toEqual({ status: 200, html: "<p>Hi" });
  });

  test("that asks to come back later is asked once more, then", async () => {
    const certificate = certificateFor("localhost");
    trust(certificate);
    const answers = [200, 429, 200, 503, 503];
    const server = createServer({ ...certificate }, (_request, response) => {
      response
        .writeHead(answers.shift() ?? 500, { "content-type": "text/html", "retry-after": "7" })
        .end("<p>Hi");
    });
    await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    if (typeof address !== "object" || !address) throw new Error("There is no port.");
    const waits: number[] = [];
    const { ask } = await checkAddress(
      `https://localhost:${address.port}/`,
      async (ms) => void waits.push(ms),
    );
    expect(await ask?.("/schedule?day=1")).toEqual({ status: 200, html: "<p>Hi" });
    expect(await ask?.("/schedule?day=2")).toEqual({ status: 503, html: "" });
    expect(waits).toEqual([7_000, 7_000]);
  });
});

test("a page that does not fit into the first flight is reported with its bytes", async () => {
  const dist = writeBuild(temporaryFolder());
  const manifest = await readManifest(dist);
  expect(findHeavyPages(dist, manifest)).toEqual([]);
  const file = join(dist, manifest.folder, "site", manifest.pages["/"] ?? "");
  writeFileSync(file, randomBytes(14_500).toString("base64"));
  expect(findHeavyPages(dist, manifest)).toEqual([
    expect.stringMatching(
      /^\/ takes about 1[56],\d{3} bytes with its headers, [\d,]+ more than .* one more round trip/,
    ),
  ]);
});

describe("mail", () => {
  const built = { ...content, locale: localeOf(content), mailColors: content.colors };
  const envOf = (port: number) =>
    readEnv({
      SMTP_URL: `smtp://localhost:${port}?tls=none`,
      MAIL_FROM: "desk@agency.example",
      NOTIFY_EMAIL: "me@agency.example",
    });

  test("needs a server that exists", async () => {
    expect(await checkMail(readEnv({}), built, false)).toEqual([expect.stringMatching(/^SMTP_URL: not set/)]);
    expect(await checkMail(envOf(1), built, false)).toEqual([
      expect.stringMatching(/^SMTP_URL: The connection to the mail server failed/),
    ]);
  });

  test("is checked without sending any, and the sender must be accepted", async () => {
    const asked: string[] = [];
    let refusal: Error | null = null;
    const server = await startMailServer("none", {
      onMailFrom: ({ address }, _session, done) => {
        asked.push(address);
        done(refusal);
      },
    });
    const env = envOf(server.settings.port);
    expect(await checkMail(env, built, false)).toEqual([]);
    refusal = Object.assign(new Error("not you"), { responseCode: 553 });
    expect(await checkMail(env, built, false)).toEqual([
      "SMTP_URL: The mail server refused the sender (553 5.1.3). Check MAIL_FROM.",
    ]);
    expect(asked).toEqual(["desk@agency.example", "desk@agency.example"]);
    expect(server.mails).toEqual([]);
  });

  test("should come from a mailbox of its own, since none can be invited by itself", async () => {
    const said = vi.spyOn(console, "log").mockImplementation(() => {});
    onTestFinished(() => said.mockRestore());
    const check = (MAIL_FROM: string) =>
      checkMail(
        readEnv({ SMTP_URL: "smtp://127.0.0.1:1", NOTIFY_EMAIL: "hi@agency.example", MAIL_FROM }),
        built,
        false,
      );
    await check("calls@agency.example");
    expect(said).not.toHaveBeenCalled();
    await check("Hi+calls@agency.example");
    expect(said).toHaveBeenCalledWith(
      expect.stringMatching(/^MAIL_FROM: this mailbox is one of NOTIFY_EMAIL/),
    );
  });

  test("is sent on request to the recipients of notifications", async () => {
    const server = await startMailServer("none");
    const print = console.log;
    const said: string[] = [];
    console.log = (line: string) => void said.push(line);
    onTestFinished(() => {
      console.log = print;
    });
    expect(await checkMail(envOf(server.settings.port), built, true)).toEqual([]);
    expect(server.mails).toMatchObject([{ from: "desk@agency.example", to: ["me@agency.example"] }]);
    expect(server.mails[0]?.parsed.text).toContain(content.mail.test.text);
    expect(said).toEqual([expect.stringContaining("me@agency.example")]);
  });
});

test("a site with TLS must name its proxy", () => {
  const site = { ...content.site, siteUrl: SITE };
  expect(checkProxy(readEnv({}), site)).toEqual([expect.stringMatching(/^TRUST_PROXY: not set/)]);
  expect(checkProxy(readEnv({ TRUST_PROXY: "1" }), site)).toEqual([]);
  expect(checkProxy(readEnv({}), content.site)).toEqual([]);
});

test("each calendar must be readable, has the age of its copy, and is not named by its address", async () => {
  const DATA_DIR = temporaryFolder();
  const now = Date.now();
  expect(await checkCalendars(readEnv({ DATA_DIR }), content, now)).toEqual([]);
  const urls = ["https://127.0.0.1/secret", "webcal://[::1]/secret"];
  const env = readEnv({ DATA_DIR, CALENDAR_URLS: urls.join() });
  const check = async () => (await checkCalendars(env, content, now)).map((line) => line.slice(22));
  const inside = "cannot be read: It leads to an address that is not on the public internet.";
  const why = "To see what the site reads: npm run leads -- calendar, with its address in quotes.";
  const none = `The site has no copy of it. ${why}`;
  expect(await check()).toEqual([`1 ${inside} ${none}`, `2 ${inside} ${none}`]);
  const store = await openStore(env, () => {});
  const kept = { id: calendarId(urls[1] ?? ""), now: new Date(now - 7_500_000).toISOString() };
  await keepCalendarCopy(store, { ...kept, result: { busy: [], skipped: [] } });
  await store.close();
  expect(await check()).toEqual([
    `1 ${inside} ${none}`,
    `2 ${inside} The site's copy of it is 2 h 5 min old. ${why}`,
  ]);
});

test("a backup must exist, and not be old", () => {
  const dataDir = temporaryFolder();
  const env = readEnv({ DATA_DIR: dataDir });
  const now = Date.parse("2026-11-20T12:00:00Z");
  const none = expect.stringContaining("no backup has left this machine");
  expect(checkBackups(env, now)).toEqual([expect.stringContaining("there is no backup"), none]);
  const make = (daysAgo: number) => {
    const path = backupPath(dataDir, now - daysAgo * 24 * 60 * 60_000);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, "");
  };
  make(3);
  expect(checkBackups(env, now)).toEqual([expect.stringContaining("newest backup is 3 days old"), none]);
  make(1.5);
  expect(checkBackups(env, now)).toEqual([none]);
  expect(checkBackups({ ...env, backupsKept: 0 }, now)).toEqual([]);
  const elsewhere = join(dataDir, "backups", "elsewhere");
  writeFileSync(elsewhere, "");
  utimesSync(elsewhere, now / 1000, now / 1000 - 5 * 24 * 60 * 60);
  const rescued = join(dataDir, "leads.db.rescued-2026-11-20T03-00-00-000Z");
  writeFileSync(rescued, "");
  const exported = join(dataDir, "exports", "leads.csv");
  mkdirSync(dirname(exported));
  writeFileSync(exported, "");
  expect(checkBackups(env, now)).toEqual([
    expect.stringContaining("newest backup elsewhere is 5 days old"),
    expect.stringMatching(`^${rescued}: .* nothing deletes it`),
    expect.stringMatching(`^${exported}: .* nothing deletes it`),
  ]);
});

describe("npm run launch-check", () => {
  const run = (env: Record<string, string>) =>
    spawnSync(process.execPath, ["scripts/launch-check.ts"], {
      cwd: root,
      encoding: "utf8",
      env: withEnv(env),
    });

  test("lists everything and exits 1 on a site without a public address", () => {
    const { status, stdout } = run({ DATA_DIR: temporaryFolder(), NOTIFY_EMAILS: "x" });
    expect(status).toBe(1);
    const lines = ["NOTIFY_EMAILS: nothing reads", "SITE_URL", "is not https", "SMTP_URL", "no backup"];
    for (const line of lines) expect(stdout).toContain(line);
    const server = run({ DATA_DIR: temporaryFolder(), LEADS_API_URL: "https://abcdefgh.supabase.co" });
    expect(server.stdout).not.toMatch(/SMTP_URL|backup/);
  }, 180_000);

  test("names a setting that cannot be read", () => {
    const { status, stderr } = run({ PORT: "x" });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^PORT must be/);
  });
});
