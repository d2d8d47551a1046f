/** Form timing and honeypot count when they are known, and no lead is suspected when they are not. */
import { listIds } from "../../server/inbox/list-leads.ts";
import { isoTime } from "../../server/leads/days.ts";
import { readLead } from "../../server/leads/read-lead.ts";
import { expect, test } from "vitest";
import { FORM_TIMING_HEADER, HONEYPOT_FILLED, HONEYPOT_FIELD } from "../../contract/rest-api.ts";
import { FORM_START_PATH } from "../../contract/routes.ts";
import { leadColumns, type LeadFields } from "../../contract/lead.ts";
import { LEAD } from "../support/leads.ts";
import { LINK_SECRET } from "../support/outgoing.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { value } from "../store/contract/scenario.ts";
import { postForm } from "./form-request.ts";
import { post } from "./wire-request.ts";

/** A server with its own clock, whose visitors are strangers behind one proxy. */
async function open(options: Parameters<typeof startServer>[0] = {}) {
  const clock = { time: Date.parse("2026-11-20T12:00:00.000Z") };
  const server = await startServer({
    now: () => clock.time,
    trustProxy: 1,
    ...options,
    rateLimit: { perMinute: 1_000 },
  });
  const token = async () => (await server.send({ path: FORM_START_PATH })).body;
  const send = async (filled: string, address = "192.0.2.1", changes: Partial<LeadFields> = {}) => {
    const headers = { [FORM_TIMING_HEADER]: filled, "x-forwarded-for": address };
    const answer = await server.send(post({ ...LEAD, ...changes }, headers));
    expect(answer.status).toBe(201);
    expect(Object.keys(JSON.parse(answer.body)).toSorted()).toEqual(
      ["created_at", "id", ...leadColumns].toSorted(),
    );
    return JSON.parse(answer.body).id;
  };
  /** Sends as many leads as are still normal. */
  const many = async (address?: string) => {
    for (let lead = 0; lead < 20; lead++) await send("", address);
  };
  return { server, clock, token, send, many };
}

async function signsOf({ store }: TestServer, id: string) {
  return value(await readLead(store, id)).suspicion;
}

test("the token is a time with our signature, in no cache and in no log", async () => {
  const { server, clock } = await open();
  const answer = await server.send({ path: FORM_START_PATH });
  expect(answer.status).toBe(200);
  expect(answer.headers["cache-control"]).toBe("no-store");
  expect(answer.headers["content-type"]).toMatch(/^text\/plain/);
  const [time = "", signature] = answer.body.split(".");
  expect(Number.parseInt(time, 36)).toBe(clock.time);
  expect(signature).toMatch(/^[\w-]{43}$/);
  expect(answer.body).not.toContain(LINK_SECRET);
  expect(server.log()).not.toContain(FORM_START_PATH);
});

test("the 21st fast lead of an address within an hour is suspected, and answered like any", async () => {
  const { server, clock, token, send, many } = await open();
  await many();
  const begun = await token();
  clock.time += 3_000;
  expect(await signsOf(server, await send(begun))).toEqual(["fast", "rate"]);
  expect(await signsOf(server, await send(begun, "198.51.100.7"))).toEqual([]);
  clock.time += 2_000;
  expect(await signsOf(server, await send(begun))).toEqual([]);
  expect(server.log()).not.toMatch(/192\.0\.2\.1|198\.51/);
});

test.each([
  ["an address", () => "192.0.2.1"],
  ["a /48 of IPv6", (lead: number) => `2001:db8:0:${lead}::1`],
])("after twenty leads of %s in an hour no stranger is mailed", async (_what, sender) => {
  const { server, send } = await open();
  const mailsOf = async (id: string) => {
    const { deliveries } = value(await readLead(server.store, id));
    return deliveries.map(({ kind }) => kind).filter((kind) => /^(?:confirm|notif)/.test(kind));
  };
  for (let lead = 0; lead < 19; lead++) await send("", sender(lead));
  expect(await mailsOf(await send("", sender(19)))).toEqual(["confirmation", "notification"]);
  expect(await mailsOf(await send("", sender(20)))).toEqual(["notification"]);
  expect(await mailsOf(await send("", "198.51.100.7"))).toEqual(["confirmation", "notification"]);
});

test("an invalid token proves nothing, even about an address that sends many", async () => {
  const { server, clock, token, send, many } = await open();
  const other = await open({ linkSecret: "ns_link_of-another-installation" });
  await many();
  const begun = await token();
  const [time = "", signature = ""] = begun.split(".");
  const later = (clock.time + 1_000).toString(36);
  const kinds: Record<string, string> = {
    missing: "",
    "of another secret": await other.token(),
    "with another time": `${(clock.time - 1_000).toString(36)}.${signature}`,
    "with another signature": `${time}.${"A".repeat(43)}`,
    "without one": time,
    "written otherwise": `${time.toUpperCase()}.${signature}`,
    "of a later time": `${later}.${signature}`,
    nonsense: "'; drop table \u00ff .. . %00",
    long: "z".repeat(8_000),
  };
  for (const [what, filled] of Object.entries(kinds))
    expect(await signsOf(server, await send(filled)), what).toEqual([]);
  clock.time -= 1;
  expect(await signsOf(server, await send(begun)), "of the future").toEqual([]);
  clock.time += 1;
  expect(await signsOf(server, await send(begun)), "a true one").toEqual(["fast", "rate"]);
});

test("a filled honeypot makes a lead suspected, and the page still confirms it", async () => {
  const { server, send } = await open();
  expect(await signsOf(server, await send(`${HONEYPOT_FILLED} `))).toEqual(["unseen"]);
  for (const [name, held] of [
    ["by hand", false],
    ["by a machine", true],
  ] as const) {
    const form = postForm({ name });
    const body = `${String(form.body)}&${HONEYPOT_FIELD}=${held ? "Hello" : ""}`;
    const answer = await server.send({ ...form, body });
    expect([answer.status, answer.body.includes('"submitted"')]).toEqual([200, true]);
    const now = isoTime(Date.now());
    const [id = ""] = value(await listIds(server.store, { filter: "all", search: name, size: 2, now }));
    expect(await signsOf(server, id)).toEqual(held ? ["unseen"] : []);
  }
  expect((await server.send(post({ ...LEAD, [HONEYPOT_FIELD]: "Hello" }))).status, "it is no column").toBe(
    400,
  );
});

test("a flood of requests for tokens is refused", async () => {
  const { server } = await open();
  const ask = () => server.send({ path: FORM_START_PATH, headers: { "x-forwarded-for": "192.0.2.9" } });
  const statuses = (await Promise.all(Array.from({ length: 70 }, ask))).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(60);
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
});
