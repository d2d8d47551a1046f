/**
 * A lead is held if its honeypot was filled, and
 * has a mark if its address sent many before.
 */

import { expect } from "vitest";
import {
  HONEYPOT_HEADER,
  HONEYPOT_FILLED,
  HONEYPOT_FIELD,
} from "../../contract/http/rest-api.ts";
import { readLead } from "../../server/leads/read-lead.ts";
import { detailIn } from "../store/contract/scenario.ts";
import { LEAD } from "../support/leads.ts";
import { startServer, testFrom } from "../support/server.ts";
import { postForm } from "./form-request.ts";
import { post, stored } from "./wire-request.ts";

/**
 * Starts a server with its own clock behind
 * a proxy that names each sender's address.
 */
async function open() {
  const rateLimit = { perMinute: 1_000 };
  const server = await startServer({ trustProxy: 1, rateLimit });
  const detail = async (id: string) =>
    detailIn(await readLead(server.store, id));
  /** Sends a lead. @returns the lead's id */
  const send = async (honeypot: string): Promise<string> => {
    const headers = {
      [HONEYPOT_HEADER]: honeypot,
      "x-forwarded-for": "192.0.2.1",
    };
    const answer = await server.send(post(LEAD, headers));
    expect(answer.status).toBe(201);
    const { id, created_at: _at, ...fields } = JSON.parse(answer.body);
    expect(fields).toEqual(LEAD);
    return id;
  };
  return { server, detail, send };
}

const test = testFrom(open);

test("the 21st lead of an address in an hour is marked and sent all the same, without a confirmation", async ({
  server,
  detail,
  send,
}) => {
  // A held lead does not count.
  await send(HONEYPOT_FILLED);
  for (let lead = 0; lead < 20; lead++) await send("");
  const marked = await detail(await send(""));
  expect(marked.suspicion).toEqual(["rate"]);
  expect(marked).toMatchObject({
    outcome: undefined,
    deliveries: [{ kind: "notification" }],
  });
  expect(server.log()).not.toMatch(/192\.0\.2\.1/);
});

test("a filled honeypot makes a lead suspected, and the page confirms it all the same", async ({
  server,
  detail,
  send,
}) => {
  // A page from before an update sends a token, too.
  for (const header of [HONEYPOT_FILLED, `${HONEYPOT_FILLED} mx3k0u77`])
    expect((await detail(await send(header))).suspicion).toEqual(["unseen"]);
  const filled = { [HONEYPOT_FIELD]: "Hello" };
  const asColumn = await server.send(post({ ...LEAD, ...filled }));
  expect(asColumn.status, "the honeypot is no column").toBe(400);
  const answer = await server.send(postForm({ name: "Ben" }, {}, filled));
  expect(answer.status).toBe(200);
  expect(answer.body).toContain('"submitted"');
  const lead = (await stored(server)).at(-1);
  expect((await detail(lead?.id ?? "")).suspicion).toEqual(["unseen"]);
});
