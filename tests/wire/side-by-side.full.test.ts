/** Hostile requests that store nothing, or come from one network, displace no honest visitor. */
import { expect, test, vi } from "vitest";
import { LEAD } from "../support/leads.ts";
import { startServer, type TestRequest } from "../support/server.ts";
import { postForm } from "./form-request.ts";
import { post } from "./wire-request.ts";
import * as insertLeadsStatements from "../../server/leads/insert-leads.ts";
import { StoreUnavailable } from "../../server/store/unavailable.ts";

const HONEST = 20;
const LIMIT = { perMinute: 4, totalPerMinute: 80 };
/** For each honest request. In a minute, 160 are hostile: twice the limit of all senders. */
const HOSTILE_PER_HONEST = 8;

const from = (address: string, request: TestRequest): TestRequest => ({
  ...request,
  headers: { ...request.headers, "x-forwarded-for": address },
});
const list = { accept: "application/json" };
const away = new StoreUnavailable("the disk is full");

const home = (n: number) => `2001:db8:7:${(n % 10).toString(16)}::1`;
const same = () => "198.51.100.9";
const another = (n: number) => post({ ...LEAD, email: `a${n}@evil.example` });

const HOSTILE: [
  what: string,
  address: (n: number) => string,
  request: (n: number) => TestRequest,
][] = [
  ["empty batches", same, () => post([], list)],
  ["one lead again and again", same, () => postForm({ problems: "Once more" })],
  [
    "refused leads of thirty addresses",
    (n) => `10.1.${n % 30}.1`,
    () => post([{}], list),
  ],
  ["stored leads of ten /64 networks in one /48", home, another],
];

test.each(HOSTILE)(
  "20 honest visitors are served beside %s",
  async (_what, address, request) => {
    let time = Date.parse("2026-11-20T12:00:00Z");
    const server = await startServer({
      now: () => time,
      trustProxy: 1,
      rateLimit: LIMIT,
    });
    const statuses: number[] = [];
    for (let honest = 0; honest < HONEST; honest++) {
      const attacks = Array.from(
        { length: HOSTILE_PER_HONEST },
        (_, n) => honest * HOSTILE_PER_HONEST + n,
      );
      await Promise.all(
        attacks.map((n) => server.send(from(address(n), request(n)))),
      );
      const visitor = { ...LEAD, email: `visitor${honest}@sample.co` };
      const sent = honest % 2 === 0 ? post(visitor) : postForm(visitor);
      statuses.push(
        (await server.send(from(`203.0.${honest}.7`, sent))).status,
      );
      time += 60_000 / HONEST;
    }
    expect(statuses.filter((status) => status >= 400)).toEqual([]);
  },
);

test("leads that could not be stored do not count for any limit", async () => {
  const rateLimit = { perMinute: 4, totalPerMinute: 8 };
  const server = await startServer({ now: () => 0, trustProxy: 1, rateLimit });
  const inserting = vi
    .spyOn(insertLeadsStatements, "insertLeads")
    .mockResolvedValue(away);
  // These answers come from the store and not from a limit.
  const refused = { status: 503, headers: { "retry-after": "5" } };
  for (let n = 0; n < 30; n++)
    expect(
      await server.send(from(`203.0.113.${n % 10}`, post())),
    ).toMatchObject(refused);
  inserting.mockRestore();
  expect((await server.send(from("203.0.113.1", post()))).status).toBe(201);
});
