import { expect, test } from "vitest";
import { readEnv } from "../../server/settings/env.ts";
import { serve } from "../../tests/fakes/receiver.ts";
import { checkAddresses, checkAlertHours, checkWebhooks } from "./settings.ts";

test("a dead webhook is named by its position, and a live one gets no event", async () => {
  const asked: string[] = [];
  const port = await serve((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const status = { "/live": 405, "/chat": 400, "/gone": 410, "/chat-gone": 404, "/broken": 502 }[
      request.url ?? ""
    ];
    response.writeHead(status ?? 500).end();
  });
  const at = (path: string) => `http://localhost:${port}/${path}`;
  const targets = [at("live"), `slack:${at("chat")}`, at("gone"), `slack:${at("chat-gone")}`, at("broken")];
  const dead = "http://localhost:2/secret";
  const env = readEnv({ WEBHOOK_URLS: [...targets, dead].join(), WEBHOOK_ALLOW_HOSTS: "localhost" });
  const remedy = "correct or remove it, then try it with `npm run leads -- test`";
  expect(await checkWebhooks(env)).toEqual([
    `WEBHOOK_URLS: number 3 answers with 410: ${remedy}`,
    `WEBHOOK_URLS: number 4 answers with 404: ${remedy}`,
    `WEBHOOK_URLS: number 5 answers with 502: ${remedy}`,
    `WEBHOOK_URLS: number 6 does not answer (ECONNREFUSED): ${remedy}`,
  ]);
  expect(asked.toSorted()).toEqual([
    "GET /broken",
    "GET /gone",
    "GET /live",
    "POST /chat",
    "POST /chat-gone",
  ]);
  expect(await checkWebhooks(readEnv({ WEBHOOK_URLS: "https://127.0.0.1/x" }))).toEqual([
    `WEBHOOK_URLS: number 1 is not on the public internet: ${remedy}`,
  ]);
});

test("an address of the agency that is mistyped, or whose domain takes no mail, is reported", async () => {
  const env = readEnv({
    TEAM_EMAILS: "ana@gmial.com,bo@agency.dev,cy@nowhere.dev",
    NOTIFY_EMAIL: "desk@agency.con",
    MAIL_FROM: "Desk <desk@silent.dev>",
  });
  const takesMail = async (domain: string) => ({ "agency.dev": true, "nowhere.dev": false })[domain];
  const contactEmail = "hello@nightshift.example";
  expect(await checkAddresses(env, { contactEmail }, takesMail)).toEqual([
    "TEAM_EMAILS: ana@gmial.com looks mistyped: correct it",
    "TEAM_EMAILS: cy@nowhere.dev: nowhere.dev has no mail server: correct the address, or give its domain an MX record",
    "NOTIFY_EMAIL: desk@agency.con looks mistyped: correct it",
  ]);
});

test("hours that are nearly never are reported", () => {
  const check = (ALERT_HOURS?: string) =>
    checkAlertHours(readEnv(ALERT_HOURS === undefined ? {} : { ALERT_HOURS }));
  expect(check("Sun 03:00-03:10")).toEqual([
    "ALERT_HOURS: open for 0.2 hours a week, so reminders of leads nearly never arrive in time: list your working hours",
  ]);
  expect([check(), check("Mon-Fri 09:00-11:00")]).toEqual([[], []]);
});
