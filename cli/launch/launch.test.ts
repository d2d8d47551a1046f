/** The launch check, part by part against real servers. */

import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { readEnv } from "../../server/settings/env.ts";
import { content } from "../../tests/content.ts";
import { calendar, meeting } from "../../tests/support/calendar-text.ts";
import { startMailServer } from "../../tests/support/mail-server.ts";
import { serve, serveTls } from "../../tests/support/receiver.ts";
import { temporaryFolder } from "../../tests/support/server.ts";
import {
  checkAddresses,
  checkBackups,
  checkCalendars,
  checkMail,
  checkProxy,
} from "./operation.ts";

const mailEnv = (port: number, MAIL_FROM?: string) =>
  readEnv({ SMTP_URL: `smtp://localhost:${port}?tls=none`, MAIL_FROM });

test("copies with leads that nothing deletes are named, and backups that are missing or two days old", async () => {
  const env = readEnv({ DATA_DIR: temporaryFolder() });
  const at = (name: string) => join(env.dataDir, "backups", name);
  mkdirSync(at(""));
  for (const name of [
    "leads-2026-11-20T12-00-00Z.db",
    "elsewhere",
    "../leads.csv",
  ])
    writeFileSync(at(name), "");
  const before = new Date("2026-11-19T12:00:00Z");
  utimesSync(at("elsewhere"), before, before);
  const said = ["18T12", "21T00", "22T00", "23T00"].map((day) =>
    checkBackups(env, Date.parse(`2026-11-${day}:00:00Z`)).join("\n"),
  );
  const text = said.join("\n\n").replaceAll(env.dataDir, "data");
  await expect(text).toMatchFileSnapshot("backups.said.txt");
});

test("mail needs a mail server that answers", async () => {
  expect(await checkMail(readEnv({}), content)).toEqual([
    "SMTP_URL: not set, so mails are only written to files: set your mail server",
  ]);
  const own = mailEnv(1, "desk@agency.example");
  expect(await checkMail(own, content)).toEqual([
    "SMTP_URL: The connection to the mail server failed (ECONNREFUSED).",
  ]);
});

test("the check signs in to the mail server, and sends no mail", async () => {
  let refusal: Error | null = null;
  const server = await startMailServer("none", {
    onConnect: (_session, done) => done(refusal),
  });
  const said = vi.spyOn(console, "log").mockReturnValue();
  const env = mailEnv(server.settings.port);
  expect(await checkMail(env, content)).toEqual([]);
  expect(said).toHaveBeenCalledExactlyOnceWith(
    expect.stringContaining("also gets the notices of leads"),
  );
  refusal = Object.assign(new Error("not you"), { responseCode: 554 });
  expect(await checkMail(env, content)).toEqual([
    "SMTP_URL: The mail server could not take the mail (554).",
  ]);
  expect(server.mails).toEqual([]);
});

test("an address of ours that looks mistyped is named", () => {
  expect(checkAddresses(mailEnv(1, "a@gmial.com"), content.site)).toEqual([
    "MAIL_FROM: a@gmial.com looks mistyped: correct it",
  ]);
});

test("a site with TLS must name its proxy, which must not hide visitors", async () => {
  let visitor: string | undefined;
  const siteUrl = await serveTls((_request, response) =>
    response.end(JSON.stringify({ status: "up", visitor })),
  );
  const site = { ...content.site, siteUrl };
  expect(await checkProxy(readEnv({}), site)).toEqual([
    "TRUST_PROXY: not set, so no visitor behind the proxy has a limit of their own: set 1 for one proxy (docs/deploy/proxy.md)",
  ]);
  const named = readEnv({ TRUST_PROXY: "1" });
  expect(await checkProxy(named, site)).toEqual([]);
  visitor = "hidden";
  expect(await checkProxy(named, site)).toEqual([
    expect.stringContaining("SITE_URL: the proxy hides the address"),
  ]);
  expect(await checkProxy(readEnv({}), content.site)).toEqual([]);
  const silent = { ...site, siteUrl: "https://localhost:2" };
  expect(await checkProxy(named, silent)).toEqual([]);
});

test("each calendar must be readable, and no message shows the calendar's address", async () => {
  const said = vi.spyOn(console, "log").mockReturnValue();
  const port = await serve(({ url }, response) =>
    response.end(url === "/empty" ? calendar() : calendar(meeting())),
  );
  const read = readEnv({
    CALENDAR_URLS: `http://127.0.0.1:${port}/full,http://127.0.0.1:${port}/empty`,
    WEBHOOK_ALLOW_HOSTS: "127.0.0.1",
  });
  expect(await checkCalendars(read, content)).toEqual([]);
  expect(said).toHaveBeenCalledExactlyOnceWith(
    expect.stringMatching("^CALENDAR_URLS: number 2 has no event"),
  );
  const env = readEnv({
    CALENDAR_URLS: "https://127.0.0.1/secret,webcal://[::1]/secret",
  });
  const inside =
    "cannot be read: It leads to an address that is not on the public internet. If its host is yours, name it in WEBHOOK_ALLOW_HOSTS.";
  expect(await checkCalendars(env, content)).toEqual(
    [1, 2].map((number) => `CALENDAR_URLS: number ${number} ${inside}`),
  );
});
