import { expect, test } from "vitest";
import { readEnv } from "../../server/settings/env.ts";
import { serve } from "../../tests/support/receiver.ts";
import { checkWebhooks } from "./operation.ts";

test("a broken webhook is named by its number, and a working webhook gets no event", async () => {
  const asked: string[] = [];
  const port = await serve((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const statuses = {
      "/live": 405,
      "/chat": 400,
      "/gone": 410,
      "/chat-gone": 404,
      "/broken": 502,
    };
    const status = Object.entries(statuses).find(
      ([path]) => path === request.url,
    )?.[1];
    response.writeHead(status ?? 500).end();
  });
  const at = (path: string) => `http://localhost:${port}/${path}`;
  const targets = [
    at("live"),
    `slack:${at("chat")}`,
    at("gone"),
    `slack:${at("chat-gone")}`,
    at("broken"),
  ];
  const dead = "http://localhost:2/secret";
  const env = readEnv({
    WEBHOOK_URLS: [...targets, dead].join(),
    WEBHOOK_ALLOW_HOSTS: "localhost",
  });
  const remedy =
    "correct or remove it, then try it with `npm run leads -- test`";
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
  expect(
    await checkWebhooks(readEnv({ WEBHOOK_URLS: "https://127.0.0.1/x" })),
  ).toEqual([
    `WEBHOOK_URLS: number 1 is not on the public internet: ${remedy}`,
  ]);
});
