/**
 * A lead has a mark if its form was filled
 * quickly, and is held if its honeypot was filled.
 */
import { readLead } from "../../server/leads/read-lead.ts";
import { expect } from "vitest";
import {
  FORM_TIMING_HEADER,
  HONEYPOT_FILLED,
  HONEYPOT_FIELD,
} from "../../contract/http/rest-api.ts";
import { FORM_START_PATH } from "../../contract/http/routes.ts";
import { LEAD } from "../support/leads.ts";
import { LINK_SECRET } from "../support/outgoing.ts";
import { startServer, testFrom } from "../support/server.ts";
import { detailIn } from "../store/contract/scenario.ts";
import { postForm } from "./form-request.ts";
import { post, stored } from "./wire-request.ts";

/**
 * Starts a server with its own clock behind
 * a proxy that names each sender's address.
 */
async function open(options: Parameters<typeof startServer>[0] = {}) {
  const rateLimit = { perMinute: 1_000 };
  const server = await startServer({
    trustProxy: 1,
    rateLimit,
    ...options,
  });
  const { clock } = server;
  const token = async () => (await server.send({ path: FORM_START_PATH })).body;
  const detail = async (id: string) =>
    detailIn(await readLead(server.store, id));
  /**
   * Sends a lead. @param timing the form's header,
   * usually a token @returns the lead's id
   */
  const send = async (
    timing: string,
    address = "192.0.2.1",
  ): Promise<string> => {
    const headers = {
      [FORM_TIMING_HEADER]: timing,
      "x-forwarded-for": address,
    };
    const answer = await server.send(post(LEAD, headers));
    expect(answer.status).toBe(201);
    const { id, created_at: _at, ...fields } = JSON.parse(answer.body);
    expect(fields).toEqual(LEAD);
    return id;
  };
  const suspicionOf = async (timing: string, address?: string) =>
    (await detail(await send(timing, address))).suspicion;
  return { server, clock, token, detail, send, suspicionOf };
}

const test = testFrom(open);

test("the token of a form holds no secret, and its request is in no log", async ({
  server,
}) => {
  const { body } = await server.send({ path: FORM_START_PATH });
  expect(body).not.toContain(LINK_SECRET);
  expect(server.log()).not.toContain(FORM_START_PATH);
});

test("a quick form, and the 21st of its address in an hour, are marked and sent all the same, the last without a confirmation", async ({
  server,
  clock,
  token,
  detail,
  send,
  suspicionOf,
}) => {
  const begun = await token();
  clock.now += 3_000;
  const quick = await detail(await send(begun, "198.51.100.7"));
  expect(quick.suspicion).toEqual(["fast"]);
  expect(quick.deliveries).toMatchObject([{ state: "due" }, { state: "due" }]);
  // A held lead does not count.
  await send(`${HONEYPOT_FILLED} `);
  for (let lead = 0; lead < 19; lead++) await send("");
  expect(await suspicionOf(begun)).toEqual(["fast"]);
  const marked = await detail(await send(begun));
  expect(marked.suspicion).toEqual(["fast", "rate"]);
  expect(marked).toMatchObject({
    outcome: undefined,
    deliveries: [{ kind: "notification" }],
  });
  expect(server.log()).not.toMatch(/192\.0\.2\.1|198\.51/);
});

test("only a valid token of the past measures a form", async ({
  clock,
  token,
  suspicionOf,
}) => {
  const other = await open({ linkSecret: "ns_link_of-another-installation" });
  const begun = await token();
  const [time = "", signature = ""] = begun.split(".");
  const kinds: Record<string, string> = {
    missing: "",
    "of another secret": await other.token(),
    "with another time": `${(clock.now - 1_000).toString(36)}.${signature}`,
    "without a signature": time,
    nonsense: "'; drop table \u00ff .. . %00",
  };
  for (const [what, filled] of Object.entries(kinds))
    expect(await suspicionOf(filled), what).toEqual([]);
  clock.now -= 1;
  expect(await suspicionOf(begun), "of the future").toEqual([]);
  clock.now += 1;
  expect(await suspicionOf(begun), "a valid token").toEqual(["fast"]);
});

test("a filled honeypot makes a lead suspected, and the page confirms it all the same", async ({
  server,
  detail,
  suspicionOf,
}) => {
  expect(await suspicionOf(`${HONEYPOT_FILLED} `)).toEqual(["unseen"]);
  const filled = { [HONEYPOT_FIELD]: "Hello" };
  const asColumn = await server.send(post({ ...LEAD, ...filled }));
  expect(asColumn.status, "the honeypot is no column").toBe(400);
  const answer = await server.send(postForm({ name: "Ben" }, {}, filled));
  expect(answer.status).toBe(200);
  expect(answer.body).toContain('"submitted"');
  const [, lead] = await stored(server);
  expect((await detail(lead?.id ?? "")).suspicion).toEqual(["unseen"]);
});
