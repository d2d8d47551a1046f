/** Random requests over raw sockets beside honest visitors. A case is reproducible by its seed and number. */
import { connect } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { expect, inject, test } from "vitest";
import { root } from "../../scripts/root.ts";
import { LINK_SECRET } from "../fakes/outgoing.ts";
import { sendRequest } from "../fakes/server.ts";
import { BOOKED, SIGN_IN } from "./request-parts.ts";
import { requests } from "./requests.ts";
import { newScene, often } from "./scene.ts";

const CASES = often(100_000, 1_500);
const AT_ONCE = 32;
const BATCH = 500;
const MOST_MS = 1_000;
const SEED = inject("properties").seed;

const NOW = "2026-11-20T12:00:00.000Z";

interface Answer {
  /** 0 when the connection was closed without one. */
  status: number;
  ms: number;
  head: string;
}

/** Sends exactly these bytes, and waits for the end of the response. */
function ask(port: number, bytes: Buffer): Promise<Answer> {
  return new Promise((resolve) => {
    const begin = performance.now();
    let head = "";
    const socket = connect({ port, host: "127.0.0.1" }).setEncoding("latin1");
    const answered = () => {
      const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1] ?? 0);
      resolve({ status, ms: performance.now() - begin, head: head.slice(0, 400) });
    };
    socket.on("data", (chunk: string) => (head += head.length < 400 ? chunk : ""));
    socket.on("error", () => {}).on("close", answered);
    socket.setTimeout(20 * MOST_MS, () => socket.destroy());
    socket.end(bytes);
  });
}

test("random requests get no 5xx, none takes a second, and honest visitors are served meanwhile", async (context) => {
  // The real build: some requests end in its pages.
  const scene = await newScene({ LINK_SECRET, LOG_LEVEL: "error", DIST_DIR: join(root, "dist") });
  const site = await scene.site();
  const stop = scene.flood.start(site.port, 2, { pause: often(200, 50) });
  const statuses = new Map<string, number>();
  let slowest = 0;
  async function tryCase(number: number, bytes: Buffer): Promise<void> {
    const named = { seed: SEED, case: number, request: bytes.toString("latin1").slice(0, 2_000) };
    let answer = await ask(site.port, bytes);
    expect({ ...named, answer: answer.status >= 500 ? answer.head : "no 5xx" }).toEqual({
      ...named,
      answer: "no 5xx",
    });
    // A shared machine is sometimes slow; a slow request is slow again.
    for (let again = 0; again < 3 && answer.ms > MOST_MS; again++) answer = await ask(site.port, bytes);
    expect({ ...named, slow: answer.ms > MOST_MS }).toEqual({ ...named, slow: false });
    slowest = Math.max(slowest, answer.ms);
    const kind = answer.status === 0 ? "closed" : `${Math.floor(answer.status / 100)}xx`;
    statuses.set(kind, (statuses.get(kind) ?? 0) + 1);
  }
  const store = new DatabaseSync(join(scene.env.DATA_DIR, "leads.db"), { timeout: 10_000 });
  const signIn = store.prepare(`INSERT OR IGNORE INTO sign_ins VALUES (?, '', '${NOW}', ?)`);
  store.exec(`INSERT INTO lead_submissions (id, created_at, name, email, company_name, selected_service, problems, additional_info)
    VALUES ('${BOOKED.lead}', '${NOW}', 'Ada', 'ada@sample.co', 'Sample', 'ai-chatbot', 'Calls', '');
    INSERT INTO bookings (id, lead_id, starts_at, ends_at, blocked_until, state, sequence, zone, phone, created_at, updated_at)
      VALUES ('${BOOKED.id}', '${BOOKED.lead}', '2090-01-02T15:00:00.000Z', '2090-01-02T15:20:00.000Z',
      '2090-01-02T15:30:00.000Z', 'booked', 0, 'UTC', '', '${NOW}', '${NOW}')`);
  for (let first = 0; first < CASES; first += BATCH) {
    // A case may have signed out.
    signIn.run(SIGN_IN.id, SIGN_IN.endsAt);
    const batch = fc.sample(requests, { seed: SEED + first, numRuns: Math.min(BATCH, CASES - first) });
    const left = [...batch.entries()];
    const clients = Array.from({ length: AT_ONCE }, async () => {
      for (let next = left.pop(); next !== undefined; next = left.pop())
        await tryCase(first + next[0], next[1]);
    });
    await Promise.all(clients);
  }
  await stop();
  store.exec(`DELETE FROM lead_submissions WHERE id = '${BOOKED.lead}'`);
  store.close();
  expect((await sendRequest(site.port, { path: "/healthz" })).status).toBe(200);
  expect(site.stdout() + site.stderr()).not.toMatch(/unexpected error|uncaught|unhandled/);
  const counted = Array.from(statuses, ([kind, count]) => `${count} ${kind}`).toSorted();
  const honest = scene.flood.times.toSorted((a, b) => a - b);
  const p99 = honest[Math.floor(honest.length * 0.99)] ?? 0;
  const also = `${counted.join(", ")}; slowest ${slowest.toFixed(0)} ms; honest leads p99 ${p99.toFixed(0)} ms`;
  const fault = `Random requests over raw sockets (seed ${SEED})`;
  await scene.expectKept(context, { fault, times: `${CASES.toLocaleString("en-US")} cases`, also }, site);
}, 590_000);
