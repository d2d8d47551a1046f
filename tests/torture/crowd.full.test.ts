/** Strangers who all want one taken time, at a site whose PostgreSQL is 10 ms away: what honest visitors notice. */
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { callForm, openTimesAt } from "../fakes/callers.ts";
import { startLine } from "../fakes/line.ts";
import { describePostgres, temporaryDatabase } from "../fakes/postgres.ts";
import { sendRequest, type TestRequest } from "../fakes/server.ts";
import { postForm } from "../wire/form-request.ts";
import { newScene, often } from "./scene.ts";

const ADDRESSES = 20;
const A_SECOND = 330;
const MOST_WAITING = 100;
const HONEST = often(12, 4);

describePostgres("PostgreSQL that is 10 ms away", () => {
  test("keeps taking leads and bookings while strangers ask for one taken time", async ({ task }) => {
    const direct = new URL(await temporaryDatabase());
    const line = await startLine(() => Number(direct.port), 10);
    const url = new URL(direct);
    url.port = String(line.port);
    const scene = await newScene({ DATABASE_URL: direct.href, TRUST_PROXY: "1" });
    const { port } = await scene.site({ DATABASE_URL: url.href, WORKER: "off" });
    const [taken = "", ...open] = (await openTimesAt(port)).filter((_, n) => n % 4 === 0);
    const from = (address: string, request: TestRequest) =>
      sendRequest(port, { ...request, headers: { ...request.headers, "x-forwarded-for": address } });
    /** @returns the status of each, and the median time of those of one kind; milliseconds */
    async function honest(round: number) {
      const [leads, calls]: [number[], number[]] = [[], []];
      for (let n = 0; n < HONEST; n++) {
        const address = `198.${round}.${n}.7`;
        for (const [times, status, request] of [
          [leads, 200, postForm({ name: `Lead ${round}-${n}`, email: `l${round}-${n}@sample.co` })],
          [calls, 303, callForm({ email: `c${round}-${n}@sample.co` }, open[round * HONEST + n] ?? "")],
        ] as const) {
          const begin = performance.now();
          const answer = await from(address, request);
          expect({ n, status: answer.status, said: answer.body.slice(0, 3000) }).toMatchObject({ status });
          times.push(performance.now() - begin);
        }
      }
      const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
      return { leads: median(leads), calls: median(calls) };
    }

    expect((await from("198.9.9.9", callForm({ email: "first@sample.co" }, taken))).status).toBe(303);
    const before = await honest(0);
    const statuses = new Map<number, number>();
    const answers: Promise<void>[] = [];
    let waiting = 0;
    // They wait for no answer, but a machine that is busy with other things gets no more than it can hold.
    const strangers = setInterval(() => {
      if (waiting >= MOST_WAITING) return;
      waiting++;
      const n = answers.length;
      const request = callForm({ email: `s${n}@sample.co` }, taken);
      const answer = from(`203.${n % ADDRESSES}.113.1`, request).then(({ status, headers }) =>
        // A busy site answers with the way to the page of a stored lead instead of rendering it.
        headers.location?.includes("kept=") ? 409 : status,
      );
      answers.push(
        answer
          .catch(() => 0)
          .then((status) => void statuses.set(status, (statuses.get(status) ?? 0) + 1))
          .finally(() => waiting--),
      );
    }, 1000 / A_SECOND);
    await sleep(often(10_000, 1_000));
    const during = await honest(1).finally(() => clearInterval(strangers));
    await Promise.all(answers);

    expect(statuses.get(303)).toBeUndefined();
    // Beyond their share of the leads they are told to come back later, and keep their text.
    expect([...statuses.keys()].filter((status) => ![409, 429, 503].includes(status))).toEqual([]);
    const told = [...statuses].map(([status, count]) => `${count} of ${status}`).join(", ");
    const ratio = (kind: "leads" | "calls") =>
      `${(during[kind] / before[kind]).toFixed(1)} times as long as before (${before[kind].toFixed(0)} ms)`;
    const fault = `${A_SECOND} requests a second from ${ADDRESSES} addresses for one taken time, PostgreSQL 10 ms away`;
    const result = `all ${HONEST} honest leads stored, ${ratio("leads")}, and all ${HONEST} honest calls booked, ${ratio("calls")}; strangers were told ${told}`;
    task.meta.torture = { fault, times: "once", result };
  }, 300_000);
});
