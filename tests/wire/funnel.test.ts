/** The funnel counts totals: steps that pages report, and leads that the server stores. */
import { expect, onTestFinished, test, vi } from "vitest";
import { MAX_SOURCES, OTHER, type SourceFigures } from "../../contract/funnel.ts";
import type { Found } from "../../server/store/store.ts";
import type { NewSteps } from "../../server/leads/funnel-statements.ts";
import { loadBuiltSite } from "../../server/http/built-site.ts";
import { writeBuild } from "../fakes/build.ts";
import { LEAD } from "../fakes/leads.ts";
import { PUBLIC_KEY, startServer, temporaryFolder, type TestServer } from "../fakes/server.ts";
import { intercept } from "../fakes/store.ts";
import { postForm } from "./form-request.ts";
import { post } from "./wire-request.ts";
import { readFunnel } from "../../server/leads/funnel-statements.ts";
import * as funnelStatements from "../../server/leads/funnel-statements.ts";

const AD = "https://agency.example/?utm_source=facebook&token=hush https://l.facebook.com/hush";
const OWN = { "content-type": "text/plain;charset=UTF-8", "sec-fetch-site": "same-origin" };

const say = (said: string, headers: Record<string, string> = {}) => ({
  method: "POST",
  path: "/steps",
  headers: { ...OWN, ...headers },
  body: said,
});

/** Closes the app, which stores its counts. */
async function counted({ app, store }: TestServer): Promise<SourceFigures[]> {
  await app.close();
  const funnel = await readFunnel(store, { firstDay: "2000-01-01", since: "2000-01-01T00:00:00.000Z" });
  return funnel.kind === "ok" ? funnel.value : [];
}

test("pages report steps and the server counts sent forms: by source, in totals, and in no log", async () => {
  const server = await startServer();
  for (const step of ["visits", "begun", "failed", "scheduler", "demo"])
    expect((await server.send(say(`${step} ${AD}`))).status).toBe(204);
  expect((await server.send(say("visits https://agency.example/ "))).status).toBe(204);
  const lead = post(LEAD, { "x-lead-source": `0 ${AD}`, "idempotency-key": "one" });
  for (const request of [lead, lead]) expect((await server.send(request)).status).toBe(201);
  const [direct, ad] = (await counted(server)).toSorted((a, b) => (a.source < b.source ? -1 : 1));
  expect(direct).toMatchObject({ source: "direct", visits: 1, begun: 0, sent: 0 });
  const all = { visits: 1, begun: 1, sent: 1, failed: 1, scheduler: 1, demo: 1, leads: 1 };
  expect(ad).toMatchObject({ source: "facebook", ...all });
  expect(server.log()).not.toMatch(/hush|facebook|\/steps/);
});

test("without script a sent form and a refused one count, and a repeated one counts once", async () => {
  const server = await startServer();
  const from = { referer: "https://agency.example/book-call?utm_source=newsletter" };
  for (const form of [{}, {}, { email: "none" }]) await server.send(postForm(form, from));
  expect(await counted(server)).toMatchObject([{ source: "newsletter", sent: 1, failed: 1, leads: 1 }]);
});

test("a site without a funnel counts nothing", async () => {
  const off = await startServer({ funnel: false });
  expect((await off.send(say(`visits ${AD}`))).status).toBe(404);
  expect((await off.send(post())).status).toBe(201);
  expect(await counted(off)).toMatchObject([{ visits: 0, sent: 0, leads: 1 }]);
});

test.each([{ dnt: "1" }, { "sec-gpc": "1" }])("with %j nothing is counted, sent or not", async (wish) => {
  const server = await startServer();
  await server.send(say(`visits ${AD}`, wish));
  await server.send(post(LEAD, { "x-lead-source": `0 ${AD}`, ...wish }));
  await server.send(postForm({ email: "none" }, wish));
  expect(await counted(server)).toMatchObject([
    { source: "facebook", visits: 0, sent: 0, failed: 0, leads: 1 },
  ]);
});

test("steps that no page of ours sends are not counted", async () => {
  const server = await startServer();
  const refused = [
    ["a step that a page does not count", 400, say("sent https://agency.example/")],
    ["no step", 400, say("")],
    ["nonsense", 400, { ...say(""), body: Buffer.from([0, 255, 10, 195]) }],
    ["JSON", 400, say('{"visits":1000000}')],
    ["no body at all", 400, { ...say(""), body: undefined }],
    ["more than a page sends", 413, say(`visits ${"x".repeat(5_000)}`)],
    ["another site's page", 403, say("visits ", { "sec-fetch-site": "cross-site" })],
    [
      "another site's page in an old browser",
      403,
      say("visits ", { "sec-fetch-site": "", origin: "https://evil.example" }),
    ],
  ] as const;
  for (const [what, status, request] of refused)
    expect((await server.send(request)).status, what).toBe(status);
  expect(await counted(server)).toEqual([]);
});

test("a name that could identify a person is not a source", async () => {
  const server = await startServer();
  const people = ["dana@ortiz.example", "201 555 0142", "2015550142", "<script>", "x".repeat(41)];
  for (const person of people)
    await server.send(say(`visits https://agency.example/?utm_source=${encodeURIComponent(person)}`));
  expect(await counted(server)).toMatchObject([{ source: OTHER, visits: 5 }]);
});

test("an unknown name is a source from its fifth visit on; well-known sources always are", async () => {
  const server = await startServer();
  const visit = (source: string) => server.send(say(`visits https://agency.example/?utm_source=${source}`));
  await visit("google");
  for (let n = 0; n < 7; n++) await visit("partner");
  const sources = (await counted(server)).map(({ source, visits }) => `${source} ${visits}`);
  expect(sources.toSorted()).toEqual(["google 1", "other 4", "partner 3"]);
});

test("one person's link leaves no name in the totals, however much that person does", async () => {
  const server = await startServer();
  const from = "https://agency.example/?utm_source=dana-ortiz";
  for (const step of ["visits", "begun", "failed", "visits", "demo", "visits", "visits"])
    await server.send(say(`${step} ${from}`));
  expect((await server.send(post(LEAD, { "x-lead-source": `0 ${from}` }))).status).toBe(201);
  await server.admin.remove({ email: LEAD.email });
  expect(await counted(server)).toMatchObject([{ source: OTHER, visits: 4, sent: 1, leads: 0 }]);
});

test("a flood is refused by address and in total, and its sources are few in memory and in the store", async () => {
  let time = Date.parse("2026-11-20T12:00:00.000Z");
  const server = await startServer({ now: () => time, trustProxy: 1, rateLimit: { includeLoopback: true } });
  const visit = async (n: number, address: string) => {
    const headers = { "x-forwarded-for": address };
    return (await server.send(say(`visits https://x${n}.example/?utm_source=s${n} `, headers))).status;
  };
  const statuses = await Promise.all(Array.from({ length: 100 }, (_, n) => visit(n, "192.0.2.1")));
  expect(statuses.filter((status) => status === 204)).toHaveLength(60);
  time += 60_000;
  const others = Array.from({ length: 200 }, (_, n) => visit(n + 100, `198.51.100.${n}`));
  expect(new Set(await Promise.all(others))).toEqual(new Set([204]));
  const sources = await counted(server);
  expect(sources.length).toBeLessThanOrEqual(MAX_SOURCES + 1);
  expect(sources.reduce((sum, { visits }) => sum + visits, 0)).toBe(260);
});

test("counts that the store cannot take are added once it is back, and its unexpected error is only logged", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const told: NewSteps[] = [];
  const answers: (() => Found<null>)[] = [
    () => ({ kind: "unavailable", reason: "it is away" }),
    () => ({ kind: "ok", value: null }),
    () => {
      throw new Error("a mistake");
    },
  ];
  const server = await startServer();
  intercept(
    funnelStatements.addSteps,
    vi.spyOn(funnelStatements, "addSteps"),
    async (_, steps): Promise<Found<null>> => {
      told.push(steps);
      return answers[told.length - 1]?.() ?? { kind: "missing" };
    },
  );
  await server.send(say("visits https://agency.example/ "));
  await vi.advanceTimersByTimeAsync(20_000);
  expect(told).toHaveLength(2);
  expect(told[1]?.sources).toEqual(told[0]?.sources);
  expect(told[1]?.sources).toMatchObject([{ source: "direct", visits: 1 }]);
  await server.send(say("visits https://agency.example/ "));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(told).toHaveLength(3);
  expect(server.log()).toContain("visits could not be counted");
  expect((await server.send({ path: "/" })).status).toBe(200);
});

test("pages of a site without a funnel say that nothing is counted", async () => {
  const dist = writeBuild(temporaryFolder());
  for (const counts of [true, false]) {
    const { pages } = await loadBuiltSite(dist, PUBLIC_KEY, counts);
    for (const body of pages.values())
      expect(String((await body())[0].bytes).includes("data-uncounted")).toBe(!counts);
  }
});
