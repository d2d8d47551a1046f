/** "Email me my link again": one answer for every address, and a link for those with a call or an open offer. */
import { expect, test } from "vitest";
import { LINK_PATH } from "../../contract/routes.ts";
import type { Claimed } from "../../server/store/store.ts";
import type { TestServer } from "../support/server.ts";
import { formRequest } from "./inbox-request.ts";
import { book, MONDAY_SEVEN, RATE_LIMIT, site, stateOf } from "./schedule-request.ts";
import { claimDue } from "../support/results.ts";

const ask = (server: TestServer, email: string, headers = {}) =>
  server.send(formRequest(LINK_PATH, { email }, headers));

async function links(server: TestServer) {
  const claimed = await claimDue(server.store, "mail", () => MONDAY_SEVEN);
  return claimed.filter(({ kind }) => kind === "link");
}

test("a known and an unknown address get the same answer, and only the known one a mail", async () => {
  const server = await site();
  await book(server, { email: "dana@ortiz.example" });
  const answers = [await ask(server, " Dana@Ortiz.example "), await ask(server, "nobody@ortiz.example")];
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(answers[0]?.body).toBe(answers[1]?.body);
  expect(answers.map((answer) => stateOf(answer).schedule)).toEqual(
    answers.map(() => ({ view: "ask", became: "sent" })),
  );
  const mails: Claimed[] = [];
  await expect.poll(async () => mails.push(...(await links(server)))).toBe(1);
  expect(mails.map(({ lead, event }) => [lead.email, event?.booking?.state])).toEqual([
    ["dana@ortiz.example", "booked"],
  ]);
});

test("what is no address stays in its field; other sites and too many requests are refused", async () => {
  const server = await site({ rateLimit: { ...RATE_LIMIT, perMinute: 2 } });
  expect(stateOf(await server.send({ path: LINK_PATH })).schedule).toEqual({ view: "ask", became: "asking" });
  const wrong = await ask(server, "dana");
  expect(wrong.status).toBe(422);
  expect(stateOf(wrong).schedule).toEqual({ view: "ask", became: "wrong", typed: "dana" });
  expect(await ask(server, "a@b.example", { "sec-fetch-site": "cross-site" })).toMatchObject({ status: 403 });
  const statuses = [];
  for (let n = 0; n < 3; n++) statuses.push((await ask(server, "a@b.example")).status);
  expect(statuses).toEqual([...Array.from({ length: 2 }, () => 200), 429]);
});
