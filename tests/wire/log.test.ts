import { expect } from "vitest";
import { linkPath } from "../../contract/http/routes.ts";
import { LEAD } from "../support/leads.ts";
import {
  METRICS_KEY,
  PUBLIC_KEY,
  startServer,
  serverTest as test,
} from "../support/server.ts";
import { postForm } from "./form-request.ts";
import { tokenFor } from "./inbox-request.ts";
import { get, LEADS_PATH, post } from "./wire-request.ts";

const MARK = "zebra-4711";
/** Times, ids, ports, where the code stands, and a packet's bytes. */
const VARIES =
  /(?<="(?:time|ms)":)[\d.]+|[\da-f]{8}-[\da-f-]{27}|(?<=:)\d{5}\b|(?<="stack":)"[^"]*"|(?<="data":)\[[\d,]*\]/g;

test("even the most verbose log has no text of a visitor and no key, even after failures", async () => {
  const { send, log, store } = await startServer({
    rateLimit: { perMinute: 1_000, includeLoopback: true },
  });
  const lead = {
    ...LEAD,
    name: `${MARK} name`,
    email: `${MARK}@sample.example`,
    company_name: `${MARK} company`,
    problems: `${MARK} problems`,
    additional_info: `${MARK} info`,
  };
  const id = "0192d3c4-5e6f-7a8b-9c0d-1e2f3a4b5c6d";
  const requests = [
    post(lead),
    post({ ...lead, id }),
    post({ ...lead, id }),
    post({ ...lead, email: MARK }),
    post({ ...lead, name: `${MARK}\0` }),
    post({ ...lead, [MARK]: 1 }),
    post(`{"${MARK}`),
    post(MARK, { "content-type": MARK }),
    post(lead, { "idempotency-key": MARK }),
    post({ ...lead, name: "Ben" }, { "idempotency-key": MARK }),
    post(lead, { authorization: `Bearer ${MARK}` }),
    post(lead, { apikey: MARK }),
    post(lead, { prefer: `handling=strict, ${MARK}` }),
    post(lead, {
      "user-agent": MARK,
      referer: MARK,
      cookie: MARK,
      "x-forwarded-for": MARK,
    }),
    post({ ...lead, problems: MARK.repeat(10_000) }),
    get(`?email=eq.${MARK}@sample.example`),
    { ...get(), path: `/%zz${MARK}` },
    { ...get(), path: `${LEADS_PATH}?apikey=${METRICS_KEY}`, headers: {} },
    { ...get(), method: MARK },
    postForm(lead),
    postForm({ ...lead, email: MARK }),
    { ...postForm(lead), body: `name=%ff${MARK}` },
    postForm(lead, { origin: `https://${MARK}.example` }),
  ];
  for (const request of requests) await send(request);
  await store.close();
  for (const request of [
    post(lead),
    postForm(lead),
    { path: linkPath("booking", tokenFor("booking", id)) },
  ])
    await send(request);
  const lines = log().replaceAll(VARIES, "");
  await expect(lines).toMatchFileSnapshot("log.said.txt");
  for (const secret of [MARK, METRICS_KEY, PUBLIC_KEY, LEAD.email])
    expect(log().toLowerCase()).not.toContain(secret);
});

test("a request is logged as one line, with the id of its response", async ({
  send,
  log,
}) => {
  await send({ path: `/book-call?who=${MARK}` });
  const lines = log()
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines.filter(({ msg }) => msg === "request")).toEqual([
    {
      level: 30,
      time: expect.any(Number),
      requestId: expect.stringMatching("^[0-9a-f-]{36}$"),
      method: "GET",
      route: "/book-call",
      status: 200,
      ms: expect.any(Number),
      msg: "request",
    },
  ]);
  const { headers } = await send({
    path: "/no-such-page",
    headers: { "x-request-id": MARK, "request-id": MARK },
  });
  expect(headers["x-request-id"]).not.toBe(MARK);
  expect(log()).toContain(headers["x-request-id"]);
  expect(log()).not.toContain(MARK);
});
