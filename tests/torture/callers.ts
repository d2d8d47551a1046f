/** Visitors book, move and cancel calls at random with forms, in tests that break the server. */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, vi } from "vitest";
import { MAILBOX_MAILS_A_DAY } from "../../contract/limits.ts";
import { formRequest } from "../wire/inbox-request.ts";
import { callForm, openTimesAt } from "../wire/schedule-request.ts";
import { sendRequest, type TestRequest } from "../support/server.ts";
import { repeat } from "./flood.ts";

/** A call as its visitor last saw it. */
interface SeenCall {
  startsAt: string;
  state: "booked" | "cancelled";
  sequence: number;
}

/**
 * A visitor gets a mail for each move, and up to four other mails: about the lead, the booking,
 * a reminder and the cancellation. The limit of a day would withhold further mails.
 */
const MOST_MOVES = MAILBOX_MAILS_A_DAY - 4;

/** A visitor's average wait before trying again, in milliseconds. */
const PATIENCE_MS = 50;

export class Callers {
  readonly seen = new Map<string, SeenCall>();
  acknowledged = 0;

  /** @param ports of processes that share a store @returns a function that ends the visits */
  start(ports: () => readonly number[], clients: number): () => Promise<void> {
    return repeat(clients, () => this.#visit(ports));
  }

  async reach(more: number): Promise<void> {
    const enough = this.acknowledged + more;
    await vi.waitUntil(() => this.acknowledged >= enough, {
      timeout: 200_000,
      interval: 1,
    });
  }

  /** A visitor books a call, and then moves, cancels or keeps the call. */
  async #visit(ports: () => readonly number[]): Promise<void> {
    const email = `${randomUUID()}@sample.co`;
    let [startsAt, location] = await this.#atSomeTime(ports, (time) =>
      callForm({ email }, time),
    );
    const path = location.replace("&booked", "");
    let sequence = 0;
    this.seen.set(email, { startsAt, state: "booked", sequence });
    while (sequence < MOST_MOVES && Math.random() < 0.5) {
      const move = (time: string) =>
        formRequest(path, { startsAt: time, zone: "UTC" });
      [startsAt] = await this.#atSomeTime(ports, move, startsAt);
      this.seen.set(email, { startsAt, state: "booked", sequence: ++sequence });
    }
    // The first visitors seldom cancel, so that some days become full.
    if (Math.random() < this.seen.size / 100) {
      await this.#untilAnswered(ports, formRequest(path, { cancel: "yes" }));
      this.seen.set(email, {
        startsAt,
        state: "cancelled",
        sequence: ++sequence,
      });
    }
  }

  /** Requests early open times until it gets one. @param now the call's present time */
  async #atSomeTime(
    ports: () => readonly number[],
    request: (startsAt: string) => TestRequest,
    now = "",
  ): Promise<[startsAt: string, location: string]> {
    for (;;) {
      const [port = 0] = ports();
      const open = (await openTimesAt(port).catch(() => []))
        .slice(0, 40)
        .filter((time) => time !== now);
      const startsAt = open[Math.floor(Math.random() * open.length)];
      const location =
        startsAt && (await this.#untilAnswered(ports, request(startsAt)));
      if (startsAt && location) return [startsAt, location];
      await sleep(PATIENCE_MS);
    }
  }

  /** Repeats a request until a site answers. @returns undefined if the time is taken */
  async #untilAnswered(
    ports: () => readonly number[],
    request: TestRequest,
  ): Promise<string | undefined> {
    for (;;) {
      const all = ports();
      const port = all[Math.floor(Math.random() * all.length)] ?? 0;
      const answer = await sendRequest(port, request).catch(() => undefined);
      if (answer?.status === 409) return undefined;
      if (answer?.status === 303) {
        this.acknowledged++;
        return String(answer.headers["location"]);
      }
      expect([undefined, 503]).toContain(answer?.status);
      await sleep(PATIENCE_MS * (0.5 + Math.random()));
    }
  }
}

const OVERLAPS = `SELECT one.id FROM bookings AS one JOIN bookings AS other ON one.id < other.id
  AND one.starts_at < other.blocked_until AND other.starts_at < one.blocked_until
  WHERE one.state = 'booked' AND other.state = 'booked'`;

const CALLS = `SELECT lead.email, booking.lead_id, booking.starts_at, booking.state, booking.sequence
  FROM bookings AS booking JOIN lead_submissions AS lead ON lead.id = booking.lead_id`;

const MAILS =
  "SELECT lead_id, kind, state, event FROM deliveries WHERE event IS NOT NULL";

/** No calls overlap. Each call is as its visitor last saw it, and its last version was sent. */
export async function expectCalls(
  rows: (sql: string) => Promise<Record<string, unknown>[]>,
  seen: ReadonlyMap<string, SeenCall>,
): Promise<void> {
  expect(await rows(OVERLAPS)).toEqual([]);
  const calls = await rows(CALLS);
  expect(calls).toHaveLength(seen.size);
  const sent = Map.groupBy(await rows(MAILS), (row) => row["lead_id"]);
  for (const { email, lead_id, starts_at, state, sequence } of calls) {
    const startsAt = new Date(String(starts_at))
      .toISOString()
      .replace(".000", "");
    expect({ startsAt, state, sequence }, String(email)).toEqual(
      seen.get(String(email)),
    );
    const versions = (sent.get(lead_id) ?? []).map(
      ({ kind, state: became, event }) => {
        const { booking } =
          typeof event === "string" ? JSON.parse(event) : Object(event);
        return [booking.sequence, kind, became].join(" ");
      },
    );
    for (const kind of ["invitation", "booking", "webhook"])
      expect(versions, String(email)).toContain(
        [sequence, kind, "sent"].join(" "),
      );
    // Every version was planned once, even if a newer version replaced it.
    const planned = versions.filter((one) => one.includes("invitation"));
    expect(planned, String(email)).toHaveLength(Number(sequence) + 1);
  }
}
